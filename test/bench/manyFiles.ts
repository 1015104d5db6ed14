import path from 'node:path';
import { measureInWindow } from './inWindow.js';
import { writeFolder } from './manyFolder.js';
import { ms, type Row } from './row.js';

export const count = 1_000;
export const concurrency = 4;
const delayMs = 50;

/** In ms: the run, and as many bare requests. */
export interface Ran {
  readonly ours: number;
  readonly bare: number;
}

/** A folder of many files: the whole command in a real VS Code. See manyFilesSuite.ts. */
export async function manyFiles(): Promise<Row[]> {
  const { ours, bare } = await measureInWindow<Ran>('manyFilesSuite.js', delayMs, async (workspace) => {
    await writeFolder(path.join(workspace, 'warm'), 100);
    await writeFolder(path.join(workspace, 'all'), count);
  });
  return [
    {
      what: '1,000 files at 50 ms an answer',
      method: `one run of the command in a real extension host, from Enter in the plan to the outcome of the last file, ${concurrency} files at a time; the ideal is as many bare undici requests, as many at a time, in the same process, half of them before the run and half after it (${(count * delayMs) / concurrency} ms on an idle machine)`,
      measured: ms(ours),
      against: `the ideal for the concurrency: ${ms(bare)}`,
      ratio: ours / bare,
      bound: 1.15,
    },
  ];
}
