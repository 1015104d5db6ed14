import path from 'node:path';
import { measureInWindow } from './inWindow.js';
import { writeFolder } from './manyFolder.js';
import { ms, type Row } from './row.js';

export const pages = 5_000;

export interface Looked {
  /** Of the extension host’s thread, until all rows were there. */
  readonly openMs: number;
  /** Of a row, until its state is there. */
  readonly draws: number;
  /** From a save to the one row that is drawn again. */
  readonly savedMs: number;
  /** Rows that the save drew. */
  readonly drawn: number;
  readonly grownMb: number;
}

/** The Wiki view on many pages: see wikiViewSuite.ts. */
export async function wikiView(): Promise<Row[]> {
  const { openMs, draws, savedMs, drawn, grownMb } = await measureInWindow<Looked>(
    'wikiViewSuite.js',
    0,
    async (workspace) => {
      await writeFolder(path.join(workspace, 'all'), pages);
    },
  );
  const row = (what: string, method: string, measured: string, ratio: number, against: string): Row => ({
    what,
    method,
    measured,
    against,
    ratio,
    bound: 1,
  });
  return [
    row(
      `opening the Wiki view on ${pages} pages`,
      'the time that the thread of a real extension host computes, from the command that opens the view until its rows are there, the records read from the disk; a state comes with each file that is looked at',
      ms(openMs),
      openMs / 400,
      '400 ms',
    ),
    row(
      'how often a row of the Wiki view is drawn',
      'until its state is there, in the mean: VS Code keeps something of each time for as long as the window is open',
      draws.toFixed(2),
      draws / 2,
      'twice: when it is shown, and with its state',
    ),
    row(
      'a saved file in the Wiki view',
      'from the moment in which the host hears of the save to the drawing of the row; no other row is drawn',
      drawn === 1 ? ms(savedMs) : `${drawn} rows`,
      drawn === 1 ? savedMs / 50 : Infinity,
      '50 ms',
    ),
    row(
      `the memory of the Wiki view on ${pages} pages`,
      'what the heap has grown by, records, rows and states of all files',
      `${grownMb.toFixed(1)} MB`,
      grownMb / 25,
      '25 MB',
    ),
  ];
}
