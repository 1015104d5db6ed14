import type { DecideInput, Decision } from '../publish/decide';
import type { Destination } from '../publish/destination';
import type { FileIdentity } from '../records/fileIdentity';
import { hasSeenAll } from '../records/makers';
import { placeOf } from '../publish/pageChanges';
import { isSamePlace } from '../records/pageRecord';
import type { PublishAnswers } from '../publish/precedence';
import type { ParentFile } from '../publish/tree';
import type { FileOutcome } from './fileOutcome';
import type { FileState } from './fileState';
import { rowOf } from './needs';

/** One file of a run. The plan has decided which page it becomes. */
export interface RunFile {
  readonly file: FileIdentity;
  /** The path as the person knows it. */
  readonly path: string;
  readonly destination: Destination;
  /** The sends to the destination from elsewhere that the plan knew of (`Decision.others`). */
  readonly otherSendKeys?: readonly string[] | undefined;
  /** The hash of its text, where no other text may be sent. */
  readonly textHash?: string | undefined;
  /** The person's choices, with which an unfinished run is decided anew. */
  readonly chosen: PublishAnswers;
  /** In a tree, the file whose page has to be known before this one is sent. */
  readonly awaitedParent?: Pick<ParentFile, 'uri' | 'path'> | undefined;
  /** In a tree, the file of the parent page. */
  readonly parentUri?: string | undefined;
  /** The problems that it is published with anyway. */
  readonly acceptedProblems?: readonly string[] | undefined;
  /** The problems of links to other files of the run, which go once these are published. */
  readonly unpublishedLinkKeys?: readonly string[] | undefined;
  readonly linked?: readonly string[] | undefined;
  /** An earlier send of the page had no clear answer. */
  readonly mayHaveArrived: boolean;
  /** What came of its first send, where it is sent again. */
  readonly first?: FileState | undefined;
}

export interface BlockedFile {
  readonly uri: string;
  readonly path: string;
  readonly title: string;
  readonly reason: string;
}

/** How a publish of a file outside of a run ended, also where nothing was sent. */
export interface OutsideSend {
  readonly uri: string;
  readonly destination: Destination;
  readonly outcome: FileOutcome;
}

/**
 * Returns a function that decides again with given records. `isOfRun`: whether a file is another one of the
 * run.
 */
export function redecider(
  input: Omit<DecideInput, 'chosen'>,
  { chosen, destination, path }: RunFile,
  isOfRun: (uri: string) => boolean,
): (records: Pick<DecideInput, 'ownRecords' | 'recordAt'>) => Decision | undefined {
  return (records) => {
    // Files of the run may share a title, which the plan has considered already.
    const recordsOfTitleInSpace: DecideInput['recordsOfTitleInSpace'] = (at) =>
      input.recordsOfTitleInSpace(at).filter(({ file }) => !isOfRun(file.uri));
    const now = { ...input, ...records, recordsOfTitleInSpace };
    const place = placeOf(destination);
    const isOwn = now.ownRecords.some((page) => page.published && isSamePlace(page.place, place));
    const file = { uri: input.file.uri, path, title: input.document.title, input: now };
    return rowOf(file, { chosen: isOwn ? withoutOverwriteRefusal(chosen) : chosen }).decision;
  };
}

/** Drops an answer “replace no page”: it was given before the file had a page of its own. */
export function withoutOverwriteRefusal({ overwrite, ...chosen }: PublishAnswers): PublishAnswers {
  return overwrite === true ? { ...chosen, overwrite } : chosen;
}

/** Whether the file would still be sent to the page that the plan showed; its parent page may have got its ID since. */
export function isAsPlanned(
  { connection, target, questions = [], otherSendKeys = [] }: Partial<Decision> = {},
  { destination, awaitedParent, otherSendKeys: known = [] }: RunFile,
): boolean {
  const open = questions.find((each) => each.kind === 'parentPage');
  const now = target ?? open?.target;
  if (connection === undefined || now === undefined || questions.some((each) => each !== open)) {
    return false;
  }
  const planned = destination.target;
  const isUnder = awaitedParent !== undefined || open !== undefined || now.parent === planned.parent;
  const isSame = now.space === planned.space && now.title === planned.title && isUnder;
  const mayReplace = now.overwrite && hasSeenAll(otherSendKeys, known);
  return connection.endpoint === destination.endpoint && isSame && (!planned.overwrite || mayReplace);
}
