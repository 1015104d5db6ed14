import type { PageRecord } from '../../core/publish/pageRecord';
import type { PlaceNames } from '../../services/publish/placeNames';

/** Looks up what the spaces and parent pages are called; whether that is news. */
export async function learnNames(names: PlaceNames, records: readonly PageRecord[]): Promise<boolean> {
  const keyOf = ({ place }: PageRecord): string =>
    JSON.stringify([place.endpoint, place.space, place.parent]);
  const places = [...new Map(records.map((record) => [keyOf(record), record.place])).values()];
  const told = (): string => places.map((place) => names.text(place)).join();
  const before = told();
  await names.learn(places);
  return told() !== before;
}
