import { titleKey, type PageRecord, type Place } from '../records/pageRecord';
import type { FoundChangeOf } from '../records/wikiChange';

/** Whether the page has this title in the wiki, as far as lookups tell; true where there is no token for them. */
export function mayBeRenamed(
  {
    canLookUp,
    changedInWiki,
  }: {
    readonly canLookUp?: ((endpoint: string) => boolean) | undefined;
    readonly changedInWiki?: FoundChangeOf | undefined;
  },
  page: PageRecord,
  { title }: Pick<Place, 'title'>,
): boolean {
  const change = changedInWiki?.(page) ?? page.wiki?.change;
  const isRenamed = change?.kind === 'renamed' && titleKey(change.title) === titleKey(title);
  return isRenamed || canLookUp?.(page.place.endpoint) !== true;
}
