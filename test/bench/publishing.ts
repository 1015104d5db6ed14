import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import { runInHost } from '../host/runInHost.js';
import { ms, type Row } from './row.js';
import { startWire } from './wire.js';

export interface Published {
  readonly what: string;
  readonly rounds: number;
  readonly ours: number;
  readonly bare: number;
}

/** From the command to the outcome in a real VS Code; see publishingSuite.ts. */
export async function publishing(): Promise<Row[]> {
  const delayMs = 200;
  const wire = await startWire(delayMs);
  const workspace = await temporaryFolder('bench');
  const results = path.join(workspace, 'results.json');
  try {
    const code = await runInHost({
      version: 'newest',
      extensionDevelopmentPath: projectRoot,
      suite: path.join(projectRoot, 'out', 'test', 'bench', 'publishingSuite.js'),
      workspace,
      env: { BENCH_ENDPOINT: wire.endpoint, BENCH_RESULTS: results },
    });
    if (code !== 0) throw new Error('The suite in VS Code failed.');
    const found = JSON.parse(await readFile(results, 'utf8')) as Published[];
    return found.map(({ what, rounds, ours, bare }) => ({
      what: `publish ${what}, answered in ${delayMs} ms`,
      method: `median of ${rounds} runs of the command in a real extension host until it knows the outcome, prompts answered at once, and as many bare undici requests in turn in the same process`,
      measured: ms(ours),
      against: ms(bare),
      ratio: ours / bare,
      bound: 1.15,
    }));
  } finally {
    wire.close();
    await removeFolder(workspace);
  }
}
