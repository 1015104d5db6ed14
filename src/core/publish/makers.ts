import { isFromElsewhere, sameDocument, type FileIdentity } from './fileIdentity';
import { lastAt, type Claim, type PageRecord, type Place } from './pageRecord';

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

/**
 * Whether another document, or this one from another working folder, has been published at a place since a time, or may
 * have been: who agreed before to replace the page there saw another one.
 */
export function isTakenSince(since: number, input: MakersInput, place: Place): boolean {
  const page = input.at(place);
  const isElsewhere = page !== undefined && isFromElsewhere(page.file, input.file);
  return (
    (isElsewhere && lastAt(page) >= since) ||
    sendsOfOthers(input, place).some(({ sentAt }) => sentAt >= since)
  );
}

function sendsOfOthers(
  { file, leftTo = [], at }: MakersInput,
  place: Place,
): readonly Pick<Claim, 'file' | 'sentAt'>[] {
  const page = at(place);
  if (page === undefined) {
    return [];
  }
  const own = [file, ...leftTo.map((record) => record.file)];
  return [{ file: page.file, sentAt: lastAt(page) }, ...(page.claims ?? [])].filter(
    (send) => !own.some((each) => sameDocument(each, send.file)),
  );
}
