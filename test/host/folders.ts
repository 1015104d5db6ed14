import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mkdtemp, realpath, rm } from 'node:fs/promises';

// out/test/host is three floors below the project
export const projectRoot = resolve(__dirname, '..', '..', '..');
export const downloads = join(projectRoot, '.vscode-test');
export const screenshots = join(projectRoot, 'out', 'screenshots');

export async function temporaryFolder(name: string): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), `publish-to-wiki-${name}-`)));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
