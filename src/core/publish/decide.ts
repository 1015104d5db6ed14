import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import type { LookupResult, FoundSpace } from '../wiki/lookups';
import type { Target, TitleScope } from '../wiki/target';
import { confirmedFirst, connectionAt, decideConnection, defaultsAt } from './decideConnection';
import { recordsInOtherWikis, withoutPlacesOfOtherWikis } from './otherWikis';
import { isOtherFileOrRemote, type FileIdentity } from '../records/fileIdentity';
import {
  attemptedPlace,
  titleKey,
  type FailedAttempt,
  type PageRecord,
  type Place,
} from '../records/pageRecord';
import { makerInOtherFolder, otherMaker, otherSendKeys } from '../records/makers';
import { consentTo, hasSeenAll, shownKey, type Consent, type Shown } from './consent';
import { ownRecordsOf } from './ownRecords';
import { changeOfPageToReplace, type PublishExpected, type TitleLookup } from '../records/recordToReplace';
import { spaceIdResolver, namedSpaceKey, withSpaceId, type SpaceLookup } from './spaceKey';
import type { PublishEffect } from './publishEffect';
import { unknownParent, type ParentFile } from './tree';
import {
  changeKey,
  isNewPageNeeded,
  stopsNewPage,
  type WikiChange,
  type FoundChangeOf,
  type FoundPageAt,
  type PageThere,
} from '../records/wikiChange';
import {
  addressInOtherWiki,
  fillFromPlace,
  hasPlaceOf,
  knownParts,
  missingParts,
  originsOf,
  withPlaceOfParentFile,
  valuesOf,
  locationIfComplete,
  lostParent,
  type PublishAnswers,
  type DestinationDefaults,
  type Origin,
  type TargetValues,
} from './precedence';

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
  readonly recordAt: (place: Place) => PageRecord | undefined;
  readonly attempt?: FailedAttempt | undefined;
  readonly defaults: DestinationDefaults;
  /**
   * Nobody can be asked. Only front matter and settings say where a page goes, not where it was published before, and
   * that editors publish the same pages is expected.
   */
  readonly isUnattended?: boolean | undefined;
  readonly connections: readonly Connection[];
  readonly chosen?: PublishAnswers | undefined;
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

/** One answer to a question; `chosen` becomes `DecideInput.chosen` to decide again. */
export interface Choice {
  /**
   * `keep` publishes to the file’s page where it is, `move` moves
   * it; `stop` replaces no page that is there, `replace` does.
   */
  readonly action: 'keep' | 'move' | 'stop' | 'replace';
  readonly chosen: Place & { readonly consent: Consent };
}

/** What has to be settled before anything is sent: by the person, or, for `parentPage`, by a lookup. */
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
  /** The first choice is the safest: it never replaces a page that another file made. */
  | {
      readonly kind: 'retitled' | 'moved' | 'others' | 'replaces';
      readonly choices: readonly [Choice, ...Choice[]];
    }
  /** Settings or front matter name the space by its key, and no lookup found its ID. */
  | {
      readonly kind: 'space';
      readonly key: string;
      readonly found: LookupResult<FoundSpace>['kind'] | undefined;
    }
  /** Settings or front matter name the place by `address`, which is in another wiki than the connection’s `site`. */
  | { readonly kind: 'elsewhere'; readonly address: string; readonly site: string }
  /** `target` has `unknownParent` as its parent, since the ID of the parent page is not known yet. */
  | { readonly kind: 'parentPage'; readonly target: Target }
  /** Asked only if no question but `parentPage` is open. `consent`: the answer that publishes over this change. */
  | { readonly kind: 'changedInWiki'; readonly change: WikiChange; readonly consent: Consent };

export interface Decision {
  readonly connection: Connection | undefined;
  /** `overwrite` is true only for the file’s own page, one of `inheritedPages`, or one that the person agreed to replace. */
  readonly target: Target | undefined;
  readonly promptValues: Partial<Target>;
  /** `overwrite` has no origin if nothing sets it and the file has no page. */
  readonly origins: Readonly<Partial<Record<'connection' | keyof Target, Origin | undefined>>>;
  readonly effect: PublishEffect;
  /** Set only if another file, or another clone or worktree, published the page last. */
  readonly publishedBy?: PublishedBy | undefined;
  /** Undefined while the destination is not decided. */
  readonly shown: Shown | undefined;
  /** Set only if the tree of files decides the parent page, not front matter, a record or the person. */
  readonly parentFile?: ParentFile | undefined;
  readonly titleScope: TitleScope | undefined;
  readonly questions: readonly Question[];
}

/** `isGone`: the file no longer exists. Otherwise it is the same document in another clone or worktree. */
export interface PublishedBy {
  readonly file: FileIdentity;
  readonly isGone: boolean;
}

/** All ways of publishing share these rules, and differ only in when they ask. */
export function decide(given: DecideInput): Decision {
  const { inheritedPages = [] } = given;
  const ownPages = ownRecordsOf(given, given.ownRecords);
  const own = confirmedFirst(ownPages.length > 0 ? ownPages : inheritedPages);
  const known = { ...given, ownRecords: own, defaults: withPlaceOfParentFile(given.defaults) };
  const { connection, origin, named: connectionNamed } = decideConnection(known);
  const inOtherWikis = recordsInOtherWikis(known, connection);
  const input = origin === 'chosen' ? withoutPlacesOfOtherWikis(inOtherWikis, known, connection) : known;
  const { document, attempt, chosen = {} } = input;
  const found = (key: string) => connection && input.spaceOf?.(connection.endpoint, key);
  const idOf = spaceIdResolver(connection, input.spaceOf);
  const defaults = withSpaceId(defaultsAt(connection, input.defaults), idOf);
  const here = own.filter(({ place }) => place.endpoint === connection?.endpoint);
  const elsewhere = own.find(({ place }) => place.endpoint !== connection?.endpoint);
  const valuesWith = (record?: PageRecord): TargetValues =>
    valuesOf(document, input.isUnattended === true ? undefined : record, defaults, chosen, idOf);
  const knownValues = valuesWith(here.find((each) => hasPlaceOf(valuesWith(each), each)) ?? here[0]);
  const lost = lostParent(knownValues, input, connection);
  const values = lost === undefined ? knownValues : { ...knownValues, parent: undefined };
  const from = here[0] ?? (origin === 'chosen' ? undefined : elsewhere);
  const isUnknown = values.parent?.value === unknownParent && defaults.parentFile !== undefined;
  const parentFile = isUnknown || values.parent?.origin === 'setting' ? defaults.parentFile : undefined;
  const named = namedSpaceKey(values, here, defaults);
  const key = named !== undefined && found(named)?.kind === 'found' ? undefined : named;
  const addressElsewhere = addressInOtherWiki(values, input, defaults, connection);
  const page = key === undefined && addressElsewhere === undefined ? locationIfComplete(values) : undefined;
  const titleScope = connection && input.titleScope(connection.endpoint);
  if (connection === undefined || page === undefined) {
    const tried = connection === undefined || connection.endpoint === attempt?.endpoint;
    const open = isUnknown ? { ...values, parent: undefined } : values;
    const filled = fillFromPlace(open, tried ? attemptedPlace(attempt) : undefined, 'attempt');
    const isSame = elsewhere !== undefined && !inOtherWikis.includes(elsewhere);
    const suggested = fillFromPlace(filled, isSame ? elsewhere.place : undefined, 'record');
    const suggestion = locationIfComplete(suggested);
    return {
      connection,
      target: undefined,
      promptValues: knownParts(suggested),
      origins: { ...originsOf(suggested), connection: origin },
      effect: from === undefined ? { kind: 'new' } : { kind: 'moved', from },
      shown: undefined,
      parentFile,
      titleScope,
      questions:
        connection === undefined
          ? [{ kind: 'connection', named: connectionNamed }]
          : addressElsewhere !== undefined
            ? [{ kind: 'elsewhere', ...addressElsewhere }]
            : key !== undefined
              ? [{ kind: 'space', key, found: found(key)?.kind }]
              : [
                  {
                    kind: 'target',
                    missing: missingParts(values),
                    ...(lost !== undefined && { lost }),
                    suggestion: suggestion && { ...suggestion, overwrite: false },
                  },
                ],
    };
  }
  const origins = { ...originsOf(values), connection: origin };
  const place = { endpoint: connection.endpoint, ...page };
  const record = here.find((each) => hasPlaceOf(values, each));
  const publishedBy = record && publishedByOther(input, record);
  const by = makerOf(input, place, record);
  const ownPage = by === undefined ? record : undefined;
  const shown = shownAt(input, place, defaults, ownPage?.published !== undefined);
  const consent = consentTo(shown, chosen.consent);
  const replaces = consent?.replaces;
  const overwrite = decideOverwrite(input, replaces, ownPage);
  const effect: PublishEffect =
    by === undefined
      ? effectAtPlace(input, place, {
          record,
          from: from ?? absentPageOf(input, connection),
          replaces: overwrite.wanted,
        })
      : {
          kind: 'others',
          by,
          from: record === undefined ? from : undefined,
          record,
        };
  const there =
    record?.published === undefined && by === undefined ? pageThere(input, place, replaces) : undefined;
  const replaced =
    overwrite.value || there !== undefined
      ? changeOfPageToReplace({ ...input, there }, place, (at) => makerInOtherFolder(input, at))
      : undefined;
  const change = replaced && changeKey(replaced);
  const isAccepted = replaced !== undefined && consent?.change === change;
  const isMade = isAccepted && isNewPageNeeded(replaced) && replaces !== true;
  const target = { ...page, overwrite: overwrite.value && !isMade };
  const questions = questionsOf(input, place, effect, {
    origins,
    defaults,
    shown,
    consented: replaces,
    replaces: overwrite.wanted && there === undefined,
  });
  const decided = {
    connection,
    origins: { ...origins, overwrite: overwrite.origin },
    effect,
    publishedBy,
    shown,
    parentFile,
    titleScope,
  };
  const asked: readonly Question[] =
    questions.length > 0 || replaced === undefined || isAccepted
      ? questions
      : [
          {
            kind: 'changedInWiki',
            change: replaced,
            // A page that is there already is replaced only by a send that says so; the file’s own page is by any.
            consent: {
              ...shown,
              change,
              replaces: replaced.kind === 'there' || (isNewPageNeeded(replaced) ? false : replaces),
            },
          },
        ];
  if (isUnknown) {
    const known = { space: page.space, title: page.title, overwrite: target.overwrite };
    return {
      ...decided,
      target: undefined,
      promptValues: known,
      questions: [...asked, { kind: 'parentPage', target }],
    };
  }
  return { ...decided, target, promptValues: target, questions: asked };
}

function publishedByOther(
  { file, inheritedPages = [] }: DecideInput,
  record: PageRecord,
): PublishedBy | undefined {
  const isGone = inheritedPages.includes(record);
  return isGone || (record.published !== undefined && isOtherFileOrRemote(record.file, file))
    ? { file: record.file, isGone }
    : undefined;
}

/** The document’s own page, which was renamed or moved to the place in the wiki, is none of these. */
function pageThere(
  { foundAt, titleScope, ownRecords }: DecideInput,
  place: Place,
  replaces: boolean | undefined,
): PageThere | undefined {
  const found = foundAt?.(place);
  const scope = titleScope(place.endpoint);
  const isOwnPage = ownRecords.some(({ wiki }) => wiki?.id === found?.id);
  const isMet = found !== undefined && !isOwnPage && (replaces === true || stopsNewPage(found, scope));
  return isMet ? { ...found, scope } : undefined;
}

function effectAtPlace(
  input: DecideInput,
  place: Place,
  {
    record,
    from,
    replaces,
  }: { record: PageRecord | undefined; from: PageRecord | undefined; replaces: boolean },
): PublishEffect {
  const { document, inheritedPages = [] } = input;
  if (record !== undefined) {
    const { published, pending } = record;
    if (published === undefined || pending !== undefined) {
      return { kind: 'unknown', record };
    }
    const isSame = published.hash === document.hashUnder(place.title) && !inheritedPages.includes(record);
    return { kind: isSame ? 'unchanged' : 'changed', record };
  }
  // Where titles are unique in the space, an unconfirmed `from` raises no question: the wiki would refuse a second
  // page of this title.
  if (from !== undefined && (from.published !== undefined || !isTitleTaken(input, place, from))) {
    return {
      kind: differingParts(from.place, place).some((part) => part !== 'title') ? 'moved' : 'retitled',
      from,
    };
  }
  return { kind: replaces ? 'replaces' : 'new' };
}

function absentPageOf({ absentPages = [] }: DecideInput, { endpoint }: Connection): PageRecord | undefined {
  return absentPages.find(({ place }) => place.endpoint === endpoint);
}

/** The other document, or this one in another clone or worktree, that has to be asked about before the page is replaced. */
function makerOf(input: DecideInput, place: Place, record: PageRecord | undefined): FileIdentity | undefined {
  const publishedBy = record && publishedByOther(input, record);
  const isUnsettled =
    publishedBy?.isGone === false && input.hasPublished?.(place.endpoint, input.file) !== true;
  return otherMaker(input, place) ?? (isUnsettled ? publishedBy.file : undefined);
}

function shownAt(input: DecideInput, place: Place, defaults: DestinationDefaults, isOwn: boolean): Shown {
  return {
    key: shownKey(place, defaults, input.titleScope(place.endpoint), isOwn),
    sends: otherSendKeys(input, place),
  };
}

function isOwn(input: DecideInput, { published, place }: PageRecord): boolean {
  return published !== undefined && otherMaker(input, place) === undefined;
}

/** Of each question, the first choice harms no page, and avoids a second page if it can. */
function questionsOf(
  input: DecideInput,
  place: Place,
  change: PublishEffect,
  {
    origins,
    defaults,
    shown,
    consented,
    replaces,
  }: {
    readonly origins: Decision['origins'];
    readonly defaults: DestinationDefaults;
    readonly shown: Shown;
    readonly consented: boolean | undefined;
    readonly replaces: boolean;
  },
): readonly Question[] {
  const { connections, absentPages = [] } = input;
  const from = 'from' in change ? change.from : undefined;
  const isSecondPage = from !== undefined && !isChosen(from.place, place, origins);
  const isReplacing = replaces && consented === undefined;
  const here = (action: Choice['action'], isReplaced: boolean): Choice => ({
    action,
    chosen: { ...place, consent: { ...shown, replaces: isReplaced } },
  });
  const [stop, replace, move] = [here('stop', false), here('replace', true), here('move', true)];
  const known =
    from !== undefined &&
    !absentPages.includes(from) &&
    connectionAt(connections, from.place.endpoint) !== undefined;
  const keep: Choice | undefined = known
    ? {
        action: 'keep',
        chosen: {
          ...from.place,
          consent: {
            ...shownAt(
              input,
              from.place,
              from.place.endpoint === place.endpoint ? defaults : {},
              from.published !== undefined && makerOf(input, from.place, from) === undefined,
            ),
            replaces: isOwn(input, from),
          },
        },
      }
    : undefined;
  // `replace` is for a page that the person has renamed in the wiki, which only a lookup could rule out.
  const renamed = from !== undefined && mayBeRenamed(input, from, place) ? [replace] : [];
  switch (change.kind) {
    case 'new':
    case 'changed':
    case 'unchanged':
      return [];
    case 'retitled':
      return isSecondPage ? [{ kind: change.kind, choices: keep ? [keep, stop, ...renamed] : [stop] }] : [];
    case 'moved': {
      // Where titles are unique in a space, there can be no second page: the publish moves the first.
      const other = isTitleTaken(input, place, change.from) && isOwn(input, change.from) ? move : stop;
      return isSecondPage ? [{ kind: change.kind, choices: keep ? [keep, other] : [stop] }] : [];
    }
    case 'others':
      return isSecondPage || consented === undefined
        ? [
            {
              kind: 'others',
              choices: keep ? [keep, stop, replace] : [stop, replace],
            },
          ]
        : [];
    case 'unknown':
      return isReplacing && change.record.published === undefined
        ? [{ kind: 'replaces', choices: [stop, replace] }]
        : [];
    case 'replaces':
      return isReplacing ? [{ kind: 'replaces', choices: [stop, replace] }] : [];
  }
}

function isTitleTaken(input: DecideInput, place: Place, from: PageRecord): boolean {
  const isSameTitle = differingParts(from.place, place).every((part) => part === 'parent');
  return isSameTitle && input.titleScope(place.endpoint) === 'space';
}

function isChosen(from: Place, place: Place, origins: Decision['origins']): boolean {
  return differingParts(from, place).every(
    (part) => origins[part === 'endpoint' ? 'connection' : part] === 'chosen',
  );
}

const placeParts = ['endpoint', 'space', 'parent', 'title'] as const;

function differingParts(one: Place, other: Place): readonly (typeof placeParts)[number][] {
  return placeParts.filter((part) => one[part] !== other[part]);
}

/** Whether the page has this title in the wiki, as far as lookups tell; true where there is no token for them. */
function mayBeRenamed(
  { canLookUp, changedInWiki }: DecideInput,
  page: PageRecord,
  { title }: Pick<Place, 'title'>,
): boolean {
  const change = changedInWiki?.(page) ?? page.wiki?.change;
  const isRenamed = change?.kind === 'renamed' && titleKey(change.title) === titleKey(title);
  return isRenamed || canLookUp?.(page.place.endpoint) !== true;
}

/**
 * `value`: whether the send may replace a page, since it is the file’s own or the person agreed. `wanted` is also
 * true where only front matter or a setting asks for that, and the person has not agreed yet.
 */
function decideOverwrite(
  { document, defaults }: DecideInput,
  replaces: boolean | undefined,
  record: PageRecord | undefined,
): { value: boolean; wanted: boolean; origin: Origin | undefined } {
  if (replaces !== undefined) {
    return { value: replaces, wanted: replaces, origin: 'chosen' };
  }
  // The file’s own page is updated, whatever is set for other existing pages.
  if (record?.published !== undefined) {
    return { value: true, wanted: true, origin: 'record' };
  }
  const { overwrite } = document.frontMatter;
  const wanted = overwrite ?? defaults.overwrite;
  const origin = overwrite !== undefined ? 'frontMatter' : wanted !== undefined ? 'setting' : undefined;
  return { value: false, wanted: wanted ?? false, origin };
}

/** False also if others have sent to the page since the person saw the decision. */
export function isStillDecided(before: Decision | undefined, now: Decision | undefined): boolean {
  return comparedKey(before) === comparedKey(now) && hasSeenAll(now?.shown, before?.shown);
}

function comparedKey(decision: Decision | undefined): string {
  const { connection, target, questions } = decision ?? {};
  return JSON.stringify([connection?.endpoint, target, questions]);
}
