import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { nameAmong, type Connection } from '../../core/connection/connection';
import { parseAddress } from '../../core/connection/endpoint';
import { rowOf } from '../../core/plan/needs';
import type { PlanFile } from '../../core/plan/row';
import { connectionAt } from '../../core/publish/decideConnection';
import { plainLine, withoutIcons } from '../../core/text/plainLine';
import { hasToken, looksLikeToken } from '../../core/text/tokenInText';
import { spaceInText } from '../../core/wiki/lookups';
import { idsInAddress, isNumericId, parseParent, type Target } from '../../core/wiki/target';
import type { PlaceWithoutTitle } from '../../services/wiki/placeNames';
import { PlaceSuggestions, type EnteredPlace } from '../../services/wiki/placeSuggestions';
import { noteOf } from '../connection/pickConnection';
import { platformTokenItem, setPlatformToken } from '../connection/platformToken';
import { waitInBox } from '../prompt/inputBox';
import { askChoice, back, backButton, onlyStep, type ChoiceItem, type StepPosition } from '../prompt/steps';
import type { WindowServices } from '../windowServices';
import { openAddress } from './openInWiki';

export interface PlaceQuestion {
  readonly title: string;
  /** One of the files that go to the place. */
  readonly file: PlanFile | undefined;
  /** The wiki whose pages are proposed first. */
  readonly endpoint: string | undefined;
  /** Whether that wiki is left out, and another one can be added. */
  readonly isElsewhere?: boolean;
  /** A place that the person entered before, and did not publish to. */
  readonly entered?: PlaceWithoutTitle | undefined;
  readonly backButton?: vscode.QuickInputButton | undefined;
}

interface Wiki {
  readonly connection: Connection;
  /** Undefined if there is only one connection. */
  readonly name: string | undefined;
  readonly known: Partial<Target>;
  readonly places: PlaceSuggestions;
  readonly canSearch: boolean;
}

/** `text`: the address or the ID of a page. */
interface PageAnswer {
  readonly wiki: Wiki;
  readonly text: string;
  readonly space?: string | undefined;
}

type Answer = PageAnswer | 'platformToken' | 'add';
type Read = (page: PageAnswer) => Promise<EnteredPlace>;

const mostRecent = 9;
/** The most spaces of a wiki that are offered for the ID of a page, or searched for a part of its title. */
const mostSpaces = 3;

/** Asks for the page to publish under, in any wiki. A space’s ID that nothing tells is asked for next. */
export async function askPlace(
  services: WindowServices,
  question: PlaceQuestion,
): Promise<PlaceWithoutTitle | typeof back | undefined> {
  const position = { ...onlyStep(question.title), backButton: question.backButton };
  const addWiki = async (): ReturnType<typeof askPlace> => {
    const added = await services.addConnection();
    return added && askPlace(services, { ...question, endpoint: added.endpoint, isElsewhere: false });
  };
  const wikis = await wikisOf(services, question);
  const read = readOnce();
  const [pasted] = wikis.flatMap((wiki): readonly PageAnswer[] => {
    const text = wiki.places.takePastedAddress();
    return text === undefined ? [] : [{ wiki, text, space: namedSpace(wiki) }];
  });
  // Where a page is known, a pasted one is proposed only.
  let page = pasted?.wiki.known.parent === undefined ? pasted : undefined;
  let value = pasted?.text;
  for (let now = wikis; ; now = await wikisOf(services, question)) {
    const [first] = now;
    if (first === undefined) {
      return addWiki();
    }
    const answer = page ?? (await askPage(services, position, question, { wikis: now, value, read }));
    switch (answer) {
      case undefined:
      case back:
        return answer;
      case 'add':
        return addWiki();
      case 'platformToken':
        if (!(await enterPlatformToken(services, first.connection.endpoint))) {
          return undefined;
        }
        continue;
    }
    const entered = await (page === undefined
      ? read(answer)
      : waitInBox(position.title, l10n.t('Reading the page from the wiki…'), () => read(answer)));
    if (entered === undefined) {
      return undefined;
    }
    const { endpoint, parent, problem } = entered;
    // The person sees what is wrong with a page before it is used all the same.
    const isDoubtful = page !== undefined && problem !== undefined;
    [page, value] = [undefined, answer.text];
    const space = isDoubtful ? back : (entered.space ?? (await askSpaceId(services, entered, answer.text)));
    switch (space) {
      case undefined:
        // The person may have left to look for the ID: the address is not asked for again.
        await (isAddress(answer.text) && services.sites.rememberParentAddress(endpoint, answer.text));
        return undefined;
      case back:
        break;
      case tokenEntered:
        page = { ...answer };
        break;
      default:
        return { endpoint, space, parent };
    }
  }
}

/** What is known of the page of a file in one wiki. */
export function knownAt(file: PlanFile | undefined, endpoint: string): Partial<Target> {
  const decision = file && rowOf(file, { place: { endpoint } }).decision;
  const isElsewhere = decision?.questions.some(({ kind }) => kind === 'elsewhere') === true;
  return isElsewhere || decision === undefined ? {} : decision.promptValues;
}

/** `position` with the name of the wiki, unless it is the only one. */
export function inWiki(
  position: StepPosition,
  { settings }: Pick<WindowServices, 'settings'>,
  endpoint: string,
): StepPosition {
  const name = nameAmong(settings.read().connections, endpoint);
  return name === undefined ? position : { ...position, title: `${position.title} · ${name}` };
}

function wikisOf(
  services: WindowServices,
  { file, endpoint, isElsewhere = false }: PlaceQuestion,
): Promise<readonly Wiki[]> {
  const { connections } = services.settings.read();
  const first = connections.filter((each) => each.endpoint === endpoint);
  const others = connections.filter((each) => each.endpoint !== endpoint);
  return Promise.all(
    [...(isElsewhere ? [] : first), ...others].map(async (connection) => {
      const places = new PlaceSuggestions(services, connection.endpoint);
      return {
        connection,
        name: nameAmong(connections, connection.endpoint),
        known: knownAt(file, connection.endpoint),
        places,
        canSearch: await places.canSearch(),
      };
    }),
  );
}

/** Only an entry without a page names a space that the page to be entered is in. */
function namedSpace({ known: { space, parent } }: Wiki): string | undefined {
  return parent === undefined ? space : undefined;
}

/** Keeps the last answer, so that what is read for a check is not read again. */
function readOnce(): Read {
  let last: { readonly page: PageAnswer; readonly answer: Promise<EnteredPlace> } | undefined;
  return (page) => {
    const { wiki, text, space } = page;
    last = last?.page === page ? last : { page, answer: wiki.places.read(text, space) };
    return last.answer;
  };
}

async function enterPlatformToken(services: WindowServices, endpoint: string): Promise<boolean> {
  const connection = connectionAt(services.settings.read().connections, endpoint);
  return (
    connection !== undefined &&
    (await setPlatformToken(services, connection, { leaveButton: backButton })) !== undefined
  );
}

function askPage(
  services: WindowServices,
  position: StepPosition,
  question: PlaceQuestion,
  { wikis, value, read }: { wikis: readonly Wiki[]; value: string | undefined; read: Read },
): Promise<Answer | typeof back | undefined> {
  const { names } = services;
  const canSearch = wikis.some((wiki) => wiki.canSearch);
  const proposed = proposedPages(wikis, question);
  const itemsNow = (): readonly ChoiceItem<Answer>[] => [
    ...proposed.map(({ answer, place, note }) => ({
      label: withoutIcons(names.text(place)),
      description: withoutIcons([answer.wiki.name, note, names.ids(place)].filter(Boolean).join(' · ')),
      answer,
    })),
    ...(proposed.length > 0
      ? []
      : [infoItem(l10n.t('Copy the address of the page in your browser, and paste it here.'))]),
    ...(question.isElsewhere === true
      ? [{ label: `$(add) ${l10n.t('Add Connection…')}`, answer: 'add' as const }]
      : []),
  ];
  let refused: Answer | undefined;
  return askChoice<Answer>(position, {
    placeholder: canSearch
      ? l10n.t('Paste the address of the page to publish under, or type a part of its title')
      : l10n.t('Paste the address of the page to publish under, or enter its ID'),
    items: itemsNow(),
    value,
    updated: (show) =>
      void names.lookUp(
        proposed.map(({ place }) => place),
        () => show(itemsNow()),
      ),
    // A title may be a long word.
    isSecret: canSearch ? hasToken : looksLikeToken,
    typed: (text) => typedItems(services, wikis, text.trim()),
    ...(canSearch && { search: (text) => searchedItems(wikis, text.trim()) }),
    checkAnswer: async (answer) => {
      const { problem } = typeof answer === 'object' ? await read(answer) : {};
      // A lookup can be wrong, so a refused answer is accepted when it is entered again.
      if (problem === undefined || answer === refused) {
        return undefined;
      }
      refused = answer;
      return { problem, hint: l10n.t('Press Enter again to use it anyway.') };
    },
  });
}

interface Proposed {
  readonly answer: PageAnswer;
  readonly place: PlaceWithoutTitle;
  readonly note: string | undefined;
}

/** First what was entered and what is known of the file, then what was used before. */
function proposedPages(wikis: readonly Wiki[], { file, entered }: PlaceQuestion): readonly Proposed[] {
  const noteAt = noteOf(file);
  const proposals = wikis.flatMap((wiki) => {
    const {
      connection,
      known: { space, parent },
      places,
    } = wiki;
    const { endpoint } = connection;
    const propose = (place: PlaceWithoutTitle, note: string | undefined): Proposed => ({
      answer: { wiki, text: place.parent, space: place.space },
      place,
      note,
    });
    return [
      ...(entered?.endpoint === endpoint ? [propose(entered, l10n.t('entered last'))] : []),
      ...(space === undefined || parent === undefined
        ? []
        : [propose({ endpoint, space, parent }, noteAt(connection))]),
      ...places.recent.slice(0, mostRecent).map((place) => propose(place, l10n.t('used before'))),
    ];
  });
  const keyOf = ({ place }: Proposed): string => JSON.stringify(place);
  return proposals.filter((one, at) => proposals.findIndex((each) => keyOf(each) === keyOf(one)) === at);
}

function typedItems(
  services: WindowServices,
  wikis: readonly Wiki[],
  text: string,
): readonly ChoiceItem<Answer>[] {
  const canSearch = wikis.some((wiki) => wiki.canSearch);
  if (isAddress(text)) {
    return addressItems(services, wikis, text);
  }
  const { value: parent, problem = '' } = parseParent(text);
  if (parent !== undefined) {
    return wikis.flatMap((wiki) => idItems(services, wiki, parent));
  }
  if (canSearch) {
    return [{ label: `$(search) ${withoutIcons(text)}` }];
  }
  // An address may have been copied without `https://`.
  return [
    problemItem((text.includes('/') ? parseAddress(text).problem : undefined) ?? problem),
    platformTokenItem<Answer>('platformToken', l10n.t('Then a part of the page’s title is enough.')),
  ];
}

function isAddress(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

/** One for each wiki that the address may be in. */
function addressItems(
  { settings }: WindowServices,
  wikis: readonly Wiki[],
  text: string,
): readonly ChoiceItem<Answer>[] {
  if (idsInAddress(text).page === undefined) {
    return [
      problemItem(l10n.t('This address contains no page ID. Open the page and copy the address again.')),
    ];
  }
  const [problem] = wikis.flatMap(({ places }) => places.otherWikiProblem(text) ?? []);
  const possible = wikis.filter(({ places }) => places.otherWikiProblem(text) === undefined);
  const homes = new Map(
    possible.map((wiki) => [wiki.places.forAddress(text).endpoint, wiki] as const).toReversed(),
  );
  const items = [...homes].toReversed().map(([endpoint, wiki]) => ({
    label: `$(arrow-right) ${text}`,
    description: withoutIcons(nameAmong(settings.read().connections, endpoint) ?? ''),
    answer: { wiki, text, space: namedSpace(wiki) },
  }));
  return items.length === 0 && problem !== undefined ? [problemItem(problem)] : items;
}

/** Without a platform token nothing tells the space of a page, so one for each that is known, and one for any other. */
function idItems({ names }: WindowServices, wiki: Wiki, parent: string): readonly ChoiceItem<Answer>[] {
  const { endpoint } = wiki.connection;
  const known = (wiki.canSearch ? [] : spacesOf(wiki)).map((space) => ({
    where: l10n.t('in space {0}', names.name({ endpoint, space, parent }, 'space') ?? plainLine(space)),
    space,
  }));
  const other = known.length === 0 ? undefined : l10n.t('in another space…');
  // VS Code sorts by label, which is the same.
  return [...known, { where: other, space: wiki.canSearch ? namedSpace(wiki) : undefined }].map(
    ({ where, space }) => ({
      label: `$(arrow-right) ${l10n.t('page {0}', parent)}`,
      description: withoutIcons([where, wiki.name].filter(Boolean).join(' · ')),
      answer: { wiki, text: parent, space },
    }),
  );
}

function spacesOf({ known: { space }, places }: Wiki): readonly string[] {
  const recent = places.recent.map((place) => place.space);
  return [...new Set([...(space === undefined ? [] : [space]), ...recent])].slice(0, mostSpaces);
}

/** What was found comes before what says that nothing was. */
async function searchedItems(wikis: readonly Wiki[], text: string): Promise<readonly ChoiceItem<Answer>[]> {
  const found = await Promise.all(
    wikis.filter((wiki) => wiki.canSearch && !isAddress(text)).map((wiki) => foundItems(wiki, text)),
  );
  return found.flat().toSorted((one, other) => Number('answer' in other) - Number('answer' in one));
}

async function foundItems(wiki: Wiki, text: string): Promise<readonly ChoiceItem<Answer>[]> {
  const found = await wiki.places.findPages(text, spacesOf(wiki));
  if (typeof found === 'string') {
    return [problemItem(found)];
  }
  return [
    ...found.pages.map(({ id, title, space, ancestorTitles }) => ({
      label: withoutIcons(title),
      description: withoutIcons([wiki.name, ancestorTitles.join(' › '), id].filter(Boolean).join(' · ')),
      answer: { wiki, text: id, space },
    })),
    ...(found.note === undefined ? [] : [infoItem(found.note)]),
  ];
}

/** VS Code cuts a long line, so a second sentence gets one of its own. */
function problemItem(text: string): ChoiceItem<never> {
  const [, first = text, rest] = /^(.+?(?:\. |\u3002))(.+)$/.exec(text) ?? [];
  return {
    label: `$(warning) ${withoutIcons(first.trim())}`,
    ...(rest !== undefined && { detail: withoutIcons(rest) }),
  };
}

function infoItem(text: string): ChoiceItem<never> {
  return { label: `$(info) ${withoutIcons(text)}` };
}

/** The person entered a platform token, with which the wiki may tell the space. */
const tokenEntered = Symbol('token entered');

async function askSpaceId(
  services: WindowServices,
  { endpoint, wanted }: EnteredPlace,
  page: string,
): Promise<string | typeof back | typeof tokenEntered | undefined> {
  const key = isAddress(page) ? idsInAddress(page).spaceKey : undefined;
  const { text: placeholder = '', url } = wanted ?? {};
  const items: readonly ChoiceItem<'openAddress' | 'platformToken'>[] = [
    ...(url === undefined
      ? []
      : [
          {
            label: `$(globe) ${l10n.t('Show the ID in the Browser')}`,
            detail: l10n.t(
              'Paste its whole text here, or the number after "id":. If it says Unauthorized, sign in to the wiki first.',
            ),
            answer: 'openAddress' as const,
          },
        ]),
    platformTokenItem(
      'platformToken' as const,
      l10n.t('The wiki then tells the ID, and you are not asked again.'),
    ),
  ];
  for (;;) {
    const answer = await askChoice<'openAddress' | 'platformToken' | { readonly id: string }>(
      inWiki(onlyStep(l10n.t('The ID of the Space'), true), services, endpoint),
      { placeholder, items, isSecret: looksLikeToken, typed: (text) => spaceIdItems(text.trim(), key) },
    );
    switch (answer) {
      case 'openAddress':
        await openAddress(url);
        break;
      case 'platformToken':
        return (await enterPlatformToken(services, endpoint)) ? tokenEntered : undefined;
      case undefined:
      case back:
        return answer;
      default:
        await new PlaceSuggestions(services, endpoint).keepSpace(page, answer.id);
        return answer.id;
    }
  }
}

/** `text`: also the whole answer of the wiki, as a browser shows it. */
function spaceIdItems(text: string, key: string | undefined): readonly ChoiceItem<{ readonly id: string }>[] {
  const space = spaceInText(text, key);
  const id = isNumericId(text) ? text : space?.id;
  return [
    id === undefined
      ? problemItem(l10n.t('This is not an ID. Copy the number after "id": instead.'))
      : { label: `$(arrow-right) ${id}`, description: withoutIcons(space?.key ?? ''), answer: { id } },
  ];
}
