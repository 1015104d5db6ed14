import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import type { LookupResult, FoundSpace } from '../wiki/lookups';
import type { Target, TitleScope } from '../wiki/target';
import {
  agree,
  answerTo,
  askingBeside,
  hasSeenAll,
  pageAsking,
  type Answers,
  type Asking,
  type Choice,
  type PageChoice,
} from './answers';
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
import { ownRecordsOf } from './ownRecords';
import { changeOfPageToReplace, type PublishExpected, type TitleLookup } from '../records/recordToReplace';
import { spaceIdResolver, namedSpaceKey, withSpaceId, type SpaceLookup } from './spaceKey';
import type { PublishEffect } from './publishEffect';
import type { ChangeState, ChoiceState } from './states';
import { makesPage } from './wikiChanges';
import { unknownParent, type ParentFile } from './tree';
import {
  changeKey,
  stopsNewPage,
  type FoundChangeOf,
  type FoundPageAt,
  type PageThere,
  type WikiChange,
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
  | ChoiceState
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
  /** Asked only if no question but `parentPage` is open. */
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
  readonly target: Target | undefined;
  readonly promptValues: Partial<Target>;
  /** `overwrite` has no origin if nothing sets it and the file has no page. */
  readonly origins: Readonly<Partial<Record<'connection' | keyof Target, Origin | undefined>>>;
  readonly effect: PublishEffect;
  /** Set only if another file, or another clone or worktree, published the page last. */
  readonly publishedBy?: PublishedBy | undefined;
  /** Whether a page at the destination is replaced; undefined while the destination is not decided. */
  readonly shown: Asking | undefined;
  /** Set only if the tree of files decides the parent page, not front matter, a record or the person. */
  readonly parentFile?: ParentFile | undefined;
  readonly titleScope: TitleScope | undefined;
  readonly questions: readonly Question[];
  /** What is no longer open, in the order in which it was asked: the person can answer otherwise. */
  readonly answered: readonly (ChoiceState | ChangeState)[];
}

/** `isGone`: the file no longer exists. Otherwise it is the same document in another clone or worktree. */
export interface PublishedBy {
  readonly file: FileIdentity;
  readonly isGone: boolean;
}

/** All ways of publishing share these rules, and differ only in when they ask. */
export function decide(given: DecideInput): Decision {
  return decideKeeping(given, undefined);
}

/** `keeps`: the person keeps the page at its place; whether that page is replaced. */
function decideKeeping(given: DecideInput, keeps: boolean | undefined): Decision {
  const { inheritedPages = [], answers = {} } = given;
  const { place: chosen = {} } = answers;
  const ownPages = ownRecordsOf(given, given.ownRecords);
  const own = confirmedFirst(ownPages.length > 0 ? ownPages : inheritedPages);
  const known = { ...given, ownRecords: own, defaults: withPlaceOfParentFile(given.defaults) };
  const { connection, origin, named: connectionNamed } = decideConnection(known);
  const inOtherWikis = recordsInOtherWikis(known, connection);
  const input = origin === 'chosen' ? withoutPlacesOfOtherWikis(inOtherWikis, known, connection) : known;
  const { document, attempt } = input;
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
      answered: [],
    };
  }
  const place = { endpoint: connection.endpoint, ...page };
  const record = here.find((each) => hasPlaceOf(values, each));
  const owner = ownerOf(input, place, record);
  const isOwn = record?.published !== undefined && owner === undefined;
  const shown = pageAsking(place, {
    defaults,
    scope: titleScope,
    isOwn,
    sends: otherSendKeys(input, place),
  });
  const first: Seen = {
    input,
    place,
    origins: { ...originsOf(values), connection: origin },
    defaults,
    record,
    from: from ?? (owner === undefined ? absentPageOf(input, connection) : undefined),
    owner,
    shown,
    replaces: repliesOf[answerTo(shown, answers) ?? 'anyway'] ?? keeps,
    isKept: keeps !== undefined,
  };
  const { seen, answered, open } = answeredBy(first, answers);
  if (seen.keeps !== undefined) {
    const { place: to } = seen.keeps;
    const kept = decideKeeping(
      { ...given, answers: { ...answers, place: to } },
      isConfirmedOwn(input, seen.keeps),
    );
    return { ...kept, answered: [...answered, ...kept.answered] };
  }
  const overwrite = overwriteOf(seen);
  const decided = {
    connection,
    origins: { ...seen.origins, overwrite: overwrite.origin },
    effect: effectOf(seen, overwrite.wanted),
    publishedBy: record && publishedByOther(input, record),
    shown,
    parentFile,
    titleScope,
    answered,
  };
  const target = { ...page, overwrite: overwrite.value };
  if (isUnknown) {
    const prompted = { space: page.space, title: page.title, overwrite: target.overwrite };
    const questions: readonly Question[] = [...open, { kind: 'parentPage', target }];
    return { ...decided, target: undefined, promptValues: prompted, questions };
  }
  return { ...decided, target, promptValues: target, questions: open };
}

/** What is known of a document and the page at its place, and what has been answered of it so far. */
interface Seen {
  readonly input: DecideInput;
  readonly place: Place;
  readonly origins: Decision['origins'];
  readonly defaults: DestinationDefaults;
  /** The file’s page at the place. */
  readonly record: PageRecord | undefined;
  /** Another page of the file, which stays beside a second one. */
  readonly from: PageRecord | undefined;
  /** The other document, or this one elsewhere, that has to be asked about before the page is replaced. */
  readonly owner: FileIdentity | undefined;
  readonly shown: Asking;
  /** Whether the person agreed to replace the page; undefined if nothing was answered. */
  readonly replaces: boolean | undefined;
  /** The person keeps the page that is here. */
  readonly isKept: boolean;
  /** The page that the person keeps at another place. */
  readonly keeps?: PageRecord | undefined;
}

type Rule = (seen: Seen) => ChoiceState | ChangeState | undefined;

/** In the order of asking: an answer decides what the next question is about. */
const rules: readonly Rule[] = [secondPage, pageOfOthers, replacedPage, changedPage];

const repliesOf: Readonly<Record<Choice, boolean | undefined>> = {
  keep: undefined,
  anyway: undefined,
  stop: false,
  replace: true,
  move: true,
};

function answeredBy(
  first: Seen,
  answers: Answers,
): Pick<Decision, 'answered'> & { readonly seen: Seen; readonly open: readonly Question[] } {
  let seen = first;
  const answered: (ChoiceState | ChangeState)[] = [];
  for (const rule of rules) {
    const question = seen.keeps === undefined ? rule(seen) : undefined;
    const answer = question && answerTo(question.asking, answers);
    if (question !== undefined && answer === undefined) {
      return { seen, answered, open: [question] };
    }
    if (question !== undefined && answer !== undefined) {
      answered.push({ ...question, answer });
      seen = afterAnswer(seen, question, answer);
    }
  }
  return { seen, answered, open: [] };
}

function afterAnswer(seen: Seen, question: ChoiceState | ChangeState, answer: Choice): Seen {
  if (question.kind !== 'changedInWiki') {
    const { replaces = repliesOf[answer], from } = seen;
    return { ...seen, replaces, keeps: answer === 'keep' ? from : undefined };
  }
  const isMade = answer === 'anyway' && makesPage(question.change);
  return isMade ? { ...seen, replaces: false } : seen;
}

/** A file that has a page would get a second one. The first choice harms no page, and avoids a second one if it can. */
function secondPage(seen: Seen): ChoiceState | undefined {
  const { input, place, from } = seen;
  const { kind } = effectOf(seen, false);
  if (from === undefined || (kind !== 'retitled' && kind !== 'moved') || isTyped(seen, from.place)) {
    return undefined;
  }
  if (kind === 'retitled') {
    // `replace` is for a page that the person has renamed in the wiki, which only a lookup could rule out.
    const renamed: readonly PageChoice[] = mayBeRenamed(input, from, place) ? ['replace'] : [];
    return choosing(seen, kind, canKeep(seen) ? ['keep', 'stop', ...renamed] : ['stop']);
  }
  // Where titles are unique in a space, there can be no second page: the publish moves the first.
  const isMoving = isTitleTaken(input, place, from) && isConfirmedOwn(input, from);
  return choosing(seen, kind, canKeep(seen) ? ['keep', isMoving ? 'move' : 'stop'] : ['stop']);
}

function pageOfOthers(seen: Seen): ChoiceState | undefined {
  return seen.owner === undefined || seen.isKept
    ? undefined
    : choosing(seen, 'others', canKeep(seen) ? ['keep', 'stop', 'replace'] : ['stop', 'replace']);
}

/** Front matter or a setting says to replace a page that the file is not known to have. */
function replacedPage(seen: Seen): ChoiceState | undefined {
  const { owner, isKept } = seen;
  const { kind } = effectOf(seen, true);
  const mayReplace = kind === 'replaces' || (kind === 'unknown' && seen.record?.published === undefined);
  const isWanted = owner === undefined && mayReplace && overwriteOf({ ...seen, replaces: undefined }).wanted;
  return isWanted && !isKept && pageThere({ ...seen, replaces: undefined }) === undefined
    ? choosing(seen, 'replaces', ['stop', 'replace'])
    : undefined;
}

function changedPage(seen: Seen): ChangeState | undefined {
  const { input, place, shown } = seen;
  const there = pageThere(seen);
  const change =
    overwriteOf(seen).value || there !== undefined
      ? changeOfPageToReplace({ ...input, there }, place, (at) => makerInOtherFolder(input, at))
      : undefined;
  return change && { kind: 'changedInWiki', change, asking: changeAsking(shown, change) };
}

function changeAsking(page: Asking, change: WikiChange): Asking {
  return askingBeside(page, 'change', { key: changeKey(change) });
}

/**
 * Also says what the change means where it is not looked up again: a page that is there is replaced, and none is where
 * a new one is made.
 */
export function publishingOver(answers: Answers, page: Asking, change: WikiChange): Answers {
  const agreed = agree(answers, changeAsking(page, change), 'anyway');
  return change.kind === 'there'
    ? agree(agreed, page, 'replace')
    : makesPage(change)
      ? agree(agreed, page, 'stop')
      : agreed;
}

function choosing(
  seen: Seen,
  kind: ChoiceState['kind'],
  choices: readonly [PageChoice, ...PageChoice[]],
): ChoiceState {
  const { input, place, shown, from, record } = seen;
  const { canLookUp, titleScope } = input;
  const second = record === undefined && from !== undefined && !isTyped(seen, from.place) ? from : undefined;
  const asking =
    second === undefined || kind === 'replaces'
      ? shown
      : askingBeside(shown, 'place', {
          key: JSON.stringify([kind, second.place]),
          shown: otherSendKeys(input, second.place),
        });
  return {
    kind,
    choices,
    asking,
    scope: titleScope(place.endpoint),
    canLookUp: canLookUp?.(place.endpoint) === true,
  };
}

function canKeep({ input: { connections, absentPages = [] }, record, from }: Seen): boolean {
  return (
    record === undefined &&
    from !== undefined &&
    !absentPages.includes(from) &&
    connectionAt(connections, from.place.endpoint) !== undefined
  );
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
function pageThere({ input, place, record, owner, replaces }: Seen): PageThere | undefined {
  const { foundAt, titleScope, ownRecords } = input;
  if (record?.published !== undefined || owner !== undefined) {
    return undefined;
  }
  const found = foundAt?.(place);
  const scope = titleScope(place.endpoint);
  const isOwnPage = ownRecords.some(({ wiki }) => wiki?.id === found?.id);
  const isMet = found !== undefined && !isOwnPage && (replaces === true || stopsNewPage(found, scope));
  return isMet ? { ...found, scope } : undefined;
}

/** `replaces`: whether a page is replaced that the file is not known to have. */
function effectOf({ input, place, record, from, owner: by }: Seen, replaces: boolean): PublishEffect {
  const { document, inheritedPages = [] } = input;
  if (by !== undefined) {
    return { kind: 'others', by, from: record === undefined ? from : undefined, record };
  }
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

function ownerOf(input: DecideInput, place: Place, record: PageRecord | undefined): FileIdentity | undefined {
  const publishedBy = record && publishedByOther(input, record);
  const isUnsettled =
    publishedBy?.isGone === false && input.hasPublished?.(place.endpoint, input.file) !== true;
  return otherMaker(input, place) ?? (isUnsettled ? publishedBy.file : undefined);
}

function isConfirmedOwn(input: DecideInput, { published, place }: PageRecord): boolean {
  return published !== undefined && otherMaker(input, place) === undefined;
}

function isTitleTaken(input: DecideInput, place: Place, from: PageRecord): boolean {
  const isSameTitle = differingParts(from.place, place).every((part) => part === 'parent');
  return isSameTitle && input.titleScope(place.endpoint) === 'space';
}

/** What a person typed in all parts that differ is not asked about. */
function isTyped({ place, origins }: Seen, from: Place): boolean {
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
function overwriteOf({ input: { document, defaults }, replaces, record, owner }: Seen): {
  value: boolean;
  wanted: boolean;
  origin: Origin | undefined;
} {
  if (replaces !== undefined) {
    return { value: replaces, wanted: replaces, origin: 'chosen' };
  }
  // The file’s own page is updated, whatever is set for other existing pages.
  if (record?.published !== undefined && owner === undefined) {
    return { value: true, wanted: true, origin: 'record' };
  }
  const { overwrite } = document.frontMatter;
  const wanted = overwrite ?? defaults.overwrite;
  const origin = overwrite !== undefined ? 'frontMatter' : wanted !== undefined ? 'setting' : undefined;
  return { value: false, wanted: wanted ?? false, origin };
}

/** False also if others have sent to the page since the person saw the decision. */
export function isStillDecided(before: Decision | undefined, now: Decision | undefined): boolean {
  return comparedKey(before) === comparedKey(now) && hasSeenAll(now?.shown?.shown, before?.shown?.shown);
}

function comparedKey(decision: Decision | undefined): string {
  const { connection, target, questions } = decision ?? {};
  return JSON.stringify([connection?.endpoint, target, questions]);
}
