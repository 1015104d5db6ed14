import path from 'node:path';
import { existsSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { codeOf } from '../../services/disk/disk';
import { Repositories } from '../../services/workspace/repositories';
import type { Environment } from '../environment/environment';
import { UsageError } from '../environment/usageError';

export interface Git {
  (...args: readonly string[]): Promise<string>;
  /** `input`: what Git reads from its standard input. */
  readonly fed: (input: string, ...args: readonly string[]) => Promise<string>;
}

/**
 * The only environment variables that `gitCall` passes on: for finding programs and its settings, and for knowing which
 * other users’ folders to trust.
 */
const passed =
  /^(?:PATH|NoDefaultCurrentDirectoryInExePath|HOME|USERPROFILE|SystemRoot|XDG_CONFIG_HOME|SUDO_UID|GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|(?:KEY|VALUE)_\d+))$/i;

/**
 * Settings that turn off what runs programs or writes. A driver of attributes and a server’s own section can’t be
 * turned off like this: the calls themselves are those that read neither.
 */
const off = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.askPass=',
  'credential.helper=',
  'diff.external=',
  'log.showSignature=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

/** Returns how to run Git so that it gets no token of the wiki, and runs and writes nothing that the repository names. */
export function gitCall(root: string, environment: Environment, args: readonly string[]) {
  const env = {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => passed.test(name))),
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Git before 2.45 does not know the variable above.
    GIT_ALLOW_PROTOCOL: '',
    GIT_OPTIONAL_LOCKS: '0',
  };
  return { args: ['--no-pager', ...off, ...args], options: { cwd: root, env } };
}

export function gitIn(root: string, environment: Environment): Git {
  const fed = async (input: string, ...all: readonly string[]): Promise<string> => {
    const { args, options } = gitCall(root, environment, all);
    const asked = promisify(execFile)('git', args, { ...options, maxBuffer: 64 * 1024 * 1024 });
    // Git may end before it has read everything, which its exit code tells.
    asked.child.stdin?.on('error', () => undefined).end(input);
    return (await asked).stdout;
  };
  return Object.assign((...args: readonly string[]) => fed('', ...args), { fed });
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
