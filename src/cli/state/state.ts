import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { codeOf } from '../../services/disk/disk';
import type { RecordRows } from '../../services/records/recordRows';
import { Repositories } from '../../services/workspace/repositories';
import { countText } from '../output/countText';
import type { Environment } from '../environment/environment';
import { refuseForeignState } from './foreignState';
import { gitIn, hasGitEntry, requireUsableGit, topLevelOf, type Git } from '../git/git';
import { branchOf, headCommit, isAncestorOfHead, isDeletedInGit, TouchedFiles } from '../git/gitHistory';
import { LastCommits } from './lastCommits';
import { openStateFile } from './stateFile';
import { lockFolder } from './stateLock';
import { UsageError } from '../environment/usageError';

export interface StateOptions {
  readonly folder: string;
  readonly root: string;
  readonly endpoint: string;
  readonly environment: Environment;
  /** Only `publish` locks and writes the state; other commands read it. */
  readonly isPublish: boolean;
  readonly log: (text: string) => void;
}

/** What earlier jobs published. Losing it harms no page: pages are only asked about or sent once more. */
export interface JobState {
  readonly rows: RecordRows;
  readonly failed: (error: unknown) => void;
  readonly hasFailed: () => boolean;
  /** Throws a UsageError if HEAD neither is nor follows the last published commit, or if Git can’t tell. */
  readonly refuseOlderCommit: () => Promise<void>;
  readonly isLastCommitKnown: () => Promise<boolean>;
  /** Stores HEAD as published. Has to be called before the first send, since the command may be killed while it sends. */
  readonly recordCommit: () => Promise<void>;
  /**
   * Whether a commit removed the file; false if HEAD lacks a published commit, since the file may be on another branch.
   */
  readonly isGone: (file: FileIdentity) => Promise<boolean>;
  /** Whether a commit touched the file since the last published one; true also if that one is unknown. */
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
  const repositories = new Repositories(Date.now, environment);
  // Jobs for several folders of a repository may share a state, so its paths begin at the repository’s top folder.
  const top = await topLevelOf(root, environment);
  const git = gitIn(root, environment);
  await refuseForeignState(folder, top, git);
  const release = isPublish ? lockState(folder) : () => undefined;
  const remote = (await repositories.of(path.join(root, 'file')))?.remote ?? 'local';
  const file = await openStateFile(path.join(folder, `${remote}.jsonl`), {
    root: top ?? root,
    isReadOnly: !isPublish,
    refused: (lines) =>
      log(l10n.t('Of --state, {0} that can’t be read: left aside.', countText(lines, 'line'))),
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
  const touched = new TouchedFiles(git, top, () => commits.ofBranch());
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
    refuseOlderCommit: async () => {
      if (hasGitEntry(root)) {
        await requireUsableGit(git, l10n.t('Make Git work here, or say --allow-older.'));
      }
      for (const commit of await commits.ofBranch()) {
        await refuseOlder(git, commit);
      }
    },
    isLastCommitKnown: async () => (await commits.ofBranch()).length > 0,
    recordCommit: async () => {
      const commit = await headCommit(git);
      if (commit !== undefined) {
        await commits.store(commit).catch(failed);
      }
    },
    isGone: async (file) => (await isFollowingAll(git, commits)) && isDeletedInGit(git, root, file),
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

/** If HEAD lacks a published commit, a file that is missing here may exist on another branch. */
async function isFollowingAll(git: Git, commits: LastCommits): Promise<boolean> {
  const all = await commits.ofAllBranches();
  const follows = await Promise.all(all.map((commit) => isAncestorOfHead(git, commit)));
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
  if (!(await isAncestorOfHead(git, last))) {
    throw new UsageError(
      l10n.t(
        'This commit does not follow the one that was published last, {0}. Nothing was sent. Say --allow-older to publish it all the same.',
        last,
      ),
    );
  }
}
