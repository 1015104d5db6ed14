import { Plan, type PlanFile } from '../../core/run/plan';
import type { FoundFile } from './findFiles';

/** Reading waits for disks and networks: several files at a time, but never many texts in memory. */
const readers = 8;

/** Reads the files as they are found and plans what a run would do. Undefined when it was cancelled. */
export async function planFiles<Place>(
  found: AsyncIterable<FoundFile<Place>> | Iterable<FoundFile<Place>>,
  read: (file: FoundFile<Place>) => Promise<PlanFile>,
  progress: (count: number) => void,
  signal: AbortSignal,
): Promise<Plan | undefined> {
  const files: PlanFile[] = [];
  const iterator = iterate(found);
  let count = 0;
  const readNext = async (): Promise<void> => {
    while (!signal.aborted) {
      const next = await iterator.next();
      if (next.done === true) {
        return;
      }
      const index = count++;
      files[index] = await read(next.value);
      progress(count);
    }
  };
  await Promise.all(Array.from({ length: readers }, readNext));
  return signal.aborted ? undefined : new Plan(files);
}

async function* iterate<T>(found: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* found;
}
