import { arrivedPage, isMadeBySend } from '../../core/publish/pageChanges';
import type { RunServices } from '../../services/services';
import { eachOf } from '../../services/shared/eachOf';

const patienceMs = 3_000;
const asksAtOnce = 6;

/** Finds the pages that sends without an answer have made, with a platform token: from then on they are the documents’ own. */
export async function findArrived({
  records,
  lookups,
}: Pick<RunServices, 'records' | 'lookups'>): Promise<void> {
  const open = (await records.read()).records.filter(({ pending }) => pending?.missingAt !== undefined);
  await eachOf(open, asksAtOnce, async (record) => {
    const { endpoint, ...page } = record.place;
    const found = await lookups.pageAt(endpoint, page, AbortSignal.timeout(patienceMs));
    if (found?.kind === 'found' && isMadeBySend(record, found.value)) {
      const { id, version, authorId, address } = found.value;
      await records.correct(record.place, (page) => arrivedPage(page, { id, version, authorId, address }));
    }
  });
}
