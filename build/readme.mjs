import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes the README for the extension’s page in VS Code, without pictures: it shows those of https addresses alone, not even data in the text. */
export function writeReadme(folder) {
  // Nor does it follow a link to a file
  const text = withoutPictures('README.md').replaceAll(/(?<!!)\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1');
  writeFileSync(path.join(folder, 'readme.md'), text);
}

/** Writes the guide that its command opens, whose pages lead to each other. */
export function writeGuide(folder) {
  const pages = path.join('docs', 'guide');
  mkdirSync(path.join(folder, 'guide'), { recursive: true });
  for (const name of readdirSync(pages)) {
    writeFileSync(path.join(folder, 'guide', name), withoutPictures(path.join(pages, name)));
  }
}

function withoutPictures(file) {
  return readFileSync(file, 'utf8').replaceAll(/^ *!\[[^\]]*\]\([^)]*\)\n\n/gm, '');
}
