import * as l10n from '@vscode/l10n';
import { isMarkdownName } from '../../core/page/markdownName';
import type { Environment } from '../environment/environment';
import { gitIn, requireUsableGit } from '../git/git';
import { GitBlobs } from '../git/gitBlobs';
import { UsageError } from '../environment/usageError';

/** A file that differs between the merge base and HEAD: `before` is missing if it is new, `now` if it was deleted. */
export interface ChangedFile {
  /** Paths from the root, with “/” between names; they differ if the file was renamed. */
  readonly before?: string;
  readonly now?: string;
}

export interface MergeBase {
  /** Has only files that are or were Markdown. */
  readonly changed: readonly ChangedFile[];
  /** Undefined for a file that the merge base lacks, or that neither changed nor is in `others` of `readMergeBase`. */
  textOf(file: string): Promise<string | undefined>;
  readonly close: () => void;
}

/** `others`: files whose texts `textOf` returns even if they did not change. */
export async function readMergeBase(
  root: string,
  revision: string,
  environment: Environment,
  others: readonly string[] = [],
): Promise<MergeBase> {
  const git = gitIn(root, environment);
  await requireUsableGit(git);
  let commit: string;
  try {
    const named = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
    commit = (await git('merge-base', '--end-of-options', named.trim(), 'HEAD')).trim();
    if (commit === '') {
      throw new Error('Git named no commit.');
    }
  } catch (error) {
    throw new UsageError(
      l10n.t(
        '--base: Git has no commit {0}, or nothing in common with it. Fetch the history (fetch-depth: 0).',
        revision,
      ),
      { cause: error },
    );
  }
  // A partial clone (`--filter`) may lack the texts of earlier commits.
  const missing = (cause: unknown): never => {
    throw new UsageError(
      l10n.t('--base: Git does not have all files of {0}. Fetch them: clone without a filter.', revision),
      { cause },
    );
  };
  const found = await git(
    ...['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--find-renames', '--relative', '--no-ext-diff'],
    ...['--end-of-options', commit, 'HEAD'],
  ).catch(missing);
  const changes = changesIn(found);
  const objects = new Map(
    changes.flatMap(({ before, object }) => (before === undefined ? [] : [[before, object]])),
  );
  for (const file of others.filter((each) => !objects.has(each))) {
    const [, object = ''] =
      / blob ([\da-f]+)\t/.exec(await git('ls-tree', '-z', commit, '--', `./${file}`)) ?? [];
    objects.set(file, object);
  }
  const blobs = new GitBlobs(root, environment);
  return {
    changed: changes.filter(({ before, now }) => isMarkdownName(before ?? '') || isMarkdownName(now ?? '')),
    textOf: async (file) => {
      const object = objects.get(file) ?? '';
      return object === '' ? undefined : blobs.read(object).catch(missing);
    },
    close: () => blobs.close(),
  };
}

interface Change extends ChangedFile {
  /** The ID of the Git object of `before`; empty for a new file and for a submodule, which have no text. */
  readonly object: string;
}

const submodule = '160000';

/** Parses `git diff-tree -z --raw`: `:100644 100644 <id> <id> M`, then a path, or two for a rename (`R`). */
function changesIn(found: string): readonly Change[] {
  const parts = found.split('\0').values();
  const changed: Change[] = [];
  for (const described of parts) {
    const [mode = '', , id = '', , status = ''] = described.slice(1).split(' ');
    const object = mode === submodule ? '' : id;
    const path = parts.next().value ?? '';
    switch (status[0]) {
      case undefined:
        break;
      case 'A':
        changed.push({ now: path, object: '' });
        break;
      case 'D':
        changed.push({ before: path, object });
        break;
      case 'R':
        changed.push({ before: path, now: parts.next().value ?? '', object });
        break;
      default:
        changed.push({ before: path, now: path, object });
    }
  }
  return changed;
}
