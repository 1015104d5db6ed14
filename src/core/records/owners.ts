import { isOtherFileOrRemote, isSameDocument, type FileIdentity } from './fileIdentity';
import { lastSendAt, type SendFromOther, type PageRecord, type PlannedPlace } from './pageRecord';

interface OwnersInput {
  readonly file: FileIdentity;
  /** Pages whose files are gone. They belong to `file` now, so the files that made them don’t count as other makers. */
  readonly inheritedPages?: readonly PageRecord[] | undefined;
  readonly recordAt: (place: PlannedPlace) => PageRecord | undefined;
}

/** Returns the other document that made the page at `place`, or may have replaced it since. */
export function otherOwner(input: OwnersInput, place: PlannedPlace): FileIdentity | undefined {
  return sendsOfOthers(input, place)[0]?.file;
}

/** Unlike `otherOwner`, also returns this document as it was published from another clone or worktree. */
export function ownerInOtherFolder(input: OwnersInput, place: PlannedPlace): FileIdentity | undefined {
  const { file, recordAt } = input;
  const isClone = (send: SendFromOther): boolean =>
    isSameDocument(send.file, file) && isOtherFileOrRemote(send.file, file);
  return otherOwner(input, place) ?? sendsTo(recordAt(place)).find(isClone)?.file;
}

/**
 * Returns a key for each send from another document or working folder. A person who
 * agrees to replace the page agrees to these sends; a later one is asked about again.
 */
export function otherSendKeys({ file, recordAt }: OwnersInput, place: PlannedPlace): readonly string[] {
  return sendsTo(recordAt(place))
    .filter((send) => isOtherFileOrRemote(send.file, file))
    .map(({ sentAt, hash }) => `${sentAt} ${hash}`);
}

function sendsOfOthers(
  { file, inheritedPages = [], recordAt }: OwnersInput,
  place: PlannedPlace,
): readonly SendFromOther[] {
  const own = [file, ...inheritedPages.map((record) => record.file)];
  return sendsTo(recordAt(place)).filter((send) => !own.some((each) => isSameDocument(each, send.file)));
}

/** Returns the last send of the page’s own document, then the sends of other documents. */
function sendsTo(page: PageRecord | undefined): readonly SendFromOther[] {
  if (page === undefined) {
    return [];
  }
  const { hash = '' } = page.pending ?? page.published ?? {};
  return [{ file: page.file, sentAt: lastSendAt(page), hash }, ...(page.otherSends ?? [])];
}
