import { hasParentId, type Target } from '../wiki/target';
import {
  agree,
  answerTo,
  askingBeside,
  hasSeenAll,
  pageAsking,
  type Answers,
  type Asking,
  type Choice,
} from './answers';
import { connectionAt } from './decideConnection';
import { decidePlace, type WantedPlace } from './decidePlace';
import type { DecideInput, Decision, PublishedBy, Question } from './decision';
import { isOtherFileOrRemote, type FileIdentity } from '../records/fileIdentity';
import { titleKey, type PageRecord, type Place, type PlannedPlace } from '../records/pageRecord';
import { ownerInOtherFolder, otherOwner, otherSendKeys } from '../records/owners';
import { changeOfPageToReplace } from '../records/recordToReplace';
import type { Origin } from './precedence';
import type { PublishEffect } from './publishEffect';
import type { AskingState, ChangeState, ChoiceOf, ChoiceState } from './states';
import { makesPage } from './changeKinds';
import { changeKey, stopsNewPage, type PageThere, type WikiChange } from '../records/wikiChange';

/** All ways of publishing share these rules, and differ only in when they ask. */
export function decide(input: DecideInput): Decision {
  return decideAfter(input, undefined);
}

/** `replaces`: whether the page at the place is replaced, if an answer led there that says so. */
function decideAfter(given: DecideInput, replaces: boolean | undefined): Decision {
  const { answers = {} } = given;
  const wanted = decidePlace(given);
  const { input, connection, place, origins, parentFile, promptValues, from, question } = wanted;
  if (connection === undefined || place === undefined) {
    return {
      connection,
      target: undefined,
      promptValues,
      origins,
      effect: from === undefined ? { kind: 'new' } : { kind: 'moved', from },
      aboutPage: undefined,
      parentFile,
      titleScope: connection && input.titleScope(connection.endpoint),
      questions: question === undefined ? [] : [question],
      answered: [],
    };
  }
  const first = seenAt(wanted, { ...place, endpoint: connection.endpoint }, replaces);
  const { seen, answered, open } = answeredBy(first, answers);
  if (seen.leadsTo !== undefined) {
    const { place: to, replaces: isReplaced } = seen.leadsTo;
    const there = { ...answers, place: { ...answers.place, ...to } };
    const decided = decideAfter({ ...given, answers: there }, isReplaced);
    return { ...decided, answered: [...answered, ...decided.answered] };
  }
  const overwrite = overwriteOf(seen);
  const target = { ...place, overwrite: overwrite.value };
  return {
    connection,
    target,
    promptValues: hasParentId(target) ? target : { ...promptValues, overwrite: overwrite.value },
    origins: { ...origins, overwrite: overwrite.origin },
    effect: effectOf(seen, overwrite.wanted),
    publishedBy: seen.record && publishedByOther(input, seen.record),
    aboutPage: seen.aboutPage,
    parentFile,
    titleScope: input.titleScope(connection.endpoint),
    questions: open,
    answered,
  };
}

function seenAt(
  { input, defaults, record, from, origins }: WantedPlace,
  place: PlannedPlace,
  replaces: boolean | undefined,
): Seen {
  const owner = ownerOf(input, place, record);
  const aboutPage = pageAsking(place, {
    scope: input.titleScope(place.endpoint),
    isOwn: record?.published !== undefined && owner === undefined,
    sends: otherSendKeys(input, place),
    parentFile: place.parent === defaults.parent ? defaults.parentFile : undefined,
  });
  const said = answerTo(aboutPage, input.answers ?? {});
  return {
    input,
    place,
    origins,
    record,
    from: from ?? (owner === undefined ? absentPageOf(input, place) : undefined),
    owner,
    aboutPage,
    replaces: (said && meanings[said].replaces) ?? replaces,
    isLedTo: replaces !== undefined,
  };
}

/** What is known of a document and the page at its place, and what has been answered of it so far. */
interface Seen {
  readonly input: DecideInput;
  readonly place: PlannedPlace;
  readonly origins: Decision['origins'];
  /** The file’s page at the place. */
  readonly record: PageRecord | undefined;
  /** Another page of the file, which stays beside a second one. */
  readonly from: PageRecord | undefined;
  /** The other document, or this one elsewhere, that has to be asked about before the page is replaced. */
  readonly owner: FileIdentity | undefined;
  readonly aboutPage: Asking;
  /** Whether the person agreed to replace the page; undefined if nothing was answered. */
  readonly replaces: boolean | undefined;
  /** The answer that led here says whether the page is replaced. */
  readonly isLedTo: boolean;
  /** Where an answer leads, and whether the page there is replaced, where that is said by it too. */
  readonly leadsTo?: { readonly place: Partial<Place>; readonly replaces?: boolean } | undefined;
}

type Rule = (seen: Seen) => AskingState | undefined;

/** In the order of asking: an answer decides what the next question is about. */
const rules: readonly Rule[] = Object.values({
  retitled: retitledPage,
  moved: movedPage,
  others: pageOfOthers,
  replaces: replacedPage,
  changedInWiki: changedPage,
} satisfies Record<AskingState['kind'], Rule>);

interface Meaning {
  /** Of the page at the place. */
  readonly replaces?: boolean;
  readonly leadsTo?: (seen: Seen) => Seen['leadsTo'];
}

const meanings: Readonly<Record<Choice, Meaning>> = {
  keep: {
    leadsTo: ({ from, input }) => from && { place: from.place, replaces: isConfirmedOwn(input, from) },
  },
  stop: { replaces: false },
  replace: { replaces: true },
  move: { replaces: true },
  anyway: {},
};

function answeredBy(
  first: Seen,
  answers: Answers,
): Pick<Decision, 'answered'> & { readonly seen: Seen; readonly open: readonly Question[] } {
  let seen = first;
  const answered: AskingState[] = [];
  for (const rule of rules) {
    const question = seen.leadsTo === undefined ? rule(seen) : undefined;
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

/** Where others took the page away, whatever was to be replaced is made anew. */
function afterAnswer(seen: Seen, question: AskingState, answer: Choice): Seen {
  const { replaces, leadsTo } = meanings[answer];
  const isMade = question.kind === 'changedInWiki' && answer === 'anyway' && makesPage(question.change);
  return { ...seen, replaces: isMade ? false : (seen.replaces ?? replaces), leadsTo: leadsTo?.(seen) };
}

/** The page of a file that would get a second one beside it, unless the person typed another place. */
function pageBeside(seen: Seen): PageRecord | undefined {
  const { record, from } = seen;
  return record !== undefined || from === undefined || isTyped(seen, from.place) ? undefined : from;
}

/** The first choice harms no page, and avoids a second one if it can; so does that of `movedPage`. */
function retitledPage(seen: Seen): ChoiceState | undefined {
  const from = effectOf(seen, false).kind === 'retitled' ? pageBeside(seen) : undefined;
  if (from === undefined) {
    return undefined;
  }
  // `replace` is for a page that the person has renamed in the wiki, which only a lookup could rule out.
  const renamed = mayBeRenamed(seen.input, from, seen.place) ? (['replace'] as const) : [];
  return choosing(
    seen,
    'retitled',
    askingWithPageBeside(seen, 'retitled'),
    canKeep(seen) ? ['keep', 'stop', ...renamed] : ['stop'],
  );
}

function movedPage(seen: Seen): ChoiceState | undefined {
  const { input, place } = seen;
  const from = effectOf(seen, false).kind === 'moved' ? pageBeside(seen) : undefined;
  if (from === undefined) {
    return undefined;
  }
  // Where titles are unique in a space, there can be no second page: the publish moves the first.
  const isMoving = isTitleTaken(input, place, from) && isConfirmedOwn(input, from);
  return choosing(
    seen,
    'moved',
    askingWithPageBeside(seen, 'moved'),
    canKeep(seen) ? ['keep', isMoving ? 'move' : 'stop'] : ['stop'],
  );
}

function pageOfOthers(seen: Seen): ChoiceState | undefined {
  return seen.owner === undefined || seen.isLedTo
    ? undefined
    : choosing(
        seen,
        'others',
        askingWithPageBeside(seen, 'others'),
        canKeep(seen) ? ['keep', 'stop', 'replace'] : ['stop', 'replace'],
      );
}

/** Front matter or a setting says to replace a page that the file is not known to have. */
function replacedPage(seen: Seen): ChoiceState | undefined {
  const { owner, isLedTo } = seen;
  const { kind } = effectOf(seen, true);
  const mayReplace = kind === 'replaces' || (kind === 'unknown' && seen.record?.published === undefined);
  const isWanted = owner === undefined && mayReplace && overwriteOf({ ...seen, replaces: undefined }).wanted;
  return isWanted && !isLedTo && pageThere({ ...seen, replaces: undefined }) === undefined
    ? choosing(seen, 'replaces', seen.aboutPage, ['stop', 'replace'])
    : undefined;
}

function changedPage(seen: Seen): ChangeState | undefined {
  const { input, place, aboutPage } = seen;
  const there = pageThere(seen);
  const change =
    overwriteOf(seen).value || there !== undefined
      ? changeOfPageToReplace({ ...input, there }, place, (at) => ownerInOtherFolder(input, at))
      : undefined;
  return change && { kind: 'changedInWiki', change, asking: changeAsking(aboutPage, change) };
}

function changeAsking(page: Asking, change: WikiChange): Asking {
  return askingBeside(page, 'change', { key: changeKey(change), isOnce: true });
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

function choosing<K extends ChoiceState['kind']>(
  { input, place }: Seen,
  kind: K,
  asking: Asking,
  choices: readonly [ChoiceOf<K>, ...ChoiceOf<K>[]],
): ChoiceState {
  return {
    kind,
    choices,
    asking,
    scope: input.titleScope(place.endpoint),
    canLookUp: input.canLookUp?.(place.endpoint) === true,
  };
}

function askingWithPageBeside(seen: Seen, kind: ChoiceState['kind']): Asking {
  const { input, aboutPage } = seen;
  const from = pageBeside(seen);
  return from === undefined
    ? aboutPage
    : askingBeside(aboutPage, kind, {
        key: JSON.stringify(from.place),
        shown: otherSendKeys(input, from.place),
      });
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

function absentPageOf({ absentPages = [] }: DecideInput, { endpoint }: PlannedPlace): PageRecord | undefined {
  return absentPages.find(({ place }) => place.endpoint === endpoint);
}

function ownerOf(
  input: DecideInput,
  place: PlannedPlace,
  record: PageRecord | undefined,
): FileIdentity | undefined {
  const publishedBy = record && publishedByOther(input, record);
  const isAsked = publishedBy?.isGone === false && input.hasPublished?.(place.endpoint, input.file) !== true;
  return otherOwner(input, place) ?? (isAsked ? publishedBy.file : undefined);
}

function isConfirmedOwn(input: DecideInput, { published, place }: PageRecord): boolean {
  return published !== undefined && otherOwner(input, place) === undefined;
}

function isTitleTaken(input: DecideInput, place: PlannedPlace, from: PageRecord): boolean {
  const isSameTitle = differingParts(from.place, place).every((part) => part === 'parent');
  return isSameTitle && input.titleScope(place.endpoint) === 'space';
}

/** What a person typed in all parts that differ is not asked about. */
function isTyped({ place, origins }: Seen, from: PlannedPlace): boolean {
  return differingParts(from, place).every(
    (part) => origins[part === 'endpoint' ? 'connection' : part] === 'answer',
  );
}

const placeParts = ['endpoint', 'space', 'parent', 'title'] as const;

function differingParts(one: PlannedPlace, other: PlannedPlace): readonly (typeof placeParts)[number][] {
  return placeParts.filter((part) => one[part] !== other[part]);
}

/** Whether the page has this title in the wiki, as far as lookups tell; true where there is no token for them. */
function mayBeRenamed(
  { canLookUp, changedInWiki }: DecideInput,
  page: PageRecord,
  { title }: PlannedPlace,
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
    return { value: replaces, wanted: replaces, origin: 'answer' };
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

/** Undefined also while the parent page has no known ID. */
export function targetToSend(decision: Pick<Decision, 'target'> | undefined): Target | undefined {
  const { target } = decision ?? {};
  return target && hasParentId(target) ? target : undefined;
}

/** Whether all is decided but the ID of the parent page, which a lookup or the publish of that page will tell. */
export function lacksParentId(decision: Pick<Decision, 'target'> | undefined): boolean {
  return decision?.target !== undefined && targetToSend(decision) === undefined;
}

/** False also if others have sent to the page since the person saw the decision. */
export function isStillDecided(before: Decision | undefined, now: Decision | undefined): boolean {
  return (
    comparedKey(before) === comparedKey(now) && hasSeenAll(now?.aboutPage?.shown, before?.aboutPage?.shown)
  );
}

function comparedKey(decision: Decision | undefined): string {
  const { connection, target, questions } = decision ?? {};
  return JSON.stringify([connection?.endpoint, target, questions]);
}
