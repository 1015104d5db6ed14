import { readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from './folders.js';

/** Compilers, debuggers and Git hosts take a third of the time in which a window opens; a server for JSON, a tenth of the rest. */
const writers = /^(json$|markdown|merge|theme-(defaults|seti)|yaml)/;

const made = new Map<string, Promise<string>>();

/** A folder with those of VS Code’s own extensions that somebody who writes Markdown meets. */
export function writersExtensions(all: string): Promise<string> {
  const folder = made.get(all) ?? link(all);
  made.set(all, folder);
  return folder;
}

async function link(all: string): Promise<string> {
  const folder = await temporaryFolder('built-in');
  const names = (await readdir(all)).filter((name) => writers.test(name));
  await Promise.all(names.map((name) => symlink(path.join(all, name), path.join(folder, name), 'junction')));
  return folder;
}
