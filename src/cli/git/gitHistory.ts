import path from 'node:path';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { isPathWithin } from '../../services/workspace/ownPlace';
import { isAssumedToExist } from '../../services/workspace/goneFiles';
import type { Environment } from '../environment/environment';
import type { Git } from './git';

/** The variables of CI come first, since a CI checkout mostly has a detached HEAD, for which Git names no branch. */
export async function branchOf(git: Git, environment: Environment): Promise<string | undefined> {
  const { GITHUB_REF_NAME, CI_COMMIT_REF_NAME, BUILD_SOURCEBRANCHNAME, BITBUCKET_BRANCH } = environment;
  const named = [GITHUB_REF_NAME, CI_COMMIT_REF_NAME, BUILD_SOURCEBRANCHNAME, BITBUCKET_BRANCH].find(
    (name) => name !== undefined && name !== '',
  );
  return named ?? ((await git('branch', '--show-current').catch(() => '')).trim() || undefined);
}

export async function headCommit(git: Git): Promise<string | undefined> {
  return (await git('rev-parse', '--verify', '--quiet', 'HEAD').catch(() => undefined))?.trim();
}

/** True also for HEAD itself; false also if Git can’t tell, for example since the repository lacks the commit. */
export async function isAncestorOfHead(git: Git, commit: string): Promise<boolean> {
  const found = git('merge-base', '--is-ancestor', '--end-of-options', commit, 'HEAD');
  return found.then(
    () => true,
    () => false,
  );
}

/** True only if a commit before HEAD had the file, and neither HEAD nor the disk has it now. */
export async function isDeletedInGit(git: Git, root: string, file: FileIdentity): Promise<boolean> {
  const { realPath } = file;
  if (realPath === undefined || !isPathWithin(realPath, [root]) || (await isAssumedToExist(file))) {
    return false;
  }
  const name = `./${path.relative(root, realPath).split(path.sep).join('/')}`;
  try {
    const now = await git('ls-tree', '-z', 'HEAD', '--', name);
    const before = await git('rev-list', '-1', 'HEAD', '--', `:(literal)${name}`);
    return now === '' && before.trim() !== '';
  } catch {
    return false;
  }
}

/** The files that commits touched since the last published commit. */
export class TouchedFiles {
  #names: Promise<ReadonlySet<string> | undefined> | undefined;

  /** `top`: undefined outside of a repository. `lasts`: the last published commits, of one branch or all. */
  constructor(
    private readonly git: Git,
    private readonly top: string | undefined,
    private readonly lasts: () => Promise<readonly string[]>,
  ) {}

  /** True also if the last published commit is unknown or missing; false without a repository or commits. */
  async has(file: string): Promise<boolean> {
    const { top } = this;
    if (top === undefined) {
      return false;
    }
    this.#names ??= this.#find();
    const names = await this.#names;
    return names === undefined || names.has(path.relative(top, file).split(path.sep).join('/'));
  }

  async #find(): Promise<ReadonlySet<string> | undefined> {
    const [last, ...others] = await this.lasts();
    if (last === undefined || others.length > 0) {
      // In a repository without commits, no commit can have touched a file.
      return (await headCommit(this.git)) === undefined ? new Set() : undefined;
    }
    const listing = ['diff-tree', '--stdin', '-m', '-r', '--root', '--name-only', '--no-commit-id', '-z'];
    const commits = this.git('rev-list', '--end-of-options', `^${last}`, 'HEAD');
    const names = commits.then((all) => this.git.fed(all, ...listing));
    return names.then(
      (all) => new Set(all.split('\0')),
      () => undefined,
    );
  }
}
