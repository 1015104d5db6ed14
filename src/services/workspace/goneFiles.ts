import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { isNotFound } from './namedFile';

/** Where systems mount a drive whose folder they delete with it. */
const mountPoint = /^(?:\/Volumes\/[^/]+|\/(?:run\/)?media\/[^/]+\/[^/]+)(?=\/)/;

/** Whether a file exists, which is assumed for one on another computer or on a drive that is not there. */
export async function isAssumedToExist({ realPath }: FileIdentity): Promise<boolean> {
  if (realPath === undefined || (await exists(realPath))) {
    return true;
  }
  const drive = mountPoint.exec(realPath)?.[0] ?? path.parse(realPath).root;
  return !(await exists(drive));
}

function exists(realPath: string): Promise<boolean> {
  return stat(realPath).then(
    () => true,
    (error: unknown) => !isNotFound(error),
  );
}

/** Whether the address of a file or folder is that of a folder or inside it. */
export function isWithin(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`);
}
