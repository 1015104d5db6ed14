import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { withCommit } from '../../core/publish/recordChanges';
import type { FileIdentity } from '../../core/records/fileIdentity';
import type { PageRecord } from '../../core/records/pageRecord';
import { codeOf } from '../../services/disk/disk';
import { readStoredPage, type RecordRows } from '../../services/records/recordRows';
import { Repositories } from '../../services/workspace/repositories';
import { countText } from '../output/countText';
import type { Environment } from '../environment/environment';
import { refuseForeignState } from './foreignState';
import { gitIn, hasGitEntry, requireUsableGit, topLevelOf, type Git } from '../git/git';
import { headCommit, isAncestorOfHead, isDeletedInGit, rootCommit, TouchedFiles } from '../git/gitHistory';
import { openStateFile } from './stateFile';
import { lockFolder } from './stateLock';
import { UsageError } from '../environment/usageError';

export interface StateOptions {
  readonly folder: string;
  readonly root: string;
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
  readonly isEmpty: boolean;
  /** HEAD; undefined outside of a repository, and in one without commits. */
  readonly commit: string | undefined;
  /** Throws a UsageError if Git can’t tell which commit follows which. */
  readonly requireGit: () => Promise<void>;
  /** Throws a UsageError if HEAD neither is nor follows the commits that these pages were published from. */
  readonly refuseOlderCommit: (pages: readonly PageRecord[]) => Promise<void>;
  /** Whether a commit after `commit` removed the file; false if HEAD lacks that, since the file may be on another branch. */
  readonly isGone: (file: FileIdentity, commit: string | undefined) => Promise<boolean>;
  /** Whether a commit touched the file since its last publish; true also if that one’s commit is unknown. */
  readonly isTouched: (record: PageRecord) => Promise<boolean>;
  /** Of pages that are as they were published: no later commit touched them, so they have the text of HEAD, too. */
  readonly keepUnchanged: (pages: readonly PageRecord[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openState({
  folder,
  root,
  environment,
  isPublish,
  log,
}: StateOptions): Promise<JobState> {
  let hasFailed = false;
  const repositories = new Repositories(Date.now, environment);
  // Jobs for several folders of a repository may share a state, so its paths begin at the repository’s top folder.
  const top = await topLevelOf(root, environment);
  const git = gitIn(root, environment);
  await refuseForeignState(folder, top, { git, environment });
  const release = isPublish ? lockState(folder) : () => undefined;
  const { remote } = (await repositories.of(path.join(root, 'file'))) ?? {};
  // Two repositories may share a state, even without a remote.
  const repository = remote ?? (await rootCommit(git)) ?? 'local';
  const commit = await headCommit(git);
  const file = await openStateFile(path.join(folder, `${repository}.jsonl`), {
    root: top ?? root,
    isReadOnly: !isPublish,
    refused: (lines) =>
      log(l10n.t('Of --state, {0} that can’t be read: left aside.', countText(lines, 'line'))),
  }).catch((error: unknown) => {
    release();
    throw unusable(error);
  });
  if (isPublish && file.isEmpty) {
    log(
      l10n.t(
        '--state knows no page: this is the first run, or its cache is gone. With a platform token, pages that the import changed last are replaced as the settings say.',
      ),
    );
  }
  const touched = new TouchedFiles(git, top, commit);
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
    isEmpty: file.isEmpty,
    commit,
    requireGit: async () => {
      if (hasGitEntry(root)) {
        await requireUsableGit(git, l10n.t('Make Git work here, or say --allow-older.'));
      }
    },
    refuseOlderCommit: async (pages) => {
      for (const last of new Set(pages.flatMap((page) => page.commit ?? []))) {
        await refuseOlder(git, last);
      }
    },
    isGone: async (file, last) =>
      last !== undefined && (await isAncestorOfHead(git, last)) && isDeletedInGit(git, root, file),
    isTouched: ({ file: { realPath = '' }, commit: last }) => touched.has(realPath, last),
    keepUnchanged: async (pages) => {
      const ids: string[] = [];
      for (const {
        id,
        file: { realPath = '' },
        commit: last,
      } of pages) {
        if (last !== commit && !(await touched.has(realPath, last))) {
          ids.push(id);
        }
      }
      await file.rows
        .change((open) => {
          for (const id of ids) {
            const page = readStoredPage(open.get('page', id));
            open.set('page', id, page && commit ? withCommit(page, commit) : page);
          }
        })
        .catch(failed);
    },
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
