import {
  claimed,
  readFileIdentity,
  readPlace,
  readSuggestedPlace,
  sameFile,
  type Claim,
  type FileIdentity,
  type PageRecord,
  type Place,
  type SuggestedPlace,
} from './pageRecord';
import { membersOf } from '../text/json';
import { readAccountId, readAddress, readId, readVersion } from '../wiki/ids';
import { isOlder, laterOf, type MergedChange, type WikiPage } from './wikiPage';

/** A send of a page. While it has no end it is under way, or its window ended before the answer came. */
export interface PageSend {
  readonly id: string;
  /** Undefined where the disk did not take the page, see doubted: one of the page’s own then. */
  readonly file?: FileIdentity | undefined;
  /** The hash of the content that was sent. */
  readonly hash: string;
  readonly sentAt: number;
  /** The window that sent it. */
  readonly sender: string;
  readonly ended?: { readonly as: SendEnding; readonly endedAt: number } | undefined;
}

export type SendEnding = 'unknown' | 'refused' | 'taken';

/** A page as it is stored: what was sent to it, so that what two windows write at once can be put together. */
export interface StoredPage {
  readonly place: Place;
  readonly files: readonly FileIdentity[];
  readonly suggestedTitle: string;
  readonly suggestedPlace: SuggestedPlace;
  readonly mayOverwrite: boolean;
  /** When any of the members above last changed. */
  readonly changedAt: number;
  readonly sends: readonly PageSend[];
  readonly wiki?: WikiPage | undefined;
}

/** The longest that a send can take, with all its pauses. */
const longestSendMs = 15 * 60_000;

/** Whether a send has gone on for too long, whatever its window does: another process may have the ID of one that died. */
export function isOverdue({ sentAt }: PageSend, now: number): boolean {
  return Math.abs(now - sentAt) > longestSendMs;
}

/** What is known of the page in the wiki. Undefined when none of its sends can have reached it. */
export function recordOf(id: string, page: StoredPage): PageRecord | undefined {
  const last = lastTaken(page.sends);
  const open = page.sends.filter((send) => send !== last && mayFollow(send, last));
  const claims = open.flatMap((send) => claimOf(page, send));
  const { place, files, suggestedTitle, suggestedPlace, mayOverwrite, wiki } = page;
  const own = open.filter(({ file }) => !claims.some((claim) => claim.file === file));
  const pending = latest(
    own.filter(({ hash }) => hash !== last?.hash),
    ({ sentAt }) => sentAt,
  );
  if (last === undefined && pending === undefined) {
    const [first] = claims;
    return first && claimed({ id, place, claims }, first.file);
  }
  return {
    id,
    place,
    files,
    suggestedTitle,
    suggestedPlace,
    mayOverwrite,
    published: last && { hash: last.hash, publishedAt: last.ended?.endedAt ?? last.sentAt },
    pending: pending && { hash: pending.hash, sentAt: pending.sentAt },
    ...(wiki && { wiki: { ...wiki, isLast: wiki.sendId === last?.id } }),
    ...(claims.length > 0 && { claims }),
  };
}

function claimOf({ files }: StoredPage, { file, hash, sentAt }: PageSend): readonly Claim[] {
  return file === undefined || files.some((own) => sameFile(own, file)) ? [] : [{ file, hash, sentAt }];
}

/** Merges what several windows wrote of a page without knowing of one another. Neither order nor repetition matters. */
export function mergePages(pages: readonly [StoredPage, ...StoredPage[]]): StoredPage {
  const ordered = [...pages].sort(
    (one, other) => other.changedAt - one.changedAt || (text(one) < text(other) ? 1 : -1),
  );
  const [newest = pages[0]] = ordered;
  const sends = new Map<string, PageSend>();
  for (const send of ordered.flatMap((page) => page.sends)) {
    const known = sends.get(send.id);
    if (known === undefined || certainty(send) > certainty(known)) {
      sends.set(send.id, send);
    }
  }
  const wiki = ordered
    .toReversed()
    .map((page) => page.wiki)
    .reduce(laterOf);
  return { ...newest, sends: pruned([...sends.values()]), ...(wiki && { wiki }) };
}

/** What a lookup after the last send found: nothing is known of a page that it did not find. */
export function withWikiPage(page: StoredPage, wiki: WikiPage | undefined): StoredPage {
  return wiki !== undefined && isOlder(wiki, page.wiki)
    ? page
    : { ...page, wiki: wiki && { ...wiki, sendId: lastTaken(page.sends)?.id } };
}

/** The page with the change that was merged into its file. Nothing is kept where the page was not found in the wiki. */
export function withMerged(page: StoredPage, merged: MergedChange | undefined): StoredPage {
  return page.wiki === undefined ? page : { ...page, wiki: { ...page.wiki, merged } };
}

/** The time for a change, which is never before anything that is known of the page, whatever the clock says. */
export function timeFor(page: StoredPage | undefined, now: number): number {
  const times = page?.sends.map(({ sentAt, ended }) => Math.max(sentAt, ended?.endedAt ?? 0)) ?? [];
  return Math.max(now, page?.changedAt ?? 0, ...times);
}

/** The page with a send that nobody knows the end of, because the disk did not take what was written. */
export function doubted(page: StoredPage, id: string): StoredPage {
  const at = timeFor(page, 0);
  const send = { id, hash: '', sentAt: at, sender: '', ended: { as: 'unknown', endedAt: at + 1 } as const };
  return { ...page, sends: [...page.sends, send] };
}

/** Leaves out the sends that say nothing any more. */
export function pruned(sends: readonly PageSend[]): readonly PageSend[] {
  const last = lastTaken(sends);
  const newestAt = Math.max(...sends.map(({ sentAt }) => sentAt));
  // One that was refused may still be under way in what another window wrote
  return sends.filter(
    (send) =>
      send === last ||
      mayFollow(send, last) ||
      (send.ended?.as === 'refused' && endOf(send) + longestSendMs > newestAt),
  );
}

function lastTaken(sends: readonly PageSend[]): PageSend | undefined {
  return latest(
    sends.filter(({ ended }) => ended?.as === 'taken'),
    endOf,
  );
}

/** Whether it may have reached the wiki after the last one that did. */
function mayFollow(send: PageSend, last: PageSend | undefined): boolean {
  return send.ended?.as !== 'refused' && (last === undefined || endOf(send) > last.sentAt);
}

function endOf({ sentAt, ended }: PageSend): number {
  return ended?.endedAt ?? sentAt + longestSendMs;
}

const certainties = { unknown: 1, refused: 2, taken: 3 } as const;

function certainty({ ended }: PageSend): number {
  return ended === undefined ? 0 : certainties[ended.as];
}

/** The latest of all; of two that are equally late, the one that sorts last, so that their order does not matter. */
function latest<T>(all: readonly T[], time: (one: T) => number): T | undefined {
  let found: T | undefined;
  for (const one of all) {
    const isLater = found === undefined || time(one) > time(found);
    if (isLater || (found !== undefined && time(one) === time(found) && text(one) > text(found))) {
      found = one;
    }
  }
  return found;
}

const text = (value: unknown): string => JSON.stringify(value);

export function readStoredPage(stored: unknown): StoredPage | undefined {
  const page = membersOf<StoredPage>(stored);
  const read = readPlace(page.place);
  const place = read && {
    ...read,
    endpoint: shared(read.endpoint),
    space: shared(read.space),
    parent: shared(read.parent),
  };
  const { space, parent } = readSuggestedPlace(page.suggestedPlace);
  const files = readAll(page.files, readFileIdentity);
  const fileOf = (stored: unknown): FileIdentity | undefined => {
    const file = readFileIdentity(stored);
    // One object for one file: there may be thousands
    return files.find((each) => isSame(each, file)) ?? file;
  };
  const wiki = readWikiPage(page.wiki);
  return place !== undefined && files.length > 0
    ? {
        place,
        files,
        suggestedTitle:
          typeof page.suggestedTitle === 'string' && page.suggestedTitle !== place.title
            ? page.suggestedTitle
            : place.title,
        suggestedPlace: space === undefined && parent === undefined ? nowhere : { space, parent },
        mayOverwrite: page.mayOverwrite === true,
        changedAt: typeof page.changedAt === 'number' ? page.changedAt : 0,
        sends: readAll(page.sends, (send) => readSend(send, fileOf)),
        ...(wiki && { wiki }),
      }
    : undefined;
}

function isSame(one: FileIdentity, other: FileIdentity | undefined): boolean {
  return (
    one.uri === other?.uri &&
    one.realPath === other.realPath &&
    one.workspacePath === other.workspacePath &&
    one.repository === other.repository
  );
}

const nowhere: SuggestedPlace = {};
const texts = new Map<string, string>();

/** The same text, held in memory once. */
function shared(text: string): string {
  const known = texts.get(text) ?? text;
  texts.set(known, known);
  return known;
}

/** What is known of the page in the wiki; undefined where it has no ID, by which it could be looked up again. */
function readWikiPage(stored: unknown): WikiPage | undefined {
  const { version, authorId, address, sendId, merged, ...page } = membersOf<WikiPage>(stored);
  const id = readId(page.id);
  return id === undefined
    ? undefined
    : {
        id,
        version: readVersion(version),
        authorId: readAccountId(authorId),
        address: readAddress(address),
        sendId: typeof sendId === 'string' ? sendId : undefined,
        ...(merged !== undefined && { merged: readMerged(merged) }),
      };
}

function readMerged(stored: unknown): MergedChange | undefined {
  const { change, before } = membersOf<MergedChange>(stored);
  return typeof change === 'string' && typeof before === 'string' ? { change, before } : undefined;
}

function readSend(
  stored: unknown,
  fileOf: (stored: unknown) => FileIdentity | undefined,
): PageSend | undefined {
  const { id, file, hash, sentAt, sender, ended } = membersOf<PageSend>(stored);
  return typeof id === 'string' && typeof hash === 'string' && typeof sentAt === 'number'
    ? {
        id,
        file: fileOf(file),
        hash,
        sentAt,
        sender: typeof sender === 'string' ? shared(sender) : '',
        ended: readEnded(ended),
      }
    : undefined;
}

/** What can't be read of an end leaves the send open: nobody knows. */
function readEnded(stored: unknown): PageSend['ended'] {
  const { as, endedAt } = membersOf<NonNullable<PageSend['ended']>>(stored);
  return (as === 'unknown' || as === 'refused' || as === 'taken') && typeof endedAt === 'number'
    ? { as, endedAt }
    : undefined;
}

function readAll<T>(stored: unknown, read: (one: unknown) => T | undefined): readonly T[] {
  const values = Array.isArray(stored) ? stored.map(read).filter((one) => one !== undefined) : [];
  // What filter makes has room for more, thousands of times
  return values.slice();
}
