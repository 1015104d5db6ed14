import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import type { FileIdentity } from '../records/fileIdentity';
import type { FailedAttempt, PageRecord, PlannedPlace } from '../records/pageRecord';
import type { PublishExpected, TitleLookup } from '../records/recordToReplace';
import type { FoundChangeOf, FoundPageAt } from '../records/wikiChange';
import type { FoundSpace, LookupResult } from '../wiki/lookups';
import type { PlannedTarget, Target, TitleScope } from '../wiki/target';
import type { Answers, Asking } from './answers';
import type { DestinationDefaults, Origin } from './precedence';
import type { PublishEffect } from './publishEffect';
import type { SpaceLookup } from './spaceKey';
import type { AskingState, ChangeState, ChoiceState } from './states';
import type { ParentFile } from './tree';

export interface DecideInput extends TitleLookup {
  readonly document: {
    readonly frontMatter: FrontMatter;
    readonly title: string;
    /** The hash of what is sent depends on the title, since a first heading that equals the title is left out. */
    readonly hashUnder: (title: string) => string;
    /** Hashes of the lines, by which a change that was merged from the wiki is found; undefined if none was merged. */
    readonly lines?: ReadonlySet<string> | undefined;
  };
  readonly file: FileIdentity;
  /** Pages of the document at all connections: this working folder’s before others, and later ones before earlier. */
  readonly ownRecords: readonly PageRecord[];
  /** Pages of this title whose files are gone; a document without a page of its own updates them. */
  readonly inheritedPages?: readonly PageRecord[] | undefined;
  /** Pages of this title whose files are not on this branch; a document without a page of its own leaves them as they are. */
  readonly absentPages?: readonly PageRecord[] | undefined;
  /** Whether any file was published to the endpoint from the clone or worktree of `file`. */
  readonly hasPublished?: ((endpoint: string, file: FileIdentity) => boolean) | undefined;
  readonly isPublishExpected?: PublishExpected | undefined;
  /** Returns the record of a page, whichever file made it. */
  readonly recordAt: (place: PlannedPlace) => PageRecord | undefined;
  readonly attempt?: FailedAttempt | undefined;
  readonly defaults: DestinationDefaults;
  /**
   * Nobody can be asked. Only front matter and settings say where a page goes, not where it was published before, and
   * that editors publish the same pages is expected.
   */
  readonly isUnattended?: boolean | undefined;
  readonly connections: readonly Connection[];
  readonly answers?: Answers | undefined;
  /** Returns what others did to a page since it was published, as far as lookups tell. */
  readonly changedInWiki?: FoundChangeOf | undefined;
  /** Returns the page that is at a place already, as far as lookups tell. */
  readonly foundAt?: FoundPageAt | undefined;
  /** Whether a platform token is stored for the connection’s wiki, which lookups of pages need. */
  readonly canLookUp?: ((endpoint: string) => boolean) | undefined;
  readonly spaceOf?: SpaceLookup | undefined;
  /** Whether a lookup did not find the page of this ID, to which only a person’s own choice leads all the same. */
  readonly isMissing?: ((endpoint: string, id: string) => boolean) | undefined;
  /** Returns the base address of the wiki that an endpoint belongs to, such as `https://wiki.example.com`. */
  readonly siteOf?: ((endpoint: string) => string | undefined) | undefined;
}

/** What has to be answered before anything is sent. */
export type Question =
  /** `named`: the connection that front matter names, if the settings have none of this name. */
  | { readonly kind: 'connection'; readonly named?: string | undefined }
  /** `suggestion`: a destination completed from a failed attempt, or from the page at another endpoint of the same wiki. */
  | {
      readonly kind: 'target';
      readonly missing: readonly ('space' | 'parent' | 'title')[];
      readonly suggestion?: Target | undefined;
      /** The ID of a named parent page that a lookup did not find. */
      readonly lost?: string | undefined;
    }
  | ChoiceState
  /** Settings or front matter name the space by its key, and no lookup found its ID. */
  | {
      readonly kind: 'space';
      readonly key: string;
      readonly found: LookupResult<FoundSpace>['kind'] | undefined;
    }
  /** Settings or front matter name the place by `address`, which is in another wiki than the connection’s `site`. */
  | { readonly kind: 'elsewhere'; readonly address: string; readonly site: string }
  | ChangeState;

/** Is answered by publishing all the same, or not at all. */
export function isToAccept(
  question: Question,
): question is Exclude<Extract<Question, { readonly asking: unknown }>, ChoiceState> {
  return 'asking' in question && !('choices' in question);
}

export interface Decision {
  readonly connection: Connection | undefined;
  /** `overwrite` is true only for the file’s own page, one of `inheritedPages`, or one that the person agreed to replace. */
  readonly target: PlannedTarget | undefined;
  readonly promptValues: Partial<Target>;
  /** `overwrite` has no origin if nothing sets it and the file has no page. */
  readonly origins: Readonly<Partial<Record<'connection' | keyof Target, Origin | undefined>>>;
  readonly effect: PublishEffect;
  /** Set only if another file, or another clone or worktree, published the page last. */
  readonly publishedBy?: PublishedBy | undefined;
  /** Whether a page at the destination is replaced; undefined while the destination is not decided. */
  readonly aboutPage: Asking | undefined;
  /** Set only if the tree of files decides the parent page, not front matter, a record or the person. */
  readonly parentFile?: ParentFile | undefined;
  readonly titleScope: TitleScope | undefined;
  readonly questions: readonly Question[];
  /** What is no longer open, in the order in which it was asked: the person can answer otherwise. */
  readonly answered: readonly AskingState[];
}

/** `isGone`: the file no longer exists. Otherwise it is the same document in another clone or worktree. */
export interface PublishedBy {
  readonly file: FileIdentity;
  readonly isGone: boolean;
}
