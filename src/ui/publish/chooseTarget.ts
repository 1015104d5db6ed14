import * as l10n from '@vscode/l10n';
import { parseAddress } from '../../core/connection/endpoint';
import { replacedText } from '../../core/publish/changeText';
import type { Parsed } from '../../core/text/parsed';
import { quote, withoutIcons } from '../../core/text/plain';
import {
  completeTarget,
  idsInAddress,
  parseParent,
  parseSpace,
  parseTitle,
  type Target,
  type TitleScope,
} from '../../core/wiki/target';
import type { PlaceSuggestions } from './placeSuggestions';
import {
  askChoice,
  askText,
  back,
  runSteps,
  type ChoiceItem,
  type Position,
  type Step,
} from '../prompt/steps';

/** Asks for space, parent, title and overwrite, each with its known value filled in. */
export async function chooseTarget(
  known: Partial<Target>,
  recent: PlaceSuggestions,
  from: 'space' | 'parent' | 'title',
  page: TargetContext,
): Promise<Target | undefined> {
  const state = await askTarget(known, recent, {
    startAt: ['space', 'parent', 'title'].indexOf(from),
    ...page,
  });
  return state === back ? undefined : state;
}

interface TargetContext {
  /** The title of the page that this file was last published as. */
  readonly lastTitle: string | undefined;
  readonly titleScope: TitleScope | undefined;
  /** Whether the document is published as soon as everything is answered. */
  readonly isPublishing: boolean;
}

interface Draft extends Partial<Target> {
  /** The parent page that the pasted address leads to. */
  readonly pasted?: string | undefined;
}

const isAnswered = (step: number, { pasted, parent }: Draft): boolean =>
  step === 1 && pasted !== undefined && pasted === parent;

interface AskTargetOptions extends TargetContext {
  readonly startAt?: number;
  readonly canLeaveBackwards?: boolean;
}

export async function askTarget(
  known: Partial<Target>,
  recent: PlaceSuggestions,
  { lastTitle, titleScope, isPublishing, ...options }: AskTargetOptions,
): Promise<Target | typeof back | undefined> {
  const overwrite = askOverwrite(known, titleScope, isPublishing);
  const steps = [askSpace(recent), askParent(recent), askTitle(lastTitle), overwrite];
  const state = await runSteps<Draft>(l10n.t('Publish to Wiki'), known, steps, { ...options, isAnswered });
  return state === undefined || state === back ? state : completeTarget(state);
}

/** Asks for the space and the parent page of many files, each of which has its own title. */
export async function askPlace(
  title: string,
  known: Partial<Target>,
  recent: PlaceSuggestions,
  startAt: number,
): Promise<Pick<Target, 'space' | 'parent'> | typeof back | undefined> {
  const steps = [askSpace(recent), askParent(recent)];
  const state = await runSteps<Draft>(title, known, steps, { startAt, canLeaveBackwards: true, isAnswered });
  if (state === undefined || state === back) {
    return state;
  }
  const { space, parent } = state;
  return space === undefined || parent === undefined ? undefined : { space, parent };
}

/** Asks for the space. A page's address is accepted too, and answers the parent. */
function askSpace(recent: PlaceSuggestions): Step<Draft> {
  return async (state, position) => {
    let refused: { readonly space: string; readonly problem?: string | undefined } | undefined;
    let page: { readonly parent?: string } = {};
    for (;;) {
      const find = askOncePerText((text: string) => findSpace(recent, text));
      const typed = await askRecentOr(position, refused ? [] : recent.spaces(), {
        value: refused?.space ?? state.space,
        placeholder: l10n.t('Paste the address of the page to publish under, or enter the space’s ID'),
        prompt: refused?.problem,
        describe: recent.describeSpace,
        parse: (text) => parseSpaceOrPage(text, recent),
        wait: find,
      });
      if (typeof typed !== 'string') {
        return typed;
      }
      const { space, parent, problem } = await find(typed);
      page = URL.canParse(typed) ? (parent === undefined ? {} : { parent }) : page;
      // A space that was not found is accepted when it is entered again, since the API token's owner may see more spaces.
      if (space !== undefined && (problem === undefined || refused?.space === typed)) {
        return { space, ...page, pasted: page.parent };
      }
      refused = { space: space ?? '', problem };
    }
  };
}

interface SpaceOrPage {
  readonly space: string | undefined;
  readonly parent?: string | undefined;
  readonly problem?: string | undefined;
}

/** Returns the space that was typed, and the page if an address was pasted. */
async function findSpace(recent: PlaceSuggestions, typed: string): Promise<SpaceOrPage> {
  if (!URL.canParse(typed)) {
    return recent.resolveSpace(typed);
  }
  const { page: parent, spaceKey } = idsInAddress(typed);
  await (parent === undefined ? undefined : recent.pasted(parent, typed));
  const space = await recent.spaceOf(parent, spaceKey);
  return space === undefined ? { space, parent, problem: recent.whereIdStands(spaceKey) } : { space, parent };
}

/** Calls the function once for the same text, however often Enter is pressed. */
function askOncePerText<T>(ask: (text: string) => Promise<T>): (text: string) => Promise<T> {
  let last: { readonly text: string; readonly answer: Promise<T> } | undefined;
  return (text) => {
    last = last?.text === text ? last : { text, answer: ask(text) };
    return last.answer;
  };
}

function parseSpaceOrPage(text: string, recent: PlaceSuggestions): Parsed<string> {
  const trimmed = text.trim();
  if (trimmed === '') {
    return { problem: l10n.t('Paste the address of the page to publish under, or enter the space’s ID') };
  }
  if (!/^https?:/i.test(trimmed) || !URL.canParse(trimmed)) {
    // An address may have been copied without its beginning.
    return trimmed.includes('/') ? parseAddress(trimmed) : parseSpace(text);
  }
  const elsewhere = recent.elsewhere(trimmed);
  if (elsewhere !== undefined) {
    return { problem: elsewhere };
  }
  const { page, spaceKey } = idsInAddress(trimmed);
  return page === undefined && spaceKey === undefined
    ? {
        problem: l10n.t('This address contains no page ID. Open the page and copy the address again.'),
      }
    : { value: trimmed };
}

function askParent(recent: PlaceSuggestions): Step<Draft> {
  return async (state, position) => {
    const parents = recent.parents(state.space ?? '');
    const titles = new Map<string, string>();
    const search = async (text: string): Promise<readonly ChoiceItem<string>[]> => {
      const pages = await recent.findPages(state.space ?? '', text.trim());
      return typeof pages === 'string'
        ? [{ label: `$(warning) ${pages}` }]
        : pages.map(({ id, title, above }) => ({
            label: withoutIcons(title),
            description: withoutIcons([above.join(' › '), id].filter(Boolean).join(' · ')),
            answer: id,
          }));
    };
    let pasted = '';
    const parent = await askRecentOr(position, parents, {
      value: state.parent,
      describe: (id) => titles.get(id),
      lookUp: (ids, told) =>
        recent.describePages(ids, (id, title) => {
          titles.set(id, title);
          told();
        }),
      ...((await recent.canSearch())
        ? { search, placeholder: l10n.t('Parent page: type its title or ID, or paste its address') }
        : {
            placeholder:
              parents.length === 0
                ? l10n.t('Parent page: enter its ID, or paste its address')
                : l10n.t('Parent page: choose one, enter its ID, or paste its address'),
          }),
      parse: (text) => {
        pasted = text.trim();
        const elsewhere = recent.elsewhere(pasted);
        return elsewhere === undefined ? parseParent(text) : { problem: elsewhere };
      },
    });
    if (typeof parent === 'string' && parent !== pasted && parseParent(pasted).value === parent) {
      await recent.pasted(parent, pasted);
    }
    return typeof parent === 'string' ? { parent } : parent;
  };
}

function askTitle(lastTitle: string | undefined): Step<Draft> {
  return async (state, position) => {
    const title = await askText(position, {
      value: state.title,
      placeholder: l10n.t('Title of the page'),
      prompt:
        lastTitle === undefined
          ? l10n.t('The title of the page in the wiki')
          : l10n.t('A title other than {0} creates a second page; the old page stays.', quote(lastTitle)),
      parse: parseTitle,
    });
    return typeof title === 'string' ? { title } : title;
  };
}

/** Asks whether an existing page may be updated. An answer for another page does not count. */
const askOverwrite =
  (known: Partial<Target>, scope: TitleScope | undefined, isPublishing: boolean): Step<Draft> =>
  async (state, position) => {
    const stop = {
      label: l10n.t('Create the page'),
      detail: l10n.t('If a page with this title is there, nothing is sent.'),
      answer: { overwrite: false },
    };
    const update = {
      label: l10n.t('Create or replace it'),
      detail: replacedText(scope),
      answer: { overwrite: true },
    };
    return askChoice(position, {
      placeholder: isPublishing ? l10n.t('Press Enter to publish') : l10n.t('When it is published:'),
      items: [stop, update],
      active: state.overwrite === true && isSamePage(known, state) ? update : stop,
    });
  };

interface RecentValuePrompt {
  readonly value: string | undefined;
  readonly prompt?: string | undefined;
  /** Returns the name of a value, such as that of a space. */
  readonly describe: (value: string) => string | undefined;
  /** Calls `told` whenever more names are known. */
  readonly lookUp?: (values: readonly string[], told: () => void) => void;
  readonly placeholder: string;
  readonly parse: (text: string) => Parsed<string>;
  readonly search?: (text: string) => Promise<readonly ChoiceItem<string>[]>;
  readonly wait?: (value: string) => Promise<unknown>;
}

/** Asks with a list of recent values, or with an input box if there are none. */
function askRecentOr(
  position: Position,
  recent: readonly string[],
  { value, prompt, placeholder, describe, lookUp, parse, search, wait }: RecentValuePrompt,
): Promise<string | typeof back | undefined> {
  if (recent.length === 0 && search === undefined) {
    return askText(position, { value, prompt, placeholder, parse, wait });
  }
  const known = value === undefined || recent.includes(value) ? recent : [value, ...recent];
  const itemsNow = (): readonly ChoiceItem<string>[] =>
    known.map((answer) => ({
      label: answer,
      description: describe(answer) ?? l10n.t('used before'),
      answer,
    }));
  const items = itemsNow();
  return askChoice(position, {
    placeholder,
    items,
    active: items.find(({ answer }) => answer === value),
    reworded: lookUp && ((show) => lookUp(known, () => show(itemsNow()))),
    search,
    wait,
    typed: (text) => {
      const parsed = parse(text);
      return parsed.problem === undefined
        ? { label: `$(arrow-right) ${parsed.value}`, answer: parsed.value }
        : search !== undefined && !/^\s*https?:/i.test(text)
          ? { label: `$(search) ${withoutIcons(text)}` }
          : { label: `$(warning) ${parsed.problem}` };
    },
  });
}

function isSamePage(one: Partial<Target>, other: Partial<Target>): boolean {
  return one.space === other.space && one.parent === other.parent && one.title === other.title;
}
