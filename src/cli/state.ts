import * as l10n from '@vscode/l10n';
import path from 'node:path';
import type { Disk } from '../services/export/system/disk';
import { codeOf, readIfThere } from '../services/export/system/disk';
import { writeWhole } from '../services/publish/writeWhole';
import { parseObject } from '../core/text/json';
import { counted } from './counted';
import { isInCi, type Environment } from './environment';
import { gitIn, refuseUnusable, repositoryOf, type Git } from './git';
import { stateDisk, type Refusal } from './stateDisk';
import { lockFolder } from './stateLock';
import { UsageError } from './usageError';

export interface StateOptions {
  readonly folder: string;
  readonly root: string;
  readonly environment: Environment;
  /** Whether the command publishes, and so locks and writes the state; others only read it. */
  readonly isPublish: boolean;
  readonly log: (text: string) => void;
}

/** The records of what earlier runs published. */
export interface State {
  /** The folder of the pages' records. */
  readonly folder: string;
  readonly disk: Disk;
  /** Is called when a record could not be written. */
  readonly failed: (error: unknown) => void;
  readonly hasFailed: () => boolean;
  /** Throws if the current commit is no descendant of the commit that was published last. */
  readonly refuseOlder: () => Promise<void>;
  /** Records the current commit as the last one, before a page of it is sent: the command may be killed. */
  readonly begin: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const shortestKey = 16;

export async function openState({ folder, root, environment, isPublish, log }: StateOptions): Promise<State> {
  const key = readKey(environment);
  const refused = { broken: 0, unsigned: 0 };
  let hasFailed = false;
  // Folders of one repository may share the state, so a path says which of them it is in.
  const top = await repositoryOf(root, environment);
  const disk = stateDisk({
    root: top ?? root,
    key,
    isReadOnly: !isPublish,
    refused: (why) => refused[why]++,
  });
  const release = isPublish ? await lockState(folder) : () => Promise.resolve();
  const commitFile = path.join(folder, 'commit.json');
  const git = gitIn(root, environment);
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
    folder: path.join(folder, 'pages'),
    disk,
    failed,
    hasFailed: () => hasFailed,
    refuseOlder: async () => {
      if (top !== undefined) {
        await refuseUnusable(git, l10n.t('Make Git work here, or say --allow-older.'));
      }
      const { commit } = parseObject((await readIfThere(disk, commitFile)) ?? '') ?? {};
      if (typeof commit === 'string') {
        await refuseOlder(git, commit);
      }
    },
    begin: async () => {
      const commit = await git('rev-parse', '--verify', 'HEAD').catch(() => undefined);
      if (commit !== undefined) {
        await writeWhole(disk, commitFile, JSON.stringify({ commit: commit.trim() })).catch(failed);
      }
    },
    close: async () => {
      leftAsideTexts(refused).forEach(log);
      await release();
    },
  };
}

function leftAsideTexts({ broken, unsigned }: Readonly<Record<Refusal, number>>): readonly string[] {
  const brokenText = l10n.t('Of --state, {0} that can’t be read: left aside.', counted(broken, 'file'));
  const unsignedText = l10n.t(
    'Of --state, {0} without a signature of WIKI_STATE_KEY: left aside.',
    counted(unsigned, 'file'),
  );
  return [...(broken > 0 ? [brokenText] : []), ...(unsigned > 0 ? [unsignedText] : [])];
}

/** Returns the key of the signatures; undefined if none is needed, since only the person writes to the folder. */
function readKey(environment: Environment): string | undefined {
  const { WIKI_STATE_KEY: key = '' } = environment;
  if (key === '') {
    if (isInCi(environment)) {
      throw new UsageError(
        l10n.t(
          'WIKI_STATE_KEY is not set. In CI, what --state keeps is signed with it, since a cache can be forged.',
        ),
      );
    }
    return undefined;
  }
  if (key.length < shortestKey) {
    throw new UsageError(l10n.t('WIKI_STATE_KEY has fewer than {0} characters.', shortestKey));
  }
  return key;
}

async function lockState(folder: string): Promise<() => Promise<void>> {
  try {
    return await lockFolder(folder);
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(
          l10n.t('The folder of --state can’t be used ({0}). Nothing was sent.', codeOf(error)),
          {
            cause: error,
          },
        );
  }
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
  const follows = await git('merge-base', '--is-ancestor', '--end-of-options', last, 'HEAD').catch(
    () => undefined,
  );
  if (follows === undefined) {
    throw new UsageError(
      l10n.t(
        'This commit does not follow the one that was published last, {0}. Nothing was sent. Say --allow-older to publish it all the same.',
        last,
      ),
    );
  }
}
