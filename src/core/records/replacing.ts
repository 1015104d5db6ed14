import type { TitleScope } from '../wiki/target';
import type { FileIdentity } from './fileIdentity';
import { lastSendAt, samePlace, type PageRecord, type Place } from './pageRecord';
import { holdsMerged } from './mergedChange';
import { changeKey, type WikiChange } from './wikiChange';

/** What is known of titles at a place. */
export interface Titles {
  /** Returns the records of the title in the space, under any parent. */
  readonly titled: (place: Place) => readonly PageRecord[];
  /** Undefined while it is not known. */
  readonly titleScope: (endpoint: string) => TitleScope | undefined;
}

/**
 * Returns the last record of the title under another parent that an update may replace. It is as new as the record of the
 * place, and the wiki is not known to have a page for each. `makerOf` returns another file that made a page.
 */
function rivalOf(
  { titled, titleScope }: Titles,
  place: Place,
  makerOf: (place: Place) => FileIdentity | undefined,
): { readonly record: PageRecord; readonly by: FileIdentity } | undefined {
  if (titleScope(place.endpoint) === 'parent') {
    return undefined;
  }
  const all = titled(place);
  const since = all.find((each) => samePlace(each.place, place))?.published?.publishedAt ?? 0;
  return all
    .filter((each) => !samePlace(each.place, place) && lastSendAt(each) >= since)
    .sort(byTime)
    .flatMap((record) => {
      const by = makerOf(record.place);
      return by === undefined ? [] : [{ record, by }];
    })
    .at(0);
}

/** Returns the record of the page that an update would replace. */
export function replacedBy(
  { at, titled, titleScope }: Titles & { readonly at: (place: Place) => PageRecord | undefined },
  place: Place,
): PageRecord | undefined {
  return (
    at(place) ?? (titleScope(place.endpoint) === 'space' ? titled(place).toSorted(byTime)[0] : undefined)
  );
}

/** Sorts the latest record first. */
function byTime(one: PageRecord, other: PageRecord): number {
  return lastSendAt(other) - lastSendAt(one);
}

/** Whether the change was merged into the file, which still has it. */
function isMerged(
  { wiki, place }: PageRecord,
  change: WikiChange,
  { hashUnder, lines }: Replacing['document'],
): boolean {
  return (
    wiki?.merged?.change === changeKey(change) &&
    lines !== undefined &&
    holdsMerged(wiki.merged, hashUnder(place.title), lines)
  );
}

interface Replacing extends Titles {
  readonly document: {
    readonly hashUnder: (title: string) => string;
    readonly lines?: ReadonlySet<string> | undefined;
  };
  readonly at: (place: Place) => PageRecord | undefined;
  readonly changedInWiki?: ((record: PageRecord) => WikiChange | undefined) | undefined;
}

/** Returns what somebody else did to the page that an update would replace. */
export function changeOfReplaced(
  titles: Replacing,
  place: Place,
  makerOf: (place: Place) => FileIdentity | undefined,
): WikiChange | undefined {
  const scope = titles.titleScope(place.endpoint);
  const record = replacedBy(titles, place);
  const changeInWiki = record && titles.changedInWiki?.(record);
  const unmergedChange =
    changeInWiki && isMerged(record, changeInWiki, titles.document) ? undefined : changeInWiki;
  const change = unmergedChange?.kind === 'moved' ? { ...unmergedChange, scope } : unmergedChange;
  const rival = rivalOf(titles, place, makerOf);
  if (rival === undefined) {
    return change;
  }
  const { by, record: taken } = rival;
  return { kind: 'taken', by, place: taken.place, takenAt: lastSendAt(taken), scope, besides: change };
}
