import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * If `file` is in `folders` by its path, but a symbolic link leads out of them, returns where: whoever wrote the files
 * may have aimed the link at a private file.
 */
export async function realPathOutside(
  file: string,
  folders: readonly string[],
  {
    realPathOf = realpath,
    onRealPath = () => undefined,
  }: {
    readonly realPathOf?: (file: string) => Promise<string>;
    readonly onRealPath?: ((realPath: string) => void) | undefined;
  } = {},
): Promise<string | undefined> {
  if (!isPathWithin(file, folders)) {
    return undefined;
  }
  try {
    const real = await realPathOf(file);
    onRealPath(real);
    return real === file || isPathWithin(real, await Promise.all(folders.map((folder) => realpath(folder))))
      ? undefined
      : real;
  } catch {
    // The file is probably gone, which the caller notices when it reads the file.
    return undefined;
  }
}

export function isPathWithin(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const within = path.relative(folder, file);
    return within !== '..' && !within.startsWith(`..${path.sep}`) && !path.isAbsolute(within);
  });
}
