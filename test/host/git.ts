import { execFileSync } from 'node:child_process';

/** Runs Git in a folder, as somebody whose name and keys no configuration has to tell. */
export function runGit(folder: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}
