import type { RunFile } from './runFile';

/** “3.0” and “3.1” have the same words before a number, as have “Step 1: Unpack” and “Step 2: Start”. */
const counted = /^(\D{0,60})\d/;

/**
 * Maps the index of each file of a series under one parent page to that of the file before it. A wiki lists new pages
 * in the order in which they were made.
 */
export function predecessorsIn(files: readonly RunFile[]): ReadonlyMap<number, number> {
  const last = new Map<string, number>();
  const predecessors = new Map<number, number>();
  for (const [index, { path, destination, awaitedParent }] of files.entries()) {
    const { endpoint, target } = destination;
    const name = path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);
    const words = (counted.exec(target.title) ?? counted.exec(name))?.[1];
    if (words !== undefined) {
      const above = awaitedParent?.uri ?? target.parent;
      const key = JSON.stringify([endpoint, target.space, above, words.toLowerCase()]);
      const before = last.get(key);
      if (before !== undefined) {
        predecessors.set(index, before);
      }
      last.set(key, index);
    }
  }
  return predecessors;
}
