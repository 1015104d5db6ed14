import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { UnreadableReason } from '../../core/page/unreadableReason';

/**
 * Why a file in one of `folders` is not read, and not written either: whoever wrote the files may have aimed a link at
 * a private file, or at one that ignore rules leave out. The folder itself may be reached by a link.
 */
export async function whyNotInPlace(
  file: string,
  folders: readonly string[],
  {
    realPathOf = realpath,
    onRealPath = () => undefined,
  }: {
    readonly realPathOf?: (file: string) => Promise<string>;
    /** Is called with the path without symbolic links, for a file in `folders`. */
    readonly onRealPath?: ((realPath: string) => void) | undefined;
  } = {},
): Promise<UnreadableReason | undefined> {
  const [folder] = folders
    .filter((each) => isPathWithin(file, [each]))
    .sort((one, other) => other.length - one.length);
  if (folder === undefined) {
    return undefined;
  }
  const place = path.relative(folder, file);
  if (place.split(path.sep).some((name) => name.toLowerCase() === '.git')) {
    return { kind: 'git' };
  }
  try {
    const real = await realPathOf(file);
    onRealPath(real);
    const isInPlace = real === file || isSamePath(path.relative(await realpath(folder), real), place);
    return isInPlace ? undefined : { kind: 'linked', real };
  } catch {
    // The file is probably gone, which the caller notices when it reads the file.
    return undefined;
  }
}

/** Some disks find a file by its name in other letters, too. */
function isSamePath(one: string, other: string): boolean {
  return one.normalize().toLowerCase() === other.normalize().toLowerCase();
}

export function isPathWithin(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const within = path.relative(folder, file);
    return within !== '..' && !within.startsWith(`..${path.sep}`) && !path.isAbsolute(within);
  });
}
