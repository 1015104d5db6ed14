import type { ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import type { FileIdentity } from '../../core/records/fileIdentity';
import type { KnownPages } from '../records/pages';
import type { ParentFile } from '../../core/publish/tree';
import type { Plan } from '../../core/plan/plan';
import type { AnsweredPlan } from '../../core/plan/answeredPlan';
import type { Parsed } from '../../core/text/parsed';
import type { PageEvent, SendPageOptions } from '../wiki/sendPage';
import type { TouchedPages } from '../wiki/touchedPages';
import type { PageWithText } from './readForPublish';

/** Provides the documents of a window, a terminal or a test; URIs identify them. */
export interface Host {
  /**
   * `index`: the records by which links and parent pages are found. `runTitles`: the titles of a run’s pages, by the
   * URI of their file; undefined unless a run has begun.
   */
  documents(index: KnownPages, runTitles?: ReadonlyMap<string, string>): Documents;
  /** Nobody can be asked: what counts is what front matter and settings say. */
  readonly isUnattended?: boolean;
  /** A file is sent only if its text is the same as when it was planned. */
  readonly requiresPlannedTexts?: boolean;
  nameOf(uri: string): string;
  happened(event: PageEvent): void;
  /** `notSetUp`: nobody is signed in, and no setting says how pages are exported. */
  exportState(): Promise<'signedIn' | 'signedOut' | 'notSetUp'>;
}

/** For one reading of one or many documents: it may cache settings, and knows only the records of its `index`. */
export interface Documents {
  read(uri: string, how?: ReadOptions): Promise<Parsed<PageWithText>>;
  findParentFile(uri: string): Promise<ParentFile | undefined>;
  identify(uri: string): Promise<FileIdentity>;
}

export interface ReadOptions {
  /**
   * The wiki whose page addresses take the place of links to files; if undefined, the
   * wiki that the document goes to.
   */
  readonly endpoint?: string | undefined;
  /** Read instead of the document’s own text: on a save, the text on the disk. */
  readonly text?: string | undefined;
}

export type PublishProgress =
  | Parameters<SendPageOptions['progress']>[0]
  | { readonly kind: 'reading'; readonly files: number };

/**
 * What a person is asked: the whole plan, its open questions, or first another destination or title. `connection`: at
 * least for the wiki. `place`: for what is not known of the destination; nothing is sent afterwards.
 */
export type PromptScope = 'plan' | 'questions' | 'connection' | 'place' | 'destination' | 'title';

/** A person is never asked while a file’s lock is held: an open prompt would block every other publish of the file. */
export interface Person {
  /** `pages`: what the look-up of the one document tells, which goes on meanwhile. */
  answerPlan(plan: Plan, show: PromptScope, pages?: TouchedPages): Promise<AnsweredPlan | undefined>;
  /** Asks for an API token and stores it, even if one is stored. A terminal resolves with undefined. */
  token(connection: Connection): Promise<ApiToken | undefined>;
  watch<T>(
    title: string,
    work: (cancel: AbortSignal, progress: (step: PublishProgress) => void) => Promise<T>,
  ): PromiseLike<T>;
}
