import { isFromElsewhere, sameDocument, type FileIdentity } from './fileIdentity';
import { lastSendAt, type SendFromOther, type PageRecord, type Place } from './pageRecord';

interface MakersInput {
  readonly file: FileIdentity;
  /** Pages whose files are gone, which the document goes on with. */
  readonly leftTo?: readonly PageRecord[] | undefined;
  /** Returns the record of a page, whichever file made it. */
  readonly at: (place: Place) => PageRecord | undefined;
}

/** Returns the other document that made the page, or may have replaced it since. */
export function otherMaker(input: MakersInput, place: Place): FileIdentity | undefined {
  return sendsOfOthers(input, place)[0]?.file;
}

/** Returns the other document that made the page, or this one in another working folder. */
export function makerElsewhere(input: MakersInput, place: Place): FileIdentity | undefined {
  const { file, at } = input;
  const isClone = (send: SendFromOther): boolean =>
    sameDocument(send.file, file) && isFromElsewhere(send.file, file);
  return otherMaker(input, place) ?? sendsTo(at(place)).find(isClone)?.file;
}

/**
 * Returns the keys of the sends to a place from elsewhere, also those of this document from another working folder. Who
 * agrees to replace the page there has seen these, and no later ones.
 */
export function sendsFromElsewhere({ file, at }: MakersInput, place: Place): readonly string[] {
  return sendsTo(at(place))
    .filter((send) => isFromElsewhere(send.file, file))
    .map(({ sentAt, hash }) => `${sentAt} ${hash}`);
}

/** Whether somebody who has seen some of the sends from elsewhere has seen all of these. */
export function areSeen(sends: readonly string[], seen: readonly string[]): boolean {
  return sends.every((send) => seen.includes(send));
}

function sendsOfOthers({ file, leftTo = [], at }: MakersInput, place: Place): readonly SendFromOther[] {
  const own = [file, ...leftTo.map((record) => record.file)];
  return sendsTo(at(place)).filter((send) => !own.some((each) => sameDocument(each, send.file)));
}

/** Returns the last send of the document that the page belongs to, and those of others since. */
function sendsTo(page: PageRecord | undefined): readonly SendFromOther[] {
  if (page === undefined) {
    return [];
  }
  const { hash = '' } = page.pending ?? page.published ?? {};
  return [{ file: page.file, sentAt: lastSendAt(page), hash }, ...(page.claims ?? [])];
}
