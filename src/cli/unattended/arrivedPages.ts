import { arrivedPage, isMadeBySend } from '../../core/publish/recordChanges';
import type { RunServices } from '../../services/services';
import { forEachConcurrently } from '../../services/shared/forEachConcurrently';

const lookupTimeoutMs = 3_000;
const concurrentLookups = 6;

/** If lookups show that a send without an answer made its page, the document owns that page from now on. */
export async function recordArrivedPages({
  records,
  lookups,
}: Pick<RunServices, 'records' | 'lookups'>): Promise<void> {
  const { records: all } = await records.read();
  const open = all.filter(({ pending }) => pending?.missingAt !== undefined);
  const authors = Map.groupBy(all, ({ place }) => place.endpoint);
  const authorsAt = (endpoint: string): ReadonlySet<string> =>
    new Set(authors.get(endpoint)?.flatMap(({ published, wiki }) => (published && wiki?.authorId) ?? []));
  await forEachConcurrently(open, concurrentLookups, async (record) => {
    const { endpoint, ...page } = record.place;
    const found = await lookups.pageAt(endpoint, page, AbortSignal.timeout(lookupTimeoutMs));
    if (found?.kind === 'found' && isMadeBySend(record, found.value, authorsAt(endpoint))) {
      const { id, version, authorId, address } = found.value;
      await records.correct(record.place, (page) => arrivedPage(page, { id, version, authorId, address }));
    }
  });
}
