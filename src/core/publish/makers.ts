import { ownPages, type OwnPagesInput } from './ownPages';
import { lastAt, sameFile, type Claim, type FileIdentity, type PageRecord, type Place } from './pageRecord';

interface MakersInput {
  readonly file: FileIdentity;
  /** The pages of the file. */
  readonly own: readonly PageRecord[];
  /** Returns the record of a page, whichever file made it. */
  readonly at: (place: Place) => PageRecord | undefined;
}

/** Returns the other file that made the page, or may have replaced it since. */
export function otherMaker(input: MakersInput, place: Place): FileIdentity | undefined {
  return sendsOfOthers(input, place)[0]?.file;
}

/** Whether another file has been published at a place since a time, or may have been: who agreed before to replace the page there saw another one. */
export function isTakenSince(at: number, input: MakersInput & OwnPagesInput, place: Place): boolean {
  const own = ownPages(input, input.own);
  return sendsOfOthers({ ...input, own }, place).some(({ sentAt }) => sentAt >= at);
}

function sendsOfOthers(
  { file, own, at }: MakersInput,
  place: Place,
): readonly Pick<Claim, 'file' | 'sentAt'>[] {
  const page = at(place);
  if (page === undefined) {
    return [];
  }
  const known = own.filter(({ id }) => id === page.id).flatMap(({ files }) => files);
  const made = page.files.map((maker) => ({ file: maker, sentAt: lastAt(page) }));
  return [...made, ...(page.claims ?? [])].filter(
    (send) => ![file, ...known].some((each) => sameFile(each, send.file)),
  );
}
