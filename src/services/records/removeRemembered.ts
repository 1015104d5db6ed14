import type { PlatformTokens } from '../connection/platformTokens';
import type { Services } from '../services';
import type { Removal } from '../shared/removal';
import type { Store } from '../store/store';

interface Remembering extends Pick<
  Services,
  'records' | 'tokens' | 'sites' | 'spaceIds' | 'inWiki' | 'names'
> {
  readonly store: Pick<Store, 'removeAll'>;
  readonly removal: Removal;
  readonly platformTokens: PlatformTokens;
}

/** Removes what was published, chosen and looked up: the next publish is that of a window in which nothing was. */
export async function removeRemembered(
  { store, removal, records, tokens, platformTokens, sites, spaceIds, inWiki, names }: Remembering,
  now: number,
): Promise<void> {
  // Other windows have the database open: its rows are removed, and its file stays.
  await store.removeAll();
  await records.read();
  await removal.remove(now);
  [tokens, platformTokens, sites, spaceIds, inWiki, names].forEach((each) => each.forget());
}
