import type { ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import type { FileIdentity } from '../../core/publish/pageRecord';
import type { RecordIndex } from '../../core/publish/recordIndex';
import type { FileAbove } from '../../core/publish/tree';
import type { Plan } from '../../core/run/plan';
import type { Settled } from '../../core/run/settled';
import type { Parsed } from '../../core/text/parsed';
import type { SendPageOptions } from '../publish/sendPage';
import type { ReadText } from '../run/readFile';

/** Where documents are: a window, a terminal, a test. Documents are named by their addresses. */
export interface Host {
  /** The documents as they are read with these records. `going`: the titles of what a run publishes, once that is settled. */
  documents(index: RecordIndex, going?: ReadonlyMap<string, string>): Documents;
  identify(uri: string): Promise<FileIdentity>;
  /** The name of a document as a person knows it. */
  nameOf(uri: string): string;
  happened(event: FlowEvent): void;
  /** Whether the text of a page can be read in the wiki; undefined where no setting says how. */
  exporting(): Promise<'signedIn' | 'signedOut' | undefined>;
}

export interface Documents {
  /** Reads a document, with the defaults that hold for its place. */
  read(uri: string, how?: HowToRead): Promise<Parsed<ReadText>>;
  /** What is above a file or folder, where files are a tree of pages. */
  above(uri: string): Promise<FileAbove | undefined>;
}

export interface HowToRead {
  /** The wiki that the links have to be right in; without it, the one that the document goes to. */
  readonly endpoint?: string | undefined;
  /** Read in place of the document’s text. */
  readonly text?: string | undefined;
}

export type FlowEvent =
  | { readonly kind: 'published'; readonly uri: string; readonly content: string }
  /** The addresses of their pages are known. */
  | { readonly kind: 'found'; readonly uris: readonly string[] };

export type Progress =
  Parameters<SendPageOptions['progress']>[0] | { readonly kind: 'reading'; readonly files: number };

/** What a person is shown when they are asked: `plan` is the page and where it goes, the others are less, or a step. */
export type Show = 'plan' | 'questions' | 'connection' | 'place' | 'space' | 'title';

/** Who is asked. Never while a file’s lock is held. */
export interface Person {
  /** Undefined when they left. */
  settle(plan: Plan, show: Show): Promise<Settled | undefined>;
  /** Asks for a token and keeps it; undefined when they left. */
  token(connection: Connection): Promise<ApiToken | undefined>;
  /** Shows how work goes, and lets them cancel it. */
  watch<T>(
    title: string,
    work: (cancel: AbortSignal, progress: (step: Progress) => void) => Promise<T>,
  ): PromiseLike<T>;
}
