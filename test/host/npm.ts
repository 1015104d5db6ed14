import { exec, execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs npm in a folder. */
export async function npm(folder: string, ...args: string[]): Promise<void> {
  // Npm names its own script when it runs this; a shell finds it otherwise (npm.cmd on Windows needs one)
  const script = process.env.npm_execpath;
  const options = { cwd: folder, maxBuffer: 1e8 };
  if (script) {
    await promisify(execFile)(process.execPath, [script, ...args], options);
  } else {
    await promisify(exec)(['npm', ...args].join(' '), options);
  }
}
