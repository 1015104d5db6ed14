import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { IgnoreRules } from '../../core/workspace/ignoreRules';
import { gitFolderAt } from './gitFolder';
import { lastValueOf, readGitSettings, readSmall } from './gitSettings';
import { isNotFound } from './namedFile';

/** Folders that macOS and Linux create for a mounted drive, and remove with it. */
const mountPoint = /^(?:\/Volumes\/[^/]+|\/(?:run\/)?media\/[^/]+\/[^/]+)(?=\/)/;

/**
 * True also for a file without a real path, for one whose drive is not mounted, and for one that a sparse checkout
 * leaves out: only what is surely gone counts as gone.
 */
export async function isAssumedToExist(file: FileIdentity): Promise<boolean> {
  const { realPath } = file;
  if (realPath === undefined || (await exists(realPath))) {
    return true;
  }
  const drive = mountPoint.exec(realPath)?.[0] ?? path.parse(realPath).root;
  return !(await exists(drive)) || isLeftOutBySparseCheckout(file);
}

export async function isLeftOutBySparseCheckout({ realPath, repository }: FileIdentity): Promise<boolean> {
  const git = repository && (await gitFolderAt(repository.folder, {}));
  if (realPath === undefined || git === undefined || git === 'dubious') {
    return false;
  }
  const patterns = await readSmall(path.join(git.gitDir, 'info', 'sparse-checkout'));
  const isSparse =
    lastValueOf(await readGitSettings({}, git), 'core.sparsecheckout')?.toLowerCase() === 'true';
  // The patterns have the syntax of ignore rules, and name what is checked out.
  const rules = IgnoreRules.none.within('', patterns ?? '');
  const names = path.relative(git.workTree, realPath).split(path.sep);
  const around = names.map(
    (_, at) => `${names.slice(0, at + 1).join('/')}${at === names.length - 1 ? '' : '/'}`,
  );
  const isCheckedOut = around.findLast((each) => rules?.ignores(each) !== undefined);
  return isSparse && isCheckedOut !== undefined && rules?.ignores(isCheckedOut) === false;
}

/** False for a file that is not on a disk. */
export async function isGoneFile(file: FileIdentity): Promise<boolean> {
  const { uri } = file;
  return uri.startsWith('file:') && !(await isAssumedToExist({ ...file, realPath: fileURLToPath(uri) }));
}

function exists(realPath: string): Promise<boolean> {
  return stat(realPath).then(
    () => true,
    (error: unknown) => !isNotFound(error),
  );
}
