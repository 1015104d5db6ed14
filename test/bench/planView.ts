import path from 'node:path';
import { measureInWindow } from './inWindow.js';
import { writeFolder } from './manyFolder.js';
import { ms, type Row } from './row.js';

export const planned = 5_000;

export interface Planned {
  /** From the end of reading until the plan is shown. */
  readonly shownMs: number;
  readonly grownMb: number;
}

/** The view of a plan of many files: see planViewSuite.ts. */
export async function planView(): Promise<Row[]> {
  const { shownMs, grownMb } = await measureInWindow<Planned>('planViewSuite.js', 0, (workspace) =>
    writeFolder(path.join(workspace, 'all'), planned),
  );
  return [
    {
      what: `showing a plan of ${planned} files`,
      method:
        'in a real extension host, from the moment in which the last file was read until the view has its rows',
      measured: ms(shownMs),
      against: '500 ms',
      ratio: shownMs / 500,
      bound: 1,
    },
    {
      what: `the memory of a plan of ${planned} files`,
      method: 'what the heap has grown by: rows, decisions and items of all files',
      measured: `${grownMb.toFixed(1)} MB`,
      against: '25 MB',
      ratio: grownMb / 25,
      bound: 1,
    },
  ];
}
