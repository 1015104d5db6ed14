import path from 'node:path';
import { measureInWindow } from './inWindow.js';
import { writeFolder } from './manyFolder.js';
import { ms, type Row } from './row.js';

export const pages = 5_000;

export interface Looked {
  /** Of the extension host’s thread, until all rows were there. */
  readonly openMs: number;
  readonly grownMb: number;
}

/** The Wiki view on many pages: see wikiViewSuite.ts. */
export async function wikiView(): Promise<Row[]> {
  const { openMs, grownMb } = await measureInWindow<Looked>('wikiViewSuite.js', 0, async (workspace) => {
    await writeFolder(path.join(workspace, 'all'), pages);
  });
  return [
    {
      what: `opening the Wiki view on ${pages} pages`,
      method:
        'the time that the thread of a real extension host computes, from the command that opens the view until its rows are there, the code loaded before, the records read from the disk; a state comes with each file that is looked at',
      measured: ms(openMs),
      against: '400 ms',
      ratio: openMs / 400,
      bound: 1,
    },
    {
      what: `the memory of the Wiki view on ${pages} pages`,
      method: 'what the heap has grown by, records, rows and states of all files',
      measured: `${grownMb.toFixed(1)} MB`,
      against: '25 MB',
      ratio: grownMb / 25,
      bound: 1,
    },
  ];
}
