import type { Destination } from '../publish/destination';
import type { FileIdentity } from '../publish/fileIdentity';
import type { Chosen } from '../publish/precedence';
import type { FileAbove } from '../publish/tree';
import type { FileOutcome } from './fileOutcome';

/** One file of a run. The plan has decided which page it becomes. */
export interface RunFile {
  readonly file: FileIdentity;
  /** The path as the person knows it. */
  readonly path: string;
  readonly destination: Destination;
  /** The person's choices, with which an unfinished run is decided anew. */
  readonly chosen: Chosen;
  /** In a tree, the file whose page has to be known before this one is sent. */
  readonly above?: Pick<FileAbove, 'uri' | 'path'> | undefined;
  /** In a tree, the file whose page is above. */
  readonly under?: string | undefined;
  /** The problems that it is published with anyway. */
  readonly knownProblems?: readonly string[] | undefined;
  /** The problems of links to other files of the run, which go once these are published. */
  readonly needs?: readonly string[] | undefined;
  readonly linked?: readonly string[] | undefined;
  /** An earlier send of the page had no clear answer. */
  readonly mayHaveArrived: boolean;
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
