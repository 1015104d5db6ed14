import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import type { LookupResult, FoundSpace } from '../wiki/lookups';
import type { Target, TitleScope } from '../wiki/target';
import { decideOverwrite } from './decideOverwrite';
import { confirmedFirst, connectionAt, decideConnection, defaultsAt } from './decideConnection';
import {
  sameFile,
  samePlace,
  type Attempt,
  type FileIdentity,
  type PageRecord,
  type Place,
} from './pageRecord';
import { akinElsewhere, makerOf } from './kinship';
import { ownPages } from './ownPages';
import { changeOfReplaced, type Titles } from './replacing';
import { idsAt, namedKey, withSpaceId, type SpaceOf } from './spaceKey';
import { unknownParent, type FileAbove } from './tree';
import { changeKey, type WikiChange } from './wikiChange';
import {
  fill,
  isPage,
  knownParts,
  missingParts,
  originsOf,
  underAbove,
  valuesOf,
  wholePage,
  type Chosen,
  type Defaults,
  type Origin,
  type TargetValues,
} from './precedence';

export interface DecideInput extends Titles {
  readonly document: {
    readonly frontMatter: FrontMatter;
    /** What the text suggests, the front matter's title first. */
    readonly title: string;
    /** The hash of what is sent under a title. A heading that repeats the title is not sent. */
    readonly hashUnder: (title: string) => string;
  };
  readonly file: FileIdentity;
  /** The pages that the file is known to, at all connections; the latest first. */
  readonly own: readonly PageRecord[];
  /** The record of a page, whichever file made it. */
  readonly at: (place: Place) => PageRecord | undefined;
  readonly attempt?: Attempt | undefined;
  readonly defaults: Defaults;
  readonly connections: readonly Connection[];
  readonly chosen?: Chosen | undefined;
  /** What somebody else did to a page since it was published, as far as lookups tell. */
  readonly changedInWiki?: ((record: PageRecord) => WikiChange | undefined) | undefined;
  /** Finds the ID of a space that is named by its key. */
  readonly spaceOf?: SpaceOf | undefined;
}

/** What a publish would do to the wiki, as far as the records tell. */
export type Change =
  /** The file has no page yet, and there is none that it would replace. */
  | { readonly kind: 'new' }
  /** The file's own page. `unknown`: a send of it had no answer that tells, so that nobody knows the wiki's text. */
  | { readonly kind: 'changed' | 'unchanged' | 'unknown'; readonly record: PageRecord }
  /** The file has a page, and this is not it: that one would stay, and a second one be made. */
  | { readonly kind: 'retitled' | 'moved'; readonly from: PageRecord }
  /** Another file made the page, or may have replaced what this one made: `record`. `akin`: its page has the text of this one. */
  | {
      readonly kind: 'claimed';
      readonly by: FileIdentity;
      readonly from?: PageRecord | undefined;
      readonly record?: PageRecord | undefined;
      readonly akin?: PageRecord | undefined;
    }
  /** File or setting ask to replace what is there, and the person never said so for this page. */
  | { readonly kind: 'foreign' };

/** An answer to a question: decide again with it. */
export interface Choice {
  /**
   * `keep`: the page that the file made. `move`: the same, which goes to another parent. `stop`: leaves alone what is there.
   * `replace`: whatever is there.
   */
  readonly does: 'keep' | 'move' | 'stop' | 'replace';
  readonly chosen: Target & { readonly endpoint: string };
}

/** What has to be asked before anything is sent; where nobody can be asked, nothing is. */
export type Question =
  /** `named`: by the front matter, and there is none of that name. */
  | { readonly kind: 'connection'; readonly named?: string | undefined }
  /** `suggestion`: whole where a failed attempt, or a page at another connection, fills in what is missing. */
  | {
      readonly kind: 'target';
      readonly missing: readonly ('space' | 'parent' | 'title')[];
      readonly suggestion?: Target | undefined;
    }
  /** The first choice is the safe one: it harms no page and makes none twice. */
  | {
      readonly kind: 'retitled' | 'moved' | 'claimed' | 'foreign';
      readonly choices: readonly [Choice, ...Choice[]];
    }
  /** Settings or front matter name the space by its key, and no lookup told its id. */
  | {
      readonly kind: 'space';
      readonly key: string;
      readonly found: LookupResult<FoundSpace>['kind'] | undefined;
    }
  /** In a tree, the page above has to be known before anything is sent. The `target` has all but the ID of that page. */
  | { readonly kind: 'above'; readonly target: Target }
  /** This is asked last, when all else is decided. Whoever publishes all the same chooses `accepted`. */
  | { readonly kind: 'changedInWiki'; readonly change: WikiChange; readonly accepted: string };

export interface Decision {
  readonly connection: Connection | undefined;
  /** The target, once nothing of it is missing. It overwrites only the file’s own page, or one that the person chose to replace. */
  readonly target: Target | undefined;
  /** What prompts are filled in with. */
  readonly known: Partial<Target>;
  /** `overwrite` has none where nobody says it, and no page of the file's own does. */
  readonly origins: Readonly<Partial<Record<'connection' | keyof Target, Origin | undefined>>>;
  readonly change: Change;
  /** In a tree, the file or folder that says where the page goes. */
  readonly above?: FileAbove | undefined;
  /** Where a title is taken once at the connection; undefined while nothing proves it. */
  readonly titleScope: TitleScope | undefined;
  /** Empty when nobody has to be asked before it is sent. */
  readonly questions: readonly Question[];
}

/** Decides for one document, whichever way it is published: the ways differ in when they ask, and in nothing else. */
export function decide(given: DecideInput): Decision {
  const input = { ...given, own: ownPages(given, given.own), defaults: underAbove(given.defaults) };
  const { document, attempt, chosen = {} } = input;
  const akin = input.own.length === 0 ? given.own[0] : undefined;
  const { connection, origin, named: missing } = decideConnection(input);
  const found = (key: string) => connection && input.spaceOf?.(connection.endpoint, key);
  const idOf = idsAt(connection, input.spaceOf);
  const defaults = withSpaceId(defaultsAt(connection, input.defaults), idOf);
  const own = confirmedFirst(input.own);
  const here = own.filter(({ place }) => place.endpoint === connection?.endpoint);
  const elsewhere = own.find(({ place }) => place.endpoint !== connection?.endpoint);
  const ledBy = (record?: PageRecord): TargetValues => valuesOf(document, record, defaults, chosen, idOf);
  const led = ledBy(here.find((each) => isPage(ledBy(each), each)) ?? here[0]);
  const values = akin?.place.endpoint === connection?.endpoint ? fill(led, akin?.place, 'record') : led;
  const from = here[0] ?? (origin === 'chosen' ? undefined : elsewhere);
  const isUnknown = values.parent?.value === unknownParent && defaults.above !== undefined;
  const above = isUnknown || values.parent?.origin === 'setting' ? defaults.above : undefined;
  const named = namedKey(values, here, defaults);
  const key = named !== undefined && found(named)?.kind === 'found' ? undefined : named;
  const page = key === undefined ? wholePage(values) : undefined;
  const titleScope = connection && input.titleScope(connection.endpoint);
  if (connection === undefined || page === undefined) {
    const tried = connection === undefined || connection.endpoint === attempt?.endpoint;
    const open = isUnknown ? { ...values, parent: undefined } : values;
    const filled = fill(open, tried ? attempt?.target : undefined, 'attempt');
    const suggested = fill(filled, elsewhere?.place, 'record');
    const overwrite = chosen.overwrite === undefined ? {} : { overwrite: chosen.overwrite };
    const suggestion = wholePage(suggested);
    return {
      connection,
      target: undefined,
      known: { ...knownParts(suggested), ...overwrite },
      origins: { ...originsOf(suggested), connection: origin },
      change: from === undefined ? { kind: 'new' } : { kind: 'moved', from },
      above,
      titleScope,
      questions:
        connection === undefined
          ? [{ kind: 'connection', named: missing }]
          : key !== undefined
            ? [{ kind: 'space', key, found: found(key)?.kind }]
            : [
                {
                  kind: 'target',
                  missing: missingParts(values),
                  suggestion: suggestion && { ...suggestion, overwrite: false, ...overwrite },
                },
              ],
    };
  }
  const origins = { ...originsOf(values), connection: origin };
  const place = { endpoint: connection.endpoint, ...page };
  const record = here.find((each) => isPage(values, each));
  const maker = otherMaker(input, place);
  const like = maker === undefined || (akin && samePlace(akin.place, place)) ? akin : undefined;
  const by = maker ?? (like && makerOf(like, input.file));
  const overwrite = decideOverwrite(input, by === undefined ? record : undefined);
  const change: Change =
    by === undefined
      ? changeOf(input, place, { record, from, replaces: overwrite.wanted })
      : {
          kind: 'claimed',
          by,
          from: record === undefined ? from : undefined,
          record,
          ...(like && { akin: like }),
        };
  const target = { ...page, overwrite: overwrite.value };
  const questions = questionsOf(input, place, change, { origins, replaces: overwrite.wanted });
  const said = { ...origins, overwrite: overwrite.origin };
  const decided = { connection, origins: said, change, above, titleScope };
  const asked = questions.length > 0 ? questions : askOfChange(input, { ...place, ...target });
  if (isUnknown) {
    const known = { space: page.space, title: page.title, overwrite: target.overwrite };
    return { ...decided, target: undefined, known, questions: [...asked, { kind: 'above', target }] };
  }
  return { ...decided, target, known: target, questions: asked };
}

/** A file that made the page, or may have replaced it since, and is not this one. */
function otherMaker({ file, own, at }: DecideInput, place: Place): FileIdentity | undefined {
  const page = at(place);
  if (page === undefined) {
    return undefined;
  }
  const known = own.filter(({ id }) => id === page.id).flatMap(({ files }) => files);
  const makers = [...page.files, ...(page.claims ?? []).map((claim) => claim.file)];
  return makers.find((maker) => ![file, ...known].some((each) => sameFile(each, maker)));
}

function changeOf(
  { document }: DecideInput,
  place: Place,
  {
    record,
    from,
    replaces,
  }: { record: PageRecord | undefined; from: PageRecord | undefined; replaces: boolean },
): Change {
  if (record !== undefined) {
    const { published, pending } = record;
    if (published === undefined || pending !== undefined) {
      return { kind: 'unknown', record };
    }
    return { kind: published.hash === document.hashUnder(place.title) ? 'unchanged' : 'changed', record };
  }
  if (from !== undefined) {
    return {
      kind: differing(from.place, place).some((part) => part !== 'title') ? 'moved' : 'retitled',
      from,
    };
  }
  return { kind: replaces ? 'foreign' : 'new' };
}

function isOwn(input: DecideInput, { published, place }: PageRecord): boolean {
  return published !== undefined && otherMaker(input, place) === undefined;
}

/** The page of the file that a publish is about: the one that it updates, or leaves behind. */
export function pageOfChange(change: Change): PageRecord | undefined {
  return 'record' in change && change.record ? change.record : 'from' in change ? change.from : undefined;
}

/** Whether an earlier send of the file may have reached the page. */
export function mayHaveArrived(change: Change): boolean {
  return change.kind === 'unknown' || (change.kind === 'claimed' && change.record?.pending !== undefined);
}

function questionsOf(
  input: DecideInput,
  place: Place,
  change: Change,
  { origins, replaces }: { origins: Decision['origins']; replaces: boolean },
): readonly Question[] {
  const { connections, chosen } = input;
  const from = 'from' in change ? change.from : undefined;
  const akin = change.kind === 'claimed' ? akinElsewhere(change, place) : undefined;
  const isSecondPage = from !== undefined && !isChosen(from.place, place, origins);
  const isReplacing = replaces && chosen?.overwrite === undefined;
  const stop: Choice = { does: 'stop', chosen: { ...place, overwrite: false } };
  const replace: Choice = { does: 'replace', chosen: { ...place, overwrite: true } };
  const move: Choice = { does: 'move', chosen: { ...place, overwrite: true } };
  const known = from !== undefined && connectionAt(connections, from.place.endpoint) !== undefined;
  const keep: Choice | undefined = known
    ? { does: 'keep', chosen: { ...from.place, overwrite: isOwn(input, from) } }
    : undefined;
  // The page of another folder is never the one that Enter takes
  const share: readonly Choice[] =
    akin !== undefined && connectionAt(connections, akin.place.endpoint) !== undefined
      ? [{ does: 'keep', chosen: { ...akin.place, overwrite: true } }]
      : [];
  switch (change.kind) {
    case 'new':
    case 'changed':
    case 'unchanged':
      return [];
    case 'retitled':
    case 'moved':
      return isSecondPage
        ? [
            {
              kind: change.kind,
              choices: keep ? [keep, movesPage(input, place, change) ? move : stop] : [stop],
            },
          ]
        : [];
    case 'claimed':
      return isSecondPage || chosen?.overwrite === undefined
        ? [
            {
              kind: 'claimed',
              choices: keep ? [keep, stop, replace] : [stop, ...share, ...(akin ? [] : [replace])],
            },
          ]
        : [];
    case 'unknown':
      return isReplacing && change.record.published === undefined
        ? [{ kind: 'foreign', choices: [stop, replace] }]
        : [];
    case 'foreign':
      return isReplacing ? [{ kind: 'foreign', choices: [stop, replace] }] : [];
  }
}

/** Where titles are unique in a space, there is no second page to make of the file’s own one under another parent. */
function movesPage(input: DecideInput, place: Place, { from }: { readonly from: PageRecord }): boolean {
  const isSameTitle = differing(from.place, place).every((part) => part === 'parent');
  return isSameTitle && input.titleScope(place.endpoint) === 'space' && isOwn(input, from);
}

/** Asks about what somebody else changed in the page that would be replaced, whichever file made it. */
function askOfChange(input: DecideInput, target: Target & Place): readonly Question[] {
  const { chosen } = input;
  const change = target.overwrite
    ? changeOfReplaced(input, target, (at) => otherMaker(input, at))
    : undefined;
  const accepted = change && changeKey(change);
  return change === undefined || accepted === undefined || chosen?.accepted === accepted
    ? []
    : [{ kind: 'changedInWiki', change, accepted }];
}

const parts = ['endpoint', 'space', 'parent', 'title'] as const;

function differing(one: Place, other: Place): readonly (typeof parts)[number][] {
  return parts.filter((part) => one[part] !== other[part]);
}

/** The person chose all that makes it another page. */
function isChosen(from: Place, place: Place, origins: Decision['origins']): boolean {
  return differing(from, place).every(
    (part) => origins[part === 'endpoint' ? 'connection' : part] === 'chosen',
  );
}
