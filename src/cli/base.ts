import { isMarkdownName } from '../core/page/markdownName';
import type { Environment } from './environment';
import { gitIn } from './git';
import { UsageError } from './usageError';

/** A Markdown file that is another one than at the base; `before` or `now` is missing where it is new or gone. */
export interface ChangedFile {
  /** From the root, with “/” between. */
  readonly before?: string;
  readonly now?: string;
}

/** An earlier state of the folder, as Git has it. */
export interface Base {
  readonly changed: readonly ChangedFile[];
  /** Undefined where there was none. */
  textOf(file: string): Promise<string | undefined>;
}

/** The last commit that a revision and the current commit have in common. */
export async function readBase(root: string, revision: string, environment: Environment): Promise<Base> {
  const git = gitIn(root, environment);
  let commit: string;
  try {
    const named = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
    commit = (await git('merge-base', '--end-of-options', named.trim(), 'HEAD')).trim();
  } catch (error) {
    throw new UsageError(
      `--base: Git has no commit ${revision}, or nothing in common with it. Fetch the history (fetch-depth: 0).`,
      { cause: error },
    );
  }
  const found = await git(
    ...['diff-tree', '-r', '-z', '--name-status', '--find-renames', '--relative', '--no-ext-diff'],
    ...['--end-of-options', commit, 'HEAD'],
  );
  return {
    changed: changesIn(found).filter(
      ({ before, now }) => isMarkdownName(before ?? '') || isMarkdownName(now ?? ''),
    ),
    textOf: (file) => git('cat-file', 'blob', `${commit}:./${file}`).catch(() => undefined),
  };
}

/** Of `diff-tree -z --name-status`: a status, then its path, or two where a file was renamed. */
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
