import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Environment } from './environment';

/** Runs Git in a folder, without the programs that the repository configures and without tokens. Rejects if it fails. */
export function gitIn(
  root: string,
  environment: Environment,
): (...args: readonly string[]) => Promise<string> {
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
