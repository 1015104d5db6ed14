import type { PageRecord } from '../../core/records/pageRecord';
import { recordToReplace } from '../../core/records/recordToReplace';
import { Plan } from '../../core/plan/plan';
import type { PlanFile } from '../../core/plan/row';
import type { WikiChangeOf } from '../wiki/pagesInWiki';
import { eachOf } from '../shared/eachOf';
import type { FoundFile } from '../workspace/files';

export interface PlanFilesOptions {
  readonly progress?: ((count: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Returns the changes in the wiki to the pages that the plan would replace. */
  readonly changes?: ((records: readonly PageRecord[]) => Promise<WikiChangeOf>) | undefined;
  /** Looks up the page that was published from a file. */
  readonly pageId?: ((uri: string) => Promise<string | undefined>) | undefined;
}

/** Several files are read at once, since reading waits for disk and network, but few, to save memory. */
const readsAtOnce = 32;
const lookupsAtOnce = 6;

/** Reads files as they are found, and plans what a publish would do. Undefined if it was cancelled. */
export async function planFiles<Place>(
  found: AsyncIterable<FoundFile<Place>> | Iterable<FoundFile<Place>>,
  read: (file: FoundFile<Place>) => Promise<PlanFile>,
  { progress, signal, changes, pageId }: PlanFilesOptions,
): Promise<Plan | undefined> {
  const files: PlanFile[] = [];
  let count = 0;
  const readNext = async (file: FoundFile<Place>, index: number): Promise<void> => {
    files[index] = await read(file);
    progress?.(++count);
  };
  await eachOf(found, readsAtOnce, readNext, signal);
  if (signal?.aborted === true) {
    return undefined;
  }
  const planned = new Plan(files);
  const plan = pageId === undefined ? planned : await withPagesAbove(planned, pageId);
  const replaced = replacedPages(plan);
  return changes === undefined || replaced.length === 0 ? plan : plan.withChanges(await changes(replaced));
}

/** Adds the looked-up IDs of parent pages that are not part of the plan. */
async function withPagesAbove(
  plan: Plan,
  pageId: (uri: string) => Promise<string | undefined>,
): Promise<Plan> {
  const ids = new Map<string, string>();
  await eachOf(plan.unknownParents(), lookupsAtOnce, async (uri) => {
    const id = await pageId(uri);
    if (id !== undefined) {
      ids.set(uri, id);
    }
  });
  return ids.size === 0 ? plan : plan.withParentIds(ids);
}

function replacedPages(plan: Plan): readonly PageRecord[] {
  const records = plan.rows.map(({ file: { input }, decision }) => {
    const { effect, connection, target } = decision ?? {};
    const from = effect !== undefined && 'from' in effect ? effect.from : undefined;
    const at =
      connection && target && input && recordToReplace(input, { endpoint: connection.endpoint, ...target });
    return [from, at];
  });
  return [...new Set(records.flat().filter((record) => record !== undefined))];
}
