import type { DecideInput, Decision } from '../publish/decision';
import type { Destination, PlannedDestination } from '../publish/destination';
import { hasParentId } from '../wiki/target';
import type { FileIdentity } from '../records/fileIdentity';
import { hasSeenAll, type Answers, type Asking } from '../publish/answers';
import type { WikiChange } from '../records/wikiChange';
import type { ParentFile } from '../publish/tree';
import type { FileOutcome, FileState } from './fileOutcome';
import { rowOf } from './needs';
import type { State } from '../publish/states';
import type { LinkedPlanFile } from './row';

export interface RunFile {
  readonly file: FileIdentity;
  /** The path shown to people: relative to the workspace folder, absolute outside of it. */
  readonly path: string;
  readonly destination: PlannedDestination;
  /** As the plan showed it: if others have sent to the page since, it is not replaced. */
  readonly aboutPage?: Asking | undefined;
  /** If set, no other text than that of this hash may be sent. */
  readonly textHash?: string | undefined;
  /** With these the file is decided again right before its send. */
  readonly answers: Answers;
  /** What happened to the page in the wiki, and is published over. */
  readonly agreedChange?: WikiChange | undefined;
  /** The file of the parent page, set while that page has no known ID, so that this file has to wait. */
  readonly awaitedParent?: Pick<ParentFile, 'uri' | 'path'> | undefined;
  /** The file of the parent page, whether that page has a known ID or not. */
  readonly parentUri?: string | undefined;
  /** Keys of problems with links to files without a page; they don’t stop a send, since the run publishes those files. */
  readonly unpublishedLinkKeys?: readonly string[] | undefined;
  readonly linked?: readonly LinkedPlanFile[] | undefined;
  /** An earlier send of the page had no clear answer, so the outcome is `unknown` if nothing is sent now. */
  readonly mayHaveArrived: boolean;
  /** The state after the first send, if the file is sent again for its links. */
  readonly first?: FileState | undefined;
}

/** A file whose parent page is known. */
export interface PlacedRunFile extends RunFile {
  readonly destination: Destination;
}

export function isPlacedFile(file: RunFile): file is PlacedRunFile {
  return hasParentId(file.destination.target);
}

/** A file of the plan that is in no run, since it is blocked or its question is open. */
export interface UnresolvedFile {
  readonly uri: string;
  readonly path: string;
  readonly title: string;
  readonly status: State;
}

/** A publish of one file beside the run; `outcome` may also be that nothing was sent. */
export interface OutsideSend {
  readonly uri: string;
  readonly destination: Destination;
  readonly outcome: FileOutcome;
}

/** The returned function decides again with newer records. `isOfRun` tells by URI which other files are in the run. */
export function createDecideAgain(
  input: Omit<DecideInput, 'answers'>,
  { answers, path }: Pick<RunFile, 'answers' | 'path'>,
  isOfRun: (uri: string) => boolean,
): (records: Pick<DecideInput, 'ownRecords' | 'recordAt'>) => Decision | undefined {
  return (records) => {
    // The plan has dealt with equal titles among the files of the run, so their records don’t raise questions again.
    const recordsOfTitleInSpace: DecideInput['recordsOfTitleInSpace'] = (at) =>
      input.recordsOfTitleInSpace(at).filter(({ file }) => !isOfRun(file.uri));
    const now = { ...input, ...records, recordsOfTitleInSpace };
    return rowOf({ uri: input.file.uri, path, title: input.document.title, input: now }, answers).decision;
  };
}

/** Whether the file would still go to the planned page; the ID of its parent page may have become known since. */
export function isAsPlanned(
  { connection, target, questions = [], aboutPage }: Partial<Decision> = {},
  { destination, awaitedParent, aboutPage: known }: RunFile,
): boolean {
  if (connection === undefined || target === undefined || questions.length > 0) {
    return false;
  }
  const planned = destination.target;
  const isUnder = awaitedParent !== undefined || !hasParentId(target) || target.parent === planned.parent;
  const isSame = target.space === planned.space && target.title === planned.title && isUnder;
  const mayReplace = target.overwrite && hasSeenAll(aboutPage?.shown, known?.shown);
  return connection.endpoint === destination.endpoint && isSame && (!planned.overwrite || mayReplace);
}
