import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A page for where only addresses with https are shown and followed: in VS Code, and at npm. */
export function pageByItself(file) {
  return withoutPictures(file).replaceAll(/(?<!!)\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1');
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
