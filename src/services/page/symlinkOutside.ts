import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** Where a file of the opened folders really is, when a symbolic link leads out of them: whoever wrote the folder chose what it shows. */
export async function symlinkOutside(file: string, folders: readonly string[]): Promise<string | undefined> {
  if (!isWithin(file, folders)) {
    return undefined;
  }
  try {
    const real = await realpath(file);
    return real === file || isWithin(real, await Promise.all(folders.map((folder) => realpath(folder))))
      ? undefined
      : real;
  } catch {
    // Gone: that is told when it is read
    return undefined;
  }
}

function isWithin(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const within = path.relative(folder, file);
    return within !== '..' && !within.startsWith(`..${path.sep}`) && !path.isAbsolute(within);
  });
}
