import type { TitleScope } from '../wiki/target';
import type { FileIdentity } from './fileIdentity';
import { lastSendAt, isSamePlace, type PageRecord, type PlannedPlace } from './pageRecord';
import { hasMergedLines } from './mergedChange';
import { changeKey, type WikiChange, type FoundChangeOf, type PageThere } from './wikiChange';
import type { FoundChange } from './wikiPage';

export interface TitleLookup {
  readonly recordsOfTitleInSpace: (place: PlannedPlace) => readonly PageRecord[];
  readonly titleScope: (endpoint: string) => TitleScope | undefined;
}

/**
 * Returns the latest record of a page that another file made (`ownerOf`) and that an update may replace: one of the
 * same title under another parent. Undefined where titles are unique per parent, or if `place` was published later.
 */
function conflictOf(
  { recordsOfTitleInSpace, titleScope }: TitleLookup,
  place: PlannedPlace,
  ownerOf: (place: PlannedPlace) => FileIdentity | undefined,
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
      const by = ownerOf(record.place);
      return by === undefined ? [] : [{ record, by }];
    })
    .at(0);
}

/** Where titles are unique in a space, an update replaces the page that has the title, whatever its parent. */
export function recordToReplace(
  {
    recordAt,
    recordsOfTitleInSpace,
    titleScope,
  }: TitleLookup & { readonly recordAt: (place: PlannedPlace) => PageRecord | undefined },
  place: PlannedPlace,
): PageRecord | undefined {
  return (
    recordAt(place) ??
    (titleScope(place.endpoint) === 'space' ? recordsOfTitleInSpace(place).toSorted(byTime)[0] : undefined)
  );
}

function byTime(one: PageRecord, other: PageRecord): number {
  return lastSendAt(other) - lastSendAt(one);
}

function isMerged(
  { wiki, place }: PageRecord,
  change: FoundChange,
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
  readonly recordAt: (place: PlannedPlace) => PageRecord | undefined;
  readonly changedInWiki?: FoundChangeOf | undefined;
  readonly there?: PageThere | undefined;
  readonly file?: FileIdentity | undefined;
  readonly isPublishExpected?: PublishExpected | undefined;
  readonly isUnattended?: boolean | undefined;
}

/** Whether others publish the pages of the file’s repository too, as the person knows: such a publish is no change. */
export type PublishExpected = (endpoint: string, file: FileIdentity) => boolean;

function isExpected(
  { file, isPublishExpected, isUnattended }: Replacing,
  { kind }: FoundChange,
  { endpoint }: PlannedPlace,
): boolean {
  const isSaid = file !== undefined && isPublishExpected?.(endpoint, file) === true;
  return kind === 'published' && (isUnattended === true || isSaid);
}

/** Ignores a change that was merged into the document, and a publish that is expected. If `conflictOf` finds a page, the result is a `conflict`. */
export function changeOfPageToReplace(
  titles: Replacing,
  place: PlannedPlace,
  ownerOf: (place: PlannedPlace) => FileIdentity | undefined,
): WikiChange | undefined {
  const scope = titles.titleScope(place.endpoint);
  const record = recordToReplace(titles, place);
  const changeInWiki = record && titles.changedInWiki?.(record);
  const isKnown =
    record !== undefined &&
    changeInWiki !== undefined &&
    (isMerged(record, changeInWiki, titles.document) || isExpected(titles, changeInWiki, place));
  const unmergedChange = isKnown ? undefined : changeInWiki;
  const change =
    titles.there ?? (unmergedChange?.kind === 'moved' ? { ...unmergedChange, scope } : unmergedChange);
  const conflict = conflictOf(titles, place, ownerOf);
  if (conflict === undefined) {
    return change;
  }
  const { by, record: other } = conflict;
  return { kind: 'conflict', by, place: other.place, sentAt: lastSendAt(other), scope, besides: change };
}
