import type { PageRecord } from '../../core/publish/pageRecord';
import { replacedBy } from '../../core/publish/replacing';
import { Plan } from '../../core/run/plan';
import type { PlanFile } from '../../core/run/row';
import type { Changes } from '../publish/pagesInWiki';
import type { FoundFile } from './findFiles';

/** Reading waits for disks and networks: several files at a time, but never many texts in memory. */
const readers = 8;

/** Reads the files as they are found and plans what a run would do. Undefined when it was cancelled. */
export async function planFiles<Place>(
  found: AsyncIterable<FoundFile<Place>> | Iterable<FoundFile<Place>>,
  read: (file: FoundFile<Place>) => Promise<PlanFile>,
  progress: (count: number) => void,
  signal: AbortSignal,
  changes?: (records: readonly PageRecord[]) => Promise<Changes>,
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
  if (signal.aborted) {
    return undefined;
  }
  const plan = new Plan(files);
  return changes === undefined ? plan : withChanges(plan, changes);
}

/** The pages that it would replace, as they are in the wiki. */
async function withChanges(
  plan: Plan,
  changes: (records: readonly PageRecord[]) => Promise<Changes>,
): Promise<Plan> {
  const records = plan.rows.map(({ file: { input }, decision }) => {
    const { change, connection, target } = decision ?? {};
    const from = change !== undefined && 'from' in change ? change.from : undefined;
    const at =
      connection && target && input && replacedBy(input, { endpoint: connection.endpoint, ...target });
    return [from, at];
  });
  const changedInWiki = await changes([...new Set(records.flat().filter((record) => record !== undefined))]);
  return new Plan(
    plan.files.map((file) => (file.input ? { ...file, input: { ...file.input, changedInWiki } } : file)),
  );
}

async function* iterate<T>(found: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* found;
}
