import path from 'node:path';
import { existsSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { codeOf } from '../../services/disk/disk';
import { Repositories } from '../../services/workspace/repositories';
import type { Environment } from '../environment/environment';
import { UsageError } from '../environment/usageError';

export type Git = (...args: readonly string[]) => Promise<string>;

/**
 * The only environment variables that `gitCall` passes on: for finding programs and its settings, and for knowing which
 * other users’ folders to trust.
 */
const passed =
  /^(?:PATH|NoDefaultCurrentDirectoryInExePath|HOME|USERPROFILE|SystemRoot|XDG_CONFIG_HOME|SUDO_UID|GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|(?:KEY|VALUE)_\d+))$/i;

/** Returns how to run Git so that it gets no token of the wiki and runs no program that the repository names. */
export function gitCall(root: string, environment: Environment, args: readonly string[]) {
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'diff.external='];
  const env = {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => passed.test(name))),
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
  };
  return { args: ['--no-pager', ...safe, ...args], options: { cwd: root, env } };
}

export function gitIn(root: string, environment: Environment): Git {
  return async (...all) => {
    const { args, options } = gitCall(root, environment, all);
    const { stdout } = await promisify(execFile)('git', args, { ...options, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  };
}

/**
 * Throws a UsageError if Git is missing, or refuses the folder, for example because another user owns it. `wayOn`: a
 * sentence that the message ends with.
 */
export async function requireUsableGit(git: Git, wayOn?: string): Promise<void> {
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

/** Undefined outside of a repository, and in one of another user. `folder`: a path without symbolic links. */
export async function topLevelOf(folder: string, environment: Environment): Promise<string | undefined> {
  const found = await new Repositories(() => 0, environment).gitDirectoriesAround(folder);
  return found?.workTree;
}

/** Whether the folder, or any folder above it, has an entry `.git`. */
export function hasGitEntry(folder: string): boolean {
  const above = path.dirname(folder);
  return existsSync(path.join(folder, '.git')) || (above !== folder && hasGitEntry(above));
}
