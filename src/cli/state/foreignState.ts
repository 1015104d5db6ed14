import * as l10n from '@vscode/l10n';
import { readdir, realpath } from 'node:fs/promises';
import { isPathWithin } from '../../services/workspace/ownPlace';
import type { Environment } from '../environment/environment';
import { topLevelOf, type Git } from '../git/git';
import { UsageError } from '../environment/usageError';

/**
 * Throws a UsageError if commits could change the state: Git tracks files in `folder`, a link is in it or leads to it,
 * or it is in a submodule. A folder outside of `top`, the repository’s top folder, is fine.
 */
export async function refuseForeignState(
  folder: string,
  top: string | undefined,
  { git, environment }: { readonly git: Git; readonly environment: Environment },
): Promise<void> {
  if (top === undefined || !isPathWithin(folder, [top])) {
    return;
  }
  if ((await topLevelOf(folder, environment)) !== top) {
    throw new UsageError(
      l10n.t(
        'The folder of --state is in a submodule, whose commits decide what is in it. Nothing was sent. Name a folder of this repository, or one outside.',
      ),
    );
  }
  const tracked = await git('ls-files', '-z', '--', folder).catch(() => '');
  if (tracked !== '') {
    throw new UsageError(
      l10n.t(
        'Git tracks the folder of --state, so commits decide what is in it. Nothing was sent. Take it out with “git rm -r --cached”, and add it to .gitignore.',
      ),
    );
  }
  const real = await realpath(folder).catch(() => folder);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (real !== folder || entries.some((entry) => entry.isSymbolicLink())) {
    throw new UsageError(
      l10n.t(
        'The folder of --state is reached through a link. Nothing was sent. Name a folder that is none.',
      ),
    );
  }
}
