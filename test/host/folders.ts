import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mkdtemp, realpath, rm } from 'node:fs/promises';

// Out/test/host is three floors below the project
export const projectRoot = path.resolve(__dirname, '..', '..', '..');
export const downloads = path.join(projectRoot, '.vscode-test');
export const screenshots = path.join(projectRoot, 'out', 'screenshots');

const temporary = new Set<string>();

export async function temporaryFolder(name: string): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), `publish-to-wiki-${name}-`)));
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
  if (sweeping) {
    return;
  }
  sweeping = true;
  process.once('exit', () => {
    for (const folder of temporary) {
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      } catch {
        // A process that is still ending holds it
      }
    }
  });
}
