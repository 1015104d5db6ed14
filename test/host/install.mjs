// Plain JavaScript on built-ins only: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const changedAt = (...path) => {
  const file = join(root, ...path);
  return existsSync(file) ? statSync(file).mtimeMs : undefined;
};

const installedAt = changedAt('node_modules', '.package-lock.json');
const lockedAt = changedAt('package-lock.json');

if (installedAt === undefined || (lockedAt !== undefined && installedAt < lockedAt)) {
  // npm names its own script when it runs this; a shell finds it otherwise (npm.cmd on Windows needs one)
  const npm = process.env.npm_execpath;
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, 'ci'], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm ci', { cwd: root, stdio: 'inherit', shell: true });
  if (error) console.error(error.message);
  process.exitCode = status ?? 1;
}
