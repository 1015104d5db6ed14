import type { DecideInput, Decision } from '../publish/decide';
import type { Destination } from '../publish/destination';
import type { FileIdentity } from '../records/fileIdentity';
import { areSeen } from '../records/makers';
import { placeOf } from '../publish/pageChanges';
import { samePlace } from '../records/pageRecord';
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
  readonly others?: readonly string[] | undefined;
  /** The hash of its text, where no other text may be sent. */
  readonly textHash?: string | undefined;
  /** The person's choices, with which an unfinished run is decided anew. */
  readonly chosen: PublishAnswers;
  /** In a tree, the file whose page has to be known before this one is sent. */
  readonly above?: Pick<ParentFile, 'uri' | 'path'> | undefined;
  /** In a tree, the file whose page is above. */
  readonly under?: string | undefined;
  /** The problems that it is published with anyway. */
  readonly knownProblems?: readonly string[] | undefined;
  /** The problems of links to other files of the run, which go once these are published. */
  readonly needs?: readonly string[] | undefined;
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
export interface SentAlone {
  readonly uri: string;
  readonly destination: Destination;
  readonly outcome: FileOutcome;
}

/** Decides about a file of a run anew, with the records of then. `isOfRun`: whether a file is another one of the run. */
export function decidedAgain(
  input: Omit<DecideInput, 'chosen'>,
  { chosen, destination, path }: RunFile,
  isOfRun: (uri: string) => boolean,
): (records: Pick<DecideInput, 'own' | 'at'>) => Decision | undefined {
  return (records) => {
    // Other files of the run may have the same title, which the plan has weighed.
    const titled: DecideInput['titled'] = (at) => input.titled(at).filter(({ file }) => !isOfRun(file.uri));
    const now = { ...input, ...records, titled };
    const place = placeOf(destination);
    const isOwn = now.own.some((page) => page.published && samePlace(page.place, place));
    const file = { uri: input.file.uri, path, title: input.document.title, input: now };
    return rowOf(file, { chosen: isOwn ? withoutStop(chosen) : chosen }).decision;
  };
}

/** That no page must be there was said before the file had one. */
export function withoutStop({ overwrite, ...chosen }: PublishAnswers): PublishAnswers {
  return overwrite === true ? { ...chosen, overwrite } : chosen;
}

/** Whether the file would still be sent to the page that the plan showed; its parent page may have got its ID since. */
export function isAsPlanned(
  { connection, target, questions = [], others = [] }: Partial<Decision> = {},
  { destination, above, others: known = [] }: RunFile,
): boolean {
  const open = questions.find((each) => each.kind === 'parentPage');
  const now = target ?? open?.target;
  if (connection === undefined || now === undefined || questions.some((each) => each !== open)) {
    return false;
  }
  const planned = destination.target;
  const isUnder = above !== undefined || open !== undefined || now.parent === planned.parent;
  const isSame = now.space === planned.space && now.title === planned.title && isUnder;
  const mayReplace = now.overwrite && areSeen(others, known);
  return connection.endpoint === destination.endpoint && isSame && (!planned.overwrite || mayReplace);
}
