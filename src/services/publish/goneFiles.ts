import { stat } from 'node:fs/promises';
import type { FileIdentity } from '../../core/publish/pageRecord';
import { codeOf } from '../export/system/disk';

/** Whether a file exists, which is assumed for one on another computer. */
export async function isThere({ realPath }: FileIdentity): Promise<boolean> {
  return (
    realPath === undefined ||
    (await stat(realPath).then(
      () => true,
      (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(codeOf(error)),
    ))
  );
}

/** Whether the address of a file or folder is that of a folder or inside it. */
export function isWithin(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`);
}
