import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the file’s real path if a symbolic link leads out of the open folders: the folder’s author chose
 * that target.
 */
export async function realPathOutside(
  file: string,
  folders: readonly string[],
  {
    realPathOf = realpath,
    foundAt = () => undefined,
  }: {
    readonly realPathOf?: (file: string) => Promise<string>;
    readonly foundAt?: ((realPath: string) => void) | undefined;
  } = {},
): Promise<string | undefined> {
  if (!isPathWithin(file, folders)) {
    return undefined;
  }
  try {
    const real = await realPathOf(file);
    foundAt(real);
    return real === file || isPathWithin(real, await Promise.all(folders.map((folder) => realpath(folder))))
      ? undefined
      : real;
  } catch {
    // If the file is gone, reading it will tell.
    return undefined;
  }
}

/** Whether a path is that of one of the folders or inside it. */
export function isPathWithin(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const within = path.relative(folder, file);
    return within !== '..' && !within.startsWith(`..${path.sep}`) && !path.isAbsolute(within);
  });
}
