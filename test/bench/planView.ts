import path from 'node:path';
import { measureInWindow } from './inWindow.js';
import { writeFolder } from './manyFolder.js';
import { ms, type Row } from './row.js';

export const planned = 5_000;

export interface Planned {
  /** From the end of reading until the plan is shown. */
  readonly shownMs: number;
  /** From the command until the boxes that are shown are made anew, by folders, as so many files come. */
  readonly checkedMs: number;
  /** For which the extension host did nothing else, until then. */
  readonly longestMs: number;
  /** From the command until the boxes of all files are made anew, as a list. */
  readonly listedMs: number;
  /** Of a row, in its run. */
  readonly draws: number;
  readonly grownMb: number;
}

/** The view of a plan of many files: see planViewSuite.ts. */
export async function planView(): Promise<Row[]> {
  const { shownMs, checkedMs, longestMs, listedMs, draws, grownMb } = await measureInWindow<Planned>(
    'planViewSuite.js',
    0,
    (workspace) => writeFolder(path.join(workspace, 'all'), planned),
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
      `showing a plan of ${planned} files`,
      'in a real extension host, from the moment in which the last file was read until the view has its rows',
      ms(shownMs),
      shownMs / 500,
      '500 ms',
    ),
    row(
      `checking a group of ${planned} files`,
      'by folders, as so many files are shown, from the command until the rows were made anew',
      ms(checkedMs),
      checkedMs / 500,
      '500 ms',
    ),
    row(
      `the longest block of the extension host by a plan of ${planned} files`,
      'while the plan is shown and the group is checked',
      ms(longestMs),
      longestMs / 50,
      '50 ms',
    ),
    row(
      `checking ${planned} files as a list`,
      `from the command until VS Code has made all ${planned} rows anew`,
      ms(listedMs),
      listedMs / 1_500,
      '1,500 ms',
    ),
    row(
      'how often a row of a plan is drawn in its run',
      `in the mean of ${planned}: VS Code keeps something of each time for as long as the window is open`,
      draws.toFixed(2),
      draws / 4,
      'four times',
    ),
    row(
      `the memory of a plan of ${planned} files`,
      'what the heap has grown by: rows, decisions and items of all files, as a list',
      `${grownMb.toFixed(1)} MB`,
      grownMb / 25,
      '25 MB',
    ),
  ];
}
