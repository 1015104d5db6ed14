import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { isNotFound } from './namedFile';

/** Folders that macOS and Linux create for a mounted drive, and remove with it. */
const mountPoint = /^(?:\/Volumes\/[^/]+|\/(?:run\/)?media\/[^/]+\/[^/]+)(?=\/)/;

/**
 * True also for a file without a real path, and for one whose drive is not mounted: only what is surely gone
 * counts as gone.
 */
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

/** `folder`: a URI without a “/” at its end. */
export function isWithin(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`);
}
