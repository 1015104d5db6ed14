import * as l10n from '@vscode/l10n';
import { isMarkdownName } from '../core/page/markdownName';
import type { Environment } from './environment';
import { gitIn, refuseUnusable } from './git';
import { UsageError } from './usageError';

/** A Markdown file that differs from the base. `before` is missing if it is new, `now` if it was deleted. */
export interface ChangedFile {
  /** The path from the root, with “/” between names. */
  readonly before?: string;
  readonly now?: string;
}

/** An earlier state of the folder in Git. */
export interface Base {
  readonly changed: readonly ChangedFile[];
  /** Resolves with undefined if the file did not exist. */
  textOf(file: string): Promise<string | undefined>;
}

/** Reads the merge base of a revision and the current commit. */
export async function readBase(root: string, revision: string, environment: Environment): Promise<Base> {
  const git = gitIn(root, environment);
  await refuseUnusable(git);
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
  // A clone with a filter lacks the texts of earlier commits.
  const missing = (cause: unknown): never => {
    throw new UsageError(
      l10n.t('--base: Git does not have all files of {0}. Fetch them: clone without a filter.', revision),
      { cause },
    );
  };
  const found = await git(
    ...['diff-tree', '-r', '-z', '--name-status', '--find-renames', '--relative', '--no-ext-diff'],
    ...['--end-of-options', commit, 'HEAD'],
  ).catch(missing);
  const isThere = async (file: string): Promise<boolean> =>
    (await git('ls-tree', '-z', '--end-of-options', commit, `./${file}`)) !== '';
  return {
    changed: changesIn(found).filter(
      ({ before, now }) => isMarkdownName(before ?? '') || isMarkdownName(now ?? ''),
    ),
    textOf: (file) =>
      git('cat-file', 'blob', `${commit}:./${file}`).catch(async (error: unknown) =>
        (await isThere(file)) ? missing(error) : undefined,
      ),
  };
}

/** Parses the output of `diff-tree -z --name-status`: a status, then the path, or two paths for a renamed file. */
function changesIn(found: string): readonly ChangedFile[] {
  const parts = found.split('\0').values();
  const changed: ChangedFile[] = [];
  for (const status of parts) {
    const path = parts.next().value ?? '';
    switch (status[0]) {
      case undefined:
        break;
      case 'A':
        changed.push({ now: path });
        break;
      case 'D':
        changed.push({ before: path });
        break;
      case 'R':
        changed.push({ before: path, now: parts.next().value ?? '' });
        break;
      default:
        changed.push({ before: path, now: path });
    }
  }
  return changed;
}
