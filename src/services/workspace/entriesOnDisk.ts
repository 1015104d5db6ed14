import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Files } from './files';
import { fileType, isNotFound } from './namedFile';

/** `folder`: a path, not a URI. */
export async function entriesOnDisk(folder: string): ReturnType<Files<string>['entries']> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) =>
    isNotFound(error) ? [] : undefined,
  );
  const found: (readonly [name: string, type: number])[] = [];
  for (const entry of entries ?? []) {
    const isLink = entry.isSymbolicLink();
    const there = isLink ? await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined) : entry;
    const type =
      there?.isDirectory() === true ? fileType.folder : there?.isFile() === true ? fileType.file : 0;
    found.push([entry.name, type | (isLink ? fileType.link : 0)]);
  }
  return entries && found;
}
