import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { codeOf } from '../../services/disk/disk';
import type { RecordRows } from '../../services/records/recordRows';
import { Repositories } from '../../services/workspace/repositories';
import { counted } from '../output/counted';
import type { Environment } from '../environment/environment';
import { refuseForeignState } from './foreignState';
import { gitIn, hasGit, refuseUnusable, repositoryOf, type Git } from '../git/git';
import { branchOf, commitIn, isFollowed, isGoneInGit, TouchedFiles } from '../git/gitHistory';
import { LastCommits } from './lastCommits';
import { openStateFile } from './stateFile';
import { lockFolder } from './stateLock';
import { UsageError } from '../environment/usageError';

export interface StateOptions {
  readonly folder: string;
  readonly root: string;
  /** The import endpoint; empty where the command sends nothing. */
  readonly endpoint: string;
  readonly environment: Environment;
  /** Whether the command publishes, and so locks and writes the state; others only read it. */
  readonly isPublish: boolean;
  readonly log: (text: string) => void;
}

/** The records of what earlier runs published: a cache, which costs questions or sends where it is lost. */
export interface JobState {
  readonly rows: RecordRows;
  /** Is called when a record could not be written. */
  readonly failed: (error: unknown) => void;
  readonly hasFailed: () => boolean;
  /** Throws if the current commit is no descendant of the commit that was published last. */
  readonly refuseOlder: () => Promise<void>;
  /** Whether it tells which commit was published last. */
  readonly isLastKnown: () => Promise<boolean>;
  /** Records the current commit as the last one, before a page of it is sent: the command may be killed. */
  readonly begin: () => Promise<void>;
  /** Whether Git tells that a file was removed from the repository. */
  readonly isGone: (file: FileIdentity) => Promise<boolean>;
  /** Whether a commit since the one that was published last touched a file, as far as Git can say. */
  readonly isTouched: (uri: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export async function openState({
  folder,
  root,
  endpoint,
  environment,
  isPublish,
  log,
}: StateOptions): Promise<JobState> {
  let hasFailed = false;
  // Folders of one repository may share the state, so a path says which of them it is in.
  const repositories = new Repositories(Date.now, environment);
  const top = await repositoryOf(root, environment);
  const git = gitIn(root, environment);
  await refuseForeignState(folder, top, git);
  const release = isPublish ? lockState(folder) : () => undefined;
  const remote = (await repositories.of(path.join(root, 'file')))?.remote ?? 'local';
  const file = await openStateFile(path.join(folder, `${remote}.jsonl`), {
    root: top ?? root,
    isReadOnly: !isPublish,
    refused: (lines) =>
      log(l10n.t('Of --state, {0} that can’t be read: left aside.', counted(lines, 'line'))),
  }).catch((error: unknown) => {
    release();
    throw unusable(error);
  });
  const commits = new LastCommits(path.join(folder, 'commits.json'), {
    remote,
    root: path.relative(top ?? root, root),
    endpoint,
    branch: await branchOf(git, environment),
  });
  const touched = new TouchedFiles(git, top, () => commits.lasts());
  const failed = (error: unknown): void => {
    if (!hasFailed) {
      log(
        l10n.t(
          'The folder of --state can’t be written ({0}): what is published is not remembered.',
          codeOf(error),
        ),
      );
    }
    hasFailed = true;
  };
  return {
    rows: file.rows,
    failed,
    hasFailed: () => hasFailed,
    refuseOlder: async () => {
      if (hasGit(root)) {
        await refuseUnusable(git, l10n.t('Make Git work here, or say --allow-older.'));
      }
      for (const commit of await commits.lasts()) {
        await refuseOlder(git, commit);
      }
    },
    isLastKnown: async () => (await commits.lasts()).length > 0,
    begin: async () => {
      const commit = await commitIn(git);
      if (commit !== undefined) {
        await commits.put(commit).catch(failed);
      }
    },
    isGone: async (file) => (await isFollowingAll(git, commits)) && isGoneInGit(git, root, file),
    isTouched: (uri) => touched.has(fileURLToPath(uri)),
    close: async () => {
      await (isPublish ? file.compact().catch(failed) : undefined);
      release();
    },
  };
}

function lockState(folder: string): () => void {
  try {
    return lockFolder(folder);
  } catch (error) {
    throw unusable(error);
  }
}

function unusable(error: unknown): UsageError {
  return error instanceof UsageError
    ? error
    : new UsageError(l10n.t('The folder of --state can’t be used ({0}). Nothing was sent.', codeOf(error)), {
        cause: error,
      });
}

/** Whether the current commit follows each that was published: on another branch, a file may only be out of sight. */
async function isFollowingAll(git: Git, commits: LastCommits): Promise<boolean> {
  const all = await commits.ofAllBranches();
  const follows = await Promise.all(all.map((commit) => isFollowed(git, commit)));
  return !follows.includes(false);
}

async function refuseOlder(git: Git, last: string): Promise<void> {
  const found = await git('cat-file', '-e', '--end-of-options', `${last}^{commit}`).catch(() => undefined);
  if (found === undefined) {
    throw new UsageError(
      l10n.t(
        'Git does not have the commit that was published last, {0}. Fetch the history (fetch-depth: 0), or say --allow-older.',
        last,
      ),
    );
  }
  if (!(await isFollowed(git, last))) {
    throw new UsageError(
      l10n.t(
        'This commit does not follow the one that was published last, {0}. Nothing was sent. Say --allow-older to publish it all the same.',
        last,
      ),
    );
  }
}
