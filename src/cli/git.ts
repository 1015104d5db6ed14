import * as l10n from '@vscode/l10n';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../services/export/system/disk';
import type { Environment } from './environment';
import { UsageError } from './usageError';

export type Git = (...args: readonly string[]) => Promise<string>;

/** Runs Git in a folder, without the programs that the repository configures and without tokens. Rejects if it fails. */
export function gitIn(root: string, environment: Environment): Git {
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'diff.external='];
  const { PATH, HOME, SystemRoot } = environment;
  const env = {
    PATH,
    HOME,
    SystemRoot,
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
  };
  return async (...args) => {
    const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)('git', ['--no-pager', ...safe, ...args], options);
    return stdout;
  };
}

/** Throws if Git does not work in its folder, such as in one that belongs to somebody else. `wayOn`: a sentence that says what to do. */
export async function refuseUnusable(git: Git, wayOn?: string): Promise<void> {
  try {
    await git('rev-parse', '--is-inside-work-tree');
  } catch (error) {
    const { stderr = '' } = error as { readonly stderr?: string };
    const reason = stderr
      .replace(/^fatal: /, '')
      .trim()
      .replace(/\.$/, '')
      .replaceAll(/\s+/g, ' ');
    const sentence =
      codeOf(error) === 'ENOENT'
        ? l10n.t('Git is not installed. It tells which commit follows which.')
        : l10n.t('Git can’t be used here: {0}.', reason);
    throw new UsageError([sentence, wayOn].filter(Boolean).join(' '), { cause: error });
  }
}

/** Returns the folder, or the next one above it, that is the top of a repository. */
export function repositoryOf(folder: string): string | undefined {
  const above = path.dirname(folder);
  return existsSync(path.join(folder, '.git')) ? folder : above === folder ? undefined : repositoryOf(above);
}
