import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import { runInHost } from '../host/runInHost.js';
import { costPerFile } from './costPerFile.js';
import { writeFolder } from './manyFolder.js';
import { ms, type Row } from './row.js';
import { startWire } from './wire.js';

export const count = 1_000;
export const concurrency = 4;
const delayMs = 50;

/** In ms: the run, and as many bare requests. */
export interface Ran {
  readonly ours: number;
  readonly bare: number;
}

/** A folder of many files: the whole command in a real VS Code, and what a file costs as they become more. */
export async function manyFiles(): Promise<Row[]> {
  return [await inWindow(), ...(await costPerFile())];
}

/** See manyFilesSuite.ts. */
async function inWindow(): Promise<Row> {
  const wire = await startWire(delayMs);
  const workspace = await temporaryFolder('bench');
  const results = path.join(workspace, 'results.json');
  try {
    await writeFolder(path.join(workspace, 'warm'), 100);
    await writeFolder(path.join(workspace, 'all'), count);
    const code = await runInHost({
      version: 'newest',
      extensionDevelopmentPath: projectRoot,
      suite: path.join(projectRoot, 'out', 'test', 'bench', 'manyFilesSuite.js'),
      workspace,
      env: { BENCH_ENDPOINT: wire.endpoint, BENCH_RESULTS: results },
    });
    if (code !== 0) throw new Error('The suite in VS Code failed.');
    const { ours, bare } = JSON.parse(await readFile(results, 'utf8')) as Ran;
    return {
      what: '1,000 files at 50 ms an answer, against the ideal for the concurrency',
      method: `one run of the command in a real extension host, from Enter in the plan to the outcome of the last file, ${concurrency} files at a time; the ideal is as many bare undici requests, as many at a time, in the same process, half of them before the run and half after it (${(count * delayMs) / concurrency} ms on an idle machine)`,
      measured: ms(ours),
      against: ms(bare),
      ratio: ours / bare,
      bound: 1.15,
    };
  } finally {
    wire.close();
    await removeFolder(workspace);
  }
}
