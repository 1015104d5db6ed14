import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes the README for the extension's page in VS Code, which shows pictures from https addresses alone: without pictures. */
export function writeReadme(folder) {
  const text = readFileSync('README.md', 'utf8').replaceAll(/^ *!\[[^\]]*\]\([^)]*\)\n\n/gm, '');
  writeFileSync(path.join(folder, 'readme.md'), text);
}
