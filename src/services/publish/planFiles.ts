import type { PageRecord, Place } from '../../core/records/pageRecord';
import { recordToReplace } from '../../core/records/recordToReplace';
import { Plan } from '../../core/plan/plan';
import { isExcluded, type PlanFile } from '../../core/plan/row';
import { targetToSend } from '../../core/publish/decide';
import type { DecideInput } from '../../core/publish/decision';
import type { FoundChangeOf } from '../../core/records/wikiChange';
import { forEachConcurrently } from '../shared/forEachConcurrently';
import type { FoundFile } from '../workspace/files';

type ParentPlace = Pick<Place, 'endpoint' | 'parent'>;

export interface PlanFilesOptions {
  readonly progress?: ((count: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Looks up what others changed in the wiki; called at most once, with all pages that the plan would replace. */
  readonly changes?: ((records: readonly PageRecord[]) => Promise<FoundChangeOf>) | undefined;
  /** Looks up which parent pages are not in the wiki; called once, with those of all pages that would be sent. */
  readonly missing?: ((places: readonly ParentPlace[]) => Promise<DecideInput['isMissing']>) | undefined;
  readonly pageId?: ((uri: string) => Promise<string | undefined>) | undefined;
}

/** Reading waits for disk and network, so many files are read at once; more would fill the memory with their texts. */
const readsAtOnce = 32;
const lookupsAtOnce = 6;

/** Reads files as they are found. Undefined if `signal` was aborted. */
export async function planFiles<FileRef>(
  found: AsyncIterable<FoundFile<FileRef>> | Iterable<FoundFile<FileRef>>,
  read: (file: FoundFile<FileRef>) => Promise<PlanFile>,
  { progress, signal, changes, missing, pageId }: PlanFilesOptions,
): Promise<Plan | undefined> {
  const files: PlanFile[] = [];
  let count = 0;
  const readNext = async (file: FoundFile<FileRef>, index: number): Promise<void> => {
    files[index] = await read(file);
    progress?.(++count);
  };
  await forEachConcurrently(found, readsAtOnce, readNext, signal);
  if (signal?.aborted === true) {
    return undefined;
  }
  const planned = new Plan(files);
  const plan = pageId === undefined ? planned : await withIdsOfOtherParents(planned, pageId);
  const replaced = replacedPages(plan);
  const [isMissing, changedInWiki] = await Promise.all([
    missing?.(parentPlaces(plan)),
    replaced.length === 0 ? undefined : changes?.(replaced),
  ]);
  const placed = isMissing === undefined ? plan : plan.withMissing(isMissing);
  return changedInWiki === undefined ? placed : placed.withChanges(changedInWiki);
}

/** In a tree, looks up the IDs of parent pages whose files are not in the plan. */
async function withIdsOfOtherParents(
  plan: Plan,
  pageId: (uri: string) => Promise<string | undefined>,
): Promise<Plan> {
  const ids = new Map<string, string>();
  await forEachConcurrently(plan.unknownParents(), lookupsAtOnce, async (uri) => {
    const id = await pageId(uri);
    if (id !== undefined) {
      ids.set(uri, id);
    }
  });
  return ids.size === 0 ? plan : plan.withParentIds(ids);
}

function parentPlaces(plan: Plan): readonly ParentPlace[] {
  const sent = plan.rows.filter((row) => !isExcluded(row) && row.status.kind !== 'unchanged');
  return sent.flatMap(({ decision }) => {
    const { connection } = decision ?? {};
    const target = targetToSend(decision);
    return connection && target ? [{ endpoint: connection.endpoint, parent: target.parent }] : [];
  });
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
