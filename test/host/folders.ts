import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mkdtemp, realpath, rm } from 'node:fs/promises';

// out/test/host is three floors below the project
export const projectRoot = resolve(__dirname, '..', '..', '..');
export const downloads = join(projectRoot, '.vscode-test');
export const screenshots = join(projectRoot, 'out', 'screenshots');

const temporary = new Set<string>();

export async function temporaryFolder(name: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), `publish-to-wiki-${name}-`)));
  temporary.add(folder);
  sweepAtExit();
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  temporary.delete(folder);
}

let sweeping = false;

/** An interrupted run leaves nothing; the processes that use the folders are ended by an earlier listener. */
function sweepAtExit(): void {
  if (sweeping) return;
  sweeping = true;
  process.once('exit', () => {
    for (const folder of temporary) {
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      } catch {
        // a process that is still ending holds it
      }
    }
  });
}
