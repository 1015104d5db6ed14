import type { ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import type { FileIdentity } from '../../core/records/fileIdentity';
import type { RecordIndex } from '../../core/records/recordIndex';
import type { ParentFile } from '../../core/publish/tree';
import type { Plan } from '../../core/plan/plan';
import type { AnsweredPlan } from '../../core/plan/answeredPlan';
import type { Parsed } from '../../core/text/parsed';
import type { PageEvent, SendPageOptions } from '../wiki/sendPage';
import type { PageWithText } from './readForPublish';

/** Provides the documents of a window, a terminal or a test. They are named by their addresses. */
export interface Host {
  /** Returns the documents as read with these records. `going`: the titles of a run’s pages. */
  documents(index: RecordIndex, going?: ReadonlyMap<string, string>): Documents;
  /** Only front matter and settings say where pages go: nobody chose another place. */
  readonly ignoresRememberedPlaces?: boolean;
  /** A file is sent only if its text is that of the plan. */
  readonly requiresPlannedTexts?: boolean;
  /** Returns the name of a document as the person knows it. */
  nameOf(uri: string): string;
  happened(event: PageEvent): void;
  /** Whether the person is signed in for export; undefined if no setting says how to export pages. */
  exportState(): Promise<'signedIn' | 'signedOut' | undefined>;
}

export interface Documents {
  /** Reads a document, with the default destination of its place. */
  read(uri: string, how?: ReadOptions): Promise<Parsed<PageWithText>>;
  /** Returns the file or folder of the parent page, where files are a tree of pages. */
  findParentFile(uri: string): Promise<ParentFile | undefined>;
  identify(uri: string): Promise<FileIdentity>;
}

export interface ReadOptions {
  /** The wiki that links are resolved for; if undefined, the one that the document goes to. */
  readonly endpoint?: string | undefined;
  /** Is read instead of the document's text. */
  readonly text?: string | undefined;
}

export type PublishStep =
  Parameters<SendPageOptions['progress']>[0] | { readonly kind: 'reading'; readonly files: number };

/**
 * What a person is shown: the whole plan, its open questions, or one step. `place`: all steps, and nothing is
 * sent.
 */
export type PromptScope = 'plan' | 'questions' | 'connection' | 'place' | 'space' | 'parent' | 'title';

/** The person who is asked, but never while a file's lock is held. */
export interface Person {
  /** Resolves with undefined if the person cancelled. */
  answerPlan(plan: Plan, show: PromptScope): Promise<AnsweredPlan | undefined>;
  /** Asks for a token and stores it; undefined if the person cancelled. */
  token(connection: Connection): Promise<ApiToken | undefined>;
  /** Shows the progress of work, and lets the person cancel it. */
  watch<T>(
    title: string,
    work: (cancel: AbortSignal, progress: (step: PublishStep) => void) => Promise<T>,
  ): PromiseLike<T>;
}
