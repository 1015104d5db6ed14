import type { RunFile } from './runFile';

/** “3.0” and “3.1” have the same words before a number, as have “Step 1: Unpack” and “Step 2: Start”. */
const counted = /^(\D{0,60})\d/;

/**
 * Returns the indexes of the pages of each series under one parent page, in their order: each is sent after the answer
 * to the one before it, since a wiki lists new pages in the order in which they were made. Leaves out a series that
 * would make a run with `concurrency` pages at a time last longer, with those that its parent pages wait for.
 */
export function seriesIn(files: readonly RunFile[], concurrency: number): readonly (readonly number[])[] {
  const series = new Map<string, number[]>();
  const rows = files.map(({ file, path, destination, awaitedParent }, index) => {
    const { endpoint, target } = destination;
    const name = path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);
    const words = (counted.exec(target.title) ?? counted.exec(name))?.[1];
    const parent = awaitedParent?.uri ?? target.parent;
    const key = JSON.stringify([endpoint, target.space, parent, words?.toLowerCase() ?? index]);
    const own = series.get(key) ?? [];
    series.set(key, own);
    own.push(index);
    return [file.uri, { own, parent: awaitedParent?.uri }] as const;
  });
  const byUri = new Map(rows);
  /** How many answers come one after the other until all pages of the series of this file are made. */
  const answersTo = (uri: string | undefined): number => {
    const row = byUri.get(uri ?? '');
    return row === undefined ? 0 : row.own.length + answersTo(row.parent);
  };
  return [...series.values()].filter(
    ([first = 0, ...others]) =>
      others.length > 0 && answersTo(files[first]?.file.uri) * concurrency <= files.length,
  );
}
