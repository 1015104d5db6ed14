import { makePlan, type Candidate, type Planned } from '../../core/run/plan';
import type { FoundFile } from './findFiles';

/** Reading waits for disks and networks: several files at a time, but never many texts in memory. */
const readers = 8;

/** Reads the files as they are found and plans what a run would do. Undefined when it was cancelled. */
export async function planFiles<Place>(
  found: AsyncIterable<FoundFile<Place>>,
  examine: (file: FoundFile<Place>) => Promise<Candidate>,
  progress: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly Planned[] | undefined> {
  const candidates: Candidate[] = [];
  const iterator = found[Symbol.asyncIterator]();
  let count = 0;
  const read = async (): Promise<void> => {
    while (!signal.aborted) {
      const next = await iterator.next();
      if (next.done === true) {
        return;
      }
      const index = count++;
      candidates[index] = await examine(next.value);
      progress(count);
    }
  };
  await Promise.all(Array.from({ length: readers }, read));
  return signal.aborted ? undefined : makePlan(candidates);
}
