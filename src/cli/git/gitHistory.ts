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

/** The files that commits touched since those that earlier jobs published. */
export class TouchedFiles {
  readonly #names = new Map<string, Promise<ReadonlySet<string> | undefined>>();

  /** `top`: undefined outside of a repository. */
  constructor(
    private readonly git: Git,
    private readonly top: string | undefined,
    private readonly head: string | undefined,
  ) {}

  /** True also if `commit` is unknown, missing or not before HEAD; false without a repository or commits. */
  async has(file: string, commit: string | undefined): Promise<boolean> {
    const { top, head } = this;
    if (top === undefined || head === undefined) {
      return false;
    }
    if (commit === undefined) {
      return true;
    }
    const finding = this.#names.get(commit) ?? this.#find(commit);
    this.#names.set(commit, finding);
    const names = await finding;
    return names === undefined || names.has(path.relative(top, file).split(path.sep).join('/'));
  }

  async #find(commit: string): Promise<ReadonlySet<string> | undefined> {
    if (!(await isAncestorOfHead(this.git, commit))) {
      return undefined;
    }
    const listing = ['diff-tree', '--stdin', '-m', '-r', '--root', '--name-only', '--no-commit-id', '-z'];
    const commits = this.git('rev-list', '--end-of-options', `^${commit}`, 'HEAD');
    const names = commits.then((all) => this.git.fed(all, ...listing));
    return names.then(
      (all) => new Set(all.split('\0')),
      () => undefined,
    );
  }
}

/** The first commit, which clones of a repository share; undefined where there is none. */
export async function rootCommit(git: Git): Promise<string | undefined> {
  const roots = await git('rev-list', '--max-parents=0', '--end-of-options', 'HEAD').catch(() => '');
  return roots.split('\n').filter(Boolean).sort()[0];
}
