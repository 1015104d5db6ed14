import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Files } from './files';
import { fileType, isNotFound } from './namedFile';

/** `folder`: a path, not a URI. */
export async function entriesOnDisk(folder: string): ReturnType<Files<string>['entries']> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) =>
    isNotFound(error) ? [] : undefined,
  );
  return (
    entries &&
    Promise.all(
      entries.map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const there = entry.isSymbolicLink() ? await stat(file).catch(() => undefined) : entry;
        const type =
          there?.isDirectory() === true ? fileType.folder : there?.isFile() === true ? fileType.file : 0;
        return [entry.name, type | (entry.isSymbolicLink() ? fileType.link : 0)] as const;
      }),
    )
  );
}
