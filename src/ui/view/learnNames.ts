import type { PageRecord } from '../../core/publish/pageRecord';
import { mostPatienceMs, type PlaceNames } from '../../services/publish/placeNames';

/** Looks up what the spaces and parent pages are called; whether that is news. */
export async function learnNames(names: PlaceNames, records: readonly PageRecord[]): Promise<boolean> {
  const keyOf = ({ place }: PageRecord): string =>
    JSON.stringify([place.endpoint, place.space, place.parent]);
  const places = [...new Map(records.map((record) => [keyOf(record), record.place])).values()];
  const told = (): string => places.map((place) => names.text(place)).join();
  const before = told();
  // The rows are there already, and wait for nothing
  await names.learn(places, mostPatienceMs);
  return told() !== before;
}
