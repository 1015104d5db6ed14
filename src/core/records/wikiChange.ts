import type { FoundPage } from '../wiki/lookups';
import { isNumericId, type TitleScope } from '../wiki/target';
import type { FileIdentity } from './fileIdentity';
import { placeKey, type PageRecord, type Place } from './pageRecord';

/** What somebody else did to a page since it was published from here. */
export type WikiChange =
  | {
      readonly kind: 'edited' | 'renamed' | 'moved';
      readonly version: number;
      /** The version that this extension's publish made; undefined if no lookup told it. */
      readonly ours: number | undefined;
      /** The page's title now. */
      readonly title: string;
      readonly changedAt?: number | undefined;
      readonly authorId?: string | undefined;
      /** The name of the person who made the change. */
      readonly author?: string | undefined;
      readonly scope?: TitleScope | undefined;
    }
  /** The page is in the trash, archived, or not visible to the token. */
  | { readonly kind: 'deleted' }
  /** Another file was published under the same title in the space, which may have replaced this page. `place`: that file's place. */
  | {
      readonly kind: 'taken';
      readonly by: FileIdentity;
      readonly place: Place;
      readonly takenAt: number;
      readonly scope: TitleScope | undefined;
      /** Another change that was made in the wiki. */
      readonly besides: WikiChange | undefined;
    };

/** The clocks of the service and of its wiki may differ. */
const toleranceMs = 2_000;
/** The tolerance where only the time tells a change. Nobody should be asked about their own publish. */
const largeToleranceMs = 60_000;

/**
 * Returns the version that this extension's publish made, from the page found after it. `before`: the version before
 * it, 0 if there was no page. Undefined if somebody else may have made the version meanwhile.
 */
export function publishedVersion(
  { version, changedAt }: Pick<FoundPage, 'version' | 'changedAt'>,
  before: number | undefined,
  answeredAt: number | undefined,
): number | undefined {
  if (version === undefined || (before !== undefined && version <= before)) {
    return undefined;
  }
  if (before !== undefined && version === before + 1) {
    return version;
  }
  if (answeredAt === undefined || changedAt === undefined) {
    return undefined;
  }
  if (changedAt <= answeredAt + toleranceMs) {
    return version;
  }
  // The publish made at least the next version, and the last one came later.
  return before === undefined ? undefined : before + 1;
}

/** Returns the change; undefined where nothing changed or nothing is known. */
export function wikiChangeOf(
  {
    wiki,
    place,
    published,
    pending,
    otherSends = [],
  }: Pick<PageRecord, 'wiki' | 'place' | 'published' | 'pending' | 'otherSends'>,
  found: FoundPage | 'missing',
): WikiChange | undefined {
  if (wiki?.version === undefined) {
    return found === 'missing' ? undefined : changeSince(published?.answeredAt, found);
  }
  if (found === 'missing' || found.isGone === true) {
    return { kind: 'deleted' };
  }
  const { version = wiki.version, title, parentId, spaceId, changedAt, authorId } = found;
  const change = { version, ours: wiki.version, title, changedAt, authorId };
  if (title.normalize('NFC') !== place.title.normalize('NFC')) {
    return { kind: 'renamed', ...change };
  }
  const isMoved =
    (parentId !== undefined && parentId !== place.parent) ||
    (spaceId !== undefined && isNumericId(place.space) && spaceId !== place.space);
  if (isMoved) {
    return { kind: 'moved', ...change };
  }
  // A later send that was not looked up may have made the version.
  const mayBeOurs = !wiki.isLast || pending !== undefined || otherSends.length > 0;
  const isByUs = mayBeOurs && authorId !== undefined && authorId === wiki.authorId;
  return version > wiki.version && !isByUs ? { kind: 'edited', ...change } : undefined;
}

/** Returns the change of a page that no lookup has seen since it was published, so that its version then is not known. */
function changeSince(
  answeredAt: number | undefined,
  { version, title, changedAt, authorId, isGone }: FoundPage,
): WikiChange | undefined {
  const isLater =
    answeredAt !== undefined && changedAt !== undefined && changedAt > answeredAt + largeToleranceMs;
  return version === undefined || isGone === true || !isLater
    ? undefined
    : { kind: 'edited', version, ours: undefined, title, changedAt, authorId };
}

/**
 * Whether publishing over the change makes a new page. The person was told so, hence no page may be replaced.
 */
export function isNewPageNeeded(change: WikiChange): boolean {
  const isLeft = change.kind === 'moved' && change.scope !== 'space';
  return change.kind === 'deleted' || change.kind === 'renamed' || isLeft;
}

/** Identifies the change that the person agrees to publish over; a later change is asked about again. */
export function changeKey(change: WikiChange): string {
  switch (change.kind) {
    case 'deleted':
      return change.kind;
    case 'taken':
      return [
        change.kind,
        change.takenAt,
        placeKey(change.place),
        change.besides && changeKey(change.besides),
      ].join(' ');
    default:
      return `${change.kind} ${change.version}`;
  }
}
