import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes the README for the extension’s page in VS Code, without pictures: it shows those of https addresses alone, not even data in the text. */
export function writeReadme(folder) {
  const text = readFileSync('README.md', 'utf8').replaceAll(/^ *!\[[^\]]*\]\([^)]*\)\n\n/gm, '');
  writeFileSync(path.join(folder, 'readme.md'), text);
}
