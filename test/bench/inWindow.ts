import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import { runInHost } from '../host/runInHost.js';
import { startWire } from './wire.js';

/** Runs a suite of this folder in a real VS Code, against answers after `delayMs`; answers with what it measured. */
export async function measureInWindow<T>(
  suite: string,
  delayMs: number,
  prepare: (workspace: string) => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const wire = await startWire(delayMs);
  const workspace = await temporaryFolder('bench');
  const results = path.join(workspace, 'results.json');
  try {
    await prepare(workspace);
    const code = await runInHost({
      version: 'newest',
      extensionDevelopmentPath: projectRoot,
      suite: path.join(projectRoot, 'out', 'test', 'bench', suite),
      workspace,
      env: { BENCH_ENDPOINT: wire.endpoint, BENCH_RESULTS: results },
    });
    if (code !== 0) {
      throw new Error('The suite in VS Code failed.');
    }
    return JSON.parse(await readFile(results, 'utf8')) as T;
  } finally {
    wire.close();
    await removeFolder(workspace);
  }
}
