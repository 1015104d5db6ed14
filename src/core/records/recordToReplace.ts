import type { TitleScope } from '../wiki/target';
import type { FileIdentity } from './fileIdentity';
import { lastSendAt, isSamePlace, type PageRecord, type Place } from './pageRecord';
import { hasMergedLines } from './mergedChange';
import { changeKey, type WikiChange } from './wikiChange';

/** What is known of titles at a place. */
export interface TitleLookup {
  /** Returns the records of the title in the space, under any parent. */
  readonly recordsOfTitleInSpace: (place: Place) => readonly PageRecord[];
  /** Undefined while it is not known. */
  readonly titleScope: (endpoint: string) => TitleScope | undefined;
}

/**
 * Returns the latest record of the title under another parent, if an update may replace its page. The record
 * is as new as that of the place. `makerOf` returns the other file that made a page.
 */
function rivalOf(
  { recordsOfTitleInSpace, titleScope }: TitleLookup,
  place: Place,
  makerOf: (place: Place) => FileIdentity | undefined,
): { readonly record: PageRecord; readonly by: FileIdentity } | undefined {
  if (titleScope(place.endpoint) === 'parent') {
    return undefined;
  }
  const all = recordsOfTitleInSpace(place);
  const since = all.find((each) => isSamePlace(each.place, place))?.published?.publishedAt ?? 0;
  return all
    .filter((each) => !isSamePlace(each.place, place) && lastSendAt(each) >= since)
    .sort(byTime)
    .flatMap((record) => {
      const by = makerOf(record.place);
      return by === undefined ? [] : [{ record, by }];
    })
    .at(0);
}

/** Returns the record of the page that an update would replace. */
export function recordToReplace(
  {
    recordAt,
    recordsOfTitleInSpace,
    titleScope,
  }: TitleLookup & { readonly recordAt: (place: Place) => PageRecord | undefined },
  place: Place,
): PageRecord | undefined {
  return (
    recordAt(place) ??
    (titleScope(place.endpoint) === 'space' ? recordsOfTitleInSpace(place).toSorted(byTime)[0] : undefined)
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
    hasMergedLines(wiki.merged, hashUnder(place.title), lines)
  );
}

interface Replacing extends TitleLookup {
  readonly document: {
    readonly hashUnder: (title: string) => string;
    readonly lines?: ReadonlySet<string> | undefined;
  };
  readonly recordAt: (place: Place) => PageRecord | undefined;
  readonly changedInWiki?: ((record: PageRecord) => WikiChange | undefined) | undefined;
}

/** Returns what somebody else did to the page that an update would replace. */
export function changeOfPageToReplace(
  titles: Replacing,
  place: Place,
  makerOf: (place: Place) => FileIdentity | undefined,
): WikiChange | undefined {
  const scope = titles.titleScope(place.endpoint);
  const record = recordToReplace(titles, place);
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
