import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection/connection';
import { parseAddress } from '../../core/connection/endpoint';
import type { Place } from '../../core/records/pageRecord';
import type { PageThere } from '../../core/records/wikiChange';
import type { Parsed } from '../../core/text/parsed';
import { withoutIcons } from '../../core/text/plainLine';
import {
  idsInAddress,
  parseParent,
  parseSpace,
  type PartialTarget,
  type Target,
} from '../../core/wiki/target';
import { idsText } from '../../services/wiki/placeNames';
import type { EnteredPlace, PlaceSuggestions } from '../../services/wiki/placeSuggestions';
import { askConnection, type NoteOf } from '../connection/pickConnection';
import { waitInBox } from '../prompt/inputBox';
import { back, type ChoiceItem, type Refusal, type Step, type StepPosition } from '../prompt/steps';
import { askRecentOrTyped } from './askRecent';
import { askSpaceId } from './askSpaceId';

/** What the questions about a page’s place offer. The one about a space’s ID also offers `enterPlatformToken`. */
export interface PlaceSources {
  readonly connections: readonly Connection[];
  readonly noteOf: NoteOf;
  /** Undefined if there is only one connection. */
  readonly nameOf: (endpoint: string) => string | undefined;
  readonly suggestionsFor: (endpoint: string) => PlaceSuggestions;
  readonly knownTargetFor: (endpoint: string) => Partial<Target>;
  readonly enterPlatformToken: (endpoint: string) => Promise<unknown>;
  /** Looks for a page that nobody on this computer published, and that a new one would meet. */
  readonly pageThere: (place: Place) => Promise<PageThere | undefined>;
}

export type TargetStepName = 'wiki' | 'space' | 'parent' | 'title';

export interface TargetDraft extends PartialTarget {
  readonly endpoint: string;
  /**
   * The parent page that was answered in the step for the space, by a page’s address or the place that was used last.
   * While `parent` is this page, the step for the parent is skipped.
   */
  readonly pasted?: string | undefined;
  /** The consent to replace a page that is there, as in `PublishAnswers`. */
  readonly accepted?: string | undefined;
}

/** `said`: a sentence about the step before; shown if the space is asked for in a text box. */
export function placeSteps(
  wikis: PlaceSources,
  missing: Partial<Target>,
  said?: string,
): Partial<Record<TargetStepName, Step<TargetDraft>>> {
  return {
    ...(wikis.connections.length > 1 && { wiki: askWiki(wikis) }),
    space: askSpace(wikis, missing, { said }),
    parent: askParent(wikis, missing),
  };
}

/** If another wiki is chosen, the draft gets what is known of the page there, and keeps its title if none is known. */
function askWiki({ connections, noteOf, knownTargetFor }: PlaceSources): Step<TargetDraft> {
  return async (state, position) => {
    const chosen = await askConnection(position, connections, { current: state.endpoint, noteOf });
    if (typeof chosen !== 'object') {
      return chosen === back ? back : undefined;
    }
    const { endpoint } = chosen;
    return endpoint === state.endpoint ? {} : { ...elsewhere(state, knownTargetFor(endpoint)), endpoint };
  };
}

function elsewhere({ title }: TargetDraft, known: Partial<Target>): Omit<TargetDraft, 'endpoint'> {
  return {
    ...known,
    space: known.space,
    parent: known.parent,
    title: known.title ?? title,
    overwrite: known.overwrite ?? false,
    pasted: undefined,
  };
}

/** If the entered address is in another wiki, the draft’s values are replaced as if that wiki had been chosen. */
function answered(
  state: TargetDraft,
  { endpoint, space, parent }: EnteredPlace,
  { knownTargetFor }: PlaceSources,
): Omit<Partial<TargetDraft>, 'pasted'> {
  const isHere = endpoint === state.endpoint;
  return {
    ...(isHere ? {} : { ...elsewhere(state, knownTargetFor(endpoint)), parent: undefined }),
    endpoint,
    space,
    ...(parent !== undefined && { parent }),
  };
}

/**
 * Accepts a page’s address too, which also answers wiki and parent. `given`: an address that the person
 * entered in the step for the parent.
 */
function askSpace(
  wikis: PlaceSources,
  missing: Partial<Target>,
  { said, given }: { readonly said?: string | undefined; readonly given?: string | undefined } = {},
): Step<TargetDraft> {
  return async (state, position) => {
    const places = wikis.suggestionsFor(state.endpoint);
    const { lastPlace: last } = places;
    const lastIds = last && idsText(last);
    let problem: string | undefined;
    for (let pasted = given ?? places.takePastedAddress(); ;) {
      const find = once((text: string) =>
        last !== undefined && text === lastIds
          ? places.readParent(last.space, last.parent)
          : places.readSpace(text),
      );
      const typed =
        pasted ??
        (await askRecentOrTyped(
          withWikiName(position, state.endpoint, wikis),
          problem !== undefined ? [] : lastIds === undefined ? places.spaces : [lastIds, ...places.spaces],
          {
            value: state.space,
            missing: missing.space,
            placeholder: wantedPage(),
            prompt: problem ?? said,
            describe: (id) =>
              last !== undefined && id === lastIds ? places.placeName(last) : places.spaceName(id),
            lookUp: (_, told) => places.lookUpRecent(told),
            parse: (text) => parseSpaceOrPage(text, places),
            checkAnswer: unlessAgain(find),
          },
        ));
      if (typeof typed !== 'string') {
        return typed;
      }
      const entered = pasted === undefined ? await find(typed) : await readInBox(position, () => find(typed));
      if (entered === undefined) {
        return undefined;
      }
      problem = pasted && (places.otherWikiProblem(pasted) ?? (entered.space && entered.problem));
      pasted = undefined;
      if (problem !== undefined) {
        continue;
      }
      const told = {
        ...answered(state, entered, wikis),
        pasted: entered.parent,
      };
      if (entered.space !== undefined) {
        return told;
      }
      const idPosition = { ...position, title: l10n.t('The ID of the Space'), totalSteps: 1 };
      const asked = await askSpaceId(
        withWikiName(idPosition, entered.endpoint, wikis),
        { ...entered, address: typed },
        () => wikis.enterPlatformToken(entered.endpoint),
      );
      if (asked === undefined) {
        return undefined;
      }
      if (typeof asked === 'object' && 'id' in asked) {
        await places.keepSpaceName(typed, asked.id);
        return { ...told, space: asked.id };
      }
      pasted = typeof asked === 'object' ? asked.address : undefined;
    }
  };
}

function readInBox<T>({ title }: StepPosition, read: () => Promise<T>): Promise<T | undefined> {
  return waitInBox(title, l10n.t('Reading the page from the wiki…'), read);
}

export function withWikiName(
  position: StepPosition,
  endpoint: string,
  { nameOf }: PlaceSources,
): StepPosition {
  const name = nameOf(endpoint);
  return name === undefined ? position : { ...position, title: `${position.title} · ${name}` };
}

function wantedPage(): string {
  return l10n.t('Paste the address of the page to publish under, or enter the space’s ID');
}

/** A lookup can be wrong, so a refused answer is accepted when it is entered again. */
function unlessAgain(
  find: (text: string) => Promise<EnteredPlace>,
): (text: string) => Promise<Refusal | undefined> {
  let refused: string | undefined;
  return async (text) => {
    const { space, problem } = await find(text);
    if (space === undefined || problem === undefined || text === refused) {
      return undefined;
    }
    refused = text;
    return { problem, hint: l10n.t('Press Enter again to use it anyway.') };
  };
}

/** Keeps the last answer, so that pressing Enter again for the same text sends no second request. */
function once<T>(ask: (text: string) => Promise<T>): (text: string) => Promise<T> {
  let last: { readonly text: string; readonly answer: Promise<T> } | undefined;
  return (text) => {
    last = last?.text === text ? last : { text, answer: ask(text) };
    return last.answer;
  };
}

function parseSpaceOrPage(text: string, places: PlaceSuggestions): Parsed<string> {
  const trimmed = text.trim();
  if (trimmed === '') {
    return { problem: wantedPage() };
  }
  if (!/^https?:/i.test(trimmed) || !URL.canParse(trimmed)) {
    // A text with “/” is taken for an address that was copied without `https://`.
    return trimmed.includes('/') ? parseAddress(trimmed) : parseSpace(text);
  }
  const problem = places.otherWikiProblem(trimmed);
  if (problem !== undefined) {
    return { problem };
  }
  const { page, spaceKey } = idsInAddress(trimmed);
  return page === undefined && spaceKey === undefined
    ? {
        problem: l10n.t('This address contains no page ID. Open the page and copy the address again.'),
      }
    : { value: trimmed };
}

/**
 * Accepts the address of a page in another space or another wiki too. An address that was pasted with the endpoint
 * answers the question if no parent page is known; otherwise it is proposed.
 */
function askParent(wikis: PlaceSources, missing: Partial<Target>): Step<TargetDraft> {
  return async (state, position) => {
    const { endpoint, space = '' } = state;
    const places = wikis.suggestionsFor(endpoint);
    const parents = places.parents(space);
    const find = once((text: string) => places.readParent(space, text));
    const pasted = places.takePastedAddress();
    const isAnswer =
      pasted !== undefined &&
      state.parent === undefined &&
      parseParentOrAddress(pasted, places).problem === undefined;
    const read = isAnswer ? await readInBox(position, () => find(pasted)) : undefined;
    if (isAnswer && read === undefined) {
      return undefined;
    }
    const isUsable = read !== undefined && (read.space === undefined || read.problem === undefined);
    const ask = async (): ReturnType<typeof askRecentOrTyped> =>
      askRecentOrTyped(withWikiName(position, state.endpoint, wikis), parents, {
        value: pasted ?? state.parent,
        missing: missing.parent,
        describe: (id) => places.parentName(space, id),
        lookUp: (ids, told) => places.lookUp(space, ids, told),
        ...((await places.canSearch())
          ? {
              search: (text) => searchedPages(places, space, text),
              placeholder: l10n.t('Parent page: type a part of its title, or paste its address'),
            }
          : {
              placeholder:
                parents.length === 0
                  ? l10n.t('Parent page: enter its ID, or paste its address')
                  : l10n.t('Parent page: choose one, enter its ID, or paste its address'),
            }),
        parse: (text) => parseParentOrAddress(text, places),
        checkAnswer: unlessAgain(find),
      });
    const typed = isUsable ? pasted : await ask();
    if (typeof typed !== 'string') {
      return typed;
    }
    const entered = await find(typed);
    if (entered.space === undefined) {
      // The address is in another wiki and does not tell the space, so the space is asked for there.
      const there = { ...state, ...answered(state, entered, wikis) };
      const answer = await askSpace(wikis, missing, { given: typed })(there, position);
      return typeof answer === 'object' ? { ...there, ...answer } : answer;
    }
    await places.chosen(space, typed);
    return answered(state, entered, wikis);
  };
}

async function searchedPages(
  places: PlaceSuggestions,
  space: string,
  text: string,
): Promise<readonly ChoiceItem<string>[]> {
  const found = await places.findPages(space, text);
  return typeof found === 'string'
    ? [{ label: `$(warning) ${withoutIcons(found)}` }]
    : [
        ...found.pages.map(({ id, title, ancestorTitles }) => ({
          label: withoutIcons(title),
          description: withoutIcons([ancestorTitles.join(' › '), id].filter(Boolean).join(' · ')),
          answer: id,
        })),
        ...(found.note === undefined ? [] : [{ label: `$(info) ${withoutIcons(found.note)}` }]),
      ];
}

/** Keeps an address as it is, since it may also tell the space and the wiki. */
function parseParentOrAddress(text: string, places: PlaceSuggestions): Parsed<string> {
  const { value, problem = elsewhereProblem(text, places) } = parseParent(text);
  return problem === undefined
    ? { value: URL.canParse(text.trim()) ? text.trim() : (value ?? '') }
    : { problem };
}

function elsewhereProblem(text: string, places: PlaceSuggestions): string | undefined {
  return URL.canParse(text.trim()) ? places.otherWikiProblem(text.trim()) : undefined;
}
