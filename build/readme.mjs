import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes the README for the extension’s page in VS Code, which shows only pictures with https addresses. */
export function writeReadme(folder) {
  // That page follows no links to files either.
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
