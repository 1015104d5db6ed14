import * as l10n from '@vscode/l10n';
import { replacedText, wikiChangeText } from '../../core/publish/wikiChangeText';
import { changeKey, type PageThere } from '../../core/records/wikiChange';
import { quote, quoteTitle, withoutIcons } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { warningsText, type PageWarnings } from '../../core/wiki/pageWarnings';
import {
  targetIfComplete,
  parseTitle,
  type PartialTarget,
  type Target,
  type TitleScope,
} from '../../core/wiki/target';
import { isSamePlace, type PageRecord, type Place } from '../../core/records/pageRecord';
import { choiceLabel } from '../../core/publish/states';
import type { PlaceNames } from '../../services/wiki/placeNames';
import {
  askChoice,
  askText,
  back,
  backButton,
  runSteps,
  type ChoiceItem,
  type RunStepsOptions,
  type Step,
} from '../prompt/steps';
import { placeSteps, type TargetDraft, type TargetStepName, type PlaceSources } from './placeSteps';

interface TargetContext {
  readonly endpoint: string;
  /** The page that the file has, and that stays in the wiki if the file gets another. */
  readonly own: PageRecord | undefined;
  readonly names: PlaceNames;
  readonly titleScope: TitleScope | undefined;
  /** Whether the document is published as soon as everything is answered. */
  readonly isPublishing: boolean;
  /** The place that the wiki did not find at the last attempt to publish; empty if there is none. */
  readonly missing: Partial<Target>;
  readonly warnings: PageWarnings | undefined;
}

type ChosenTarget = Target & { readonly endpoint: string; readonly accepted?: string };

interface PlaceStepsOptions extends Pick<RunStepsOptions<TargetDraft>, 'leaveButton' | 'isCounted'> {
  readonly from: TargetStepName;
}

interface AskTargetOptions extends TargetContext, PlaceStepsOptions {}

/** `known`: the values that the prompts are filled in with. */
export async function askTarget(
  title: string,
  known: Partial<Target>,
  wikis: PlaceSources,
  { from, leaveButton, ...page }: AskTargetOptions,
): Promise<ChosenTarget | typeof back | undefined> {
  const steps = {
    ...placeSteps(wikis, page.missing),
    title: askTitle(page),
    overwrite: askOverwrite(known, wikis, page),
  };
  const draft = { ...known, endpoint: page.endpoint };
  const state = await runPlaceSteps(title, draft, steps, { from, leaveButton });
  if (state === undefined || state === back) {
    return state;
  }
  const target = targetIfComplete(state);
  const { endpoint, accepted } = state;
  return target && { ...target, endpoint, ...(accepted !== undefined && { accepted }) };
}

interface AskPlaceOptions extends PlaceStepsOptions {
  /** What came of the step before; shown if the space is asked for in a text box. */
  readonly said?: string;
}

/** Unlike `askTarget`, asks neither for a title nor about overwriting. */
export async function askPlace(
  title: string,
  known: Partial<Target> & { readonly endpoint: string },
  wikis: PlaceSources,
  { said, ...options }: AskPlaceOptions,
): Promise<(Pick<Target, 'space' | 'parent'> & { readonly endpoint: string }) | typeof back | undefined> {
  const steps = placeSteps(wikis, {}, said);
  const state = await runPlaceSteps(title, known, steps, { leaveButton: backButton, ...options });
  if (state === undefined || state === back) {
    return state;
  }
  const { endpoint, space, parent } = state;
  return space === undefined || parent === undefined ? undefined : { endpoint, space, parent };
}

function runPlaceSteps(
  title: string,
  draft: TargetDraft,
  steps: Readonly<Partial<Record<TargetStepName | 'overwrite', Step<TargetDraft>>>>,
  { from, ...options }: PlaceStepsOptions,
): Promise<TargetDraft | typeof back | undefined> {
  const names = Object.keys(steps);
  return runSteps<TargetDraft>(title, draft, Object.values(steps), {
    startAt: Math.max(0, names.indexOf(from)),
    ...options,
    isAnswered: (step, { pasted, parent }) =>
      names[step] === 'parent' && pasted !== undefined && pasted === parent,
  });
}

function askTitle({ own }: TargetContext): Step<TargetDraft> {
  return async (state, position) => {
    const title = await askText(position, {
      value: state.title,
      placeholder: l10n.t('Title of the page'),
      prompt:
        own === undefined || !isAt(own.place, { ...state, title: own.place.title })
          ? undefined
          : l10n.t(
              'A title other than {0} creates a second page; the old page stays.',
              quote(own.place.title),
            ),
      parse: parseTitle,
    });
    return typeof title === 'string' ? { title } : title;
  };
}

/** Makes `known.overwrite` the active choice only if the person kept the page that it was about. */
const askOverwrite =
  (
    known: Partial<Target>,
    { suggestionsFor, pageThere }: PlaceSources,
    { endpoint, own, names, titleScope, isPublishing, warnings }: TargetContext,
  ): Step<TargetDraft> =>
  async (state, position) => {
    const isHere = state.endpoint === endpoint;
    const { title = '', space = '', parent = '' } = state;
    const places = suggestionsFor(state.endpoint);
    let there: PageThere | undefined;
    const itemsNow = (): readonly ChoiceItem<Pick<TargetDraft, 'overwrite' | 'accepted'>>[] => {
      const where = places.placeText({ space, parent });
      if (there !== undefined) {
        return [
          { ...lookItem(there, title, where), answer: { overwrite: false } },
          { ...replaceItem(there, title, where), answer: { overwrite: true, accepted: changeKey(there) } },
        ];
      }
      const left = own && !isAt(own.place, state) ? own.place : undefined;
      const isRetitled = left !== undefined && isAt(left, { ...state, title: left.title });
      const second = left && secondPageText(left, { isRetitled, names });
      return [
        {
          label: actLabel(choiceLabel(left ? 'moved' : 'replaces', 'stop'), title, where),
          detail: second ?? l10n.t('If a page with this title is there, nothing is published.'),
          answer: { overwrite: false },
        },
        {
          label: actLabel(choiceLabel('replaces', 'replace'), title, where),
          detail: replacedText(isHere ? titleScope : undefined),
          answer: { overwrite: true },
        },
      ];
    };
    const items = itemsNow();
    const [stop, update] = items;
    return askChoice(position, {
      placeholder: isPublishing
        ? sentences(warningsText(warnings), l10n.t('Press Enter to publish'))
        : l10n.t('When it is published:'),
      items,
      updated: (show) => {
        void places.lookUp(space, [parent], () => show(itemsNow()));
        void pageThere({ endpoint: state.endpoint, space, parent, title }).then((found) => {
          there = found;
          show(itemsNow());
        });
      },
      active: state.overwrite === true && (!isHere || isSamePage(known, state)) ? update : stop,
    });
  };

/** Offered in place of creating a page that is there already: the next question has all that can be done with it. */
export function lookItem(there: PageThere, title: string, where: string): ChoiceItem<never> {
  return {
    label: actLabel(l10n.t('Look at the page first'), title, where),
    detail: withoutIcons(wikiChangeText(title, there, Date.now())),
  };
}

export function replaceItem(there: PageThere, title: string, where: string): ChoiceItem<never> {
  const detail = sentences(wikiChangeText(title, there, Date.now()), replacedText(there.scope));
  return { label: actLabel(l10n.t('Replace the page'), title, where), detail: withoutIcons(detail) };
}

/** Says which page of the file stays in the wiki if the file gets another. */
export function secondPageText(
  place: Place,
  { isRetitled, names }: { readonly isRetitled: boolean; readonly names: PlaceNames },
): string {
  return withoutIcons(
    isRetitled
      ? l10n.t('The page {0} stays in the wiki', quoteTitle(place.title))
      : l10n.t('The page under {0} stays in the wiki', names.text(place)),
  );
}

/** `act`: what else than publishing sets this choice apart from the others. */
export function actLabel(act: string, title: string, where: string): string {
  return withoutIcons(l10n.t('{0}: {1}', act, l10n.t('{0} under {1}', quoteTitle(title), where)));
}

function isAt(place: Place, { endpoint, space, parent, title }: TargetDraft): boolean {
  return (
    space !== undefined &&
    parent !== undefined &&
    title !== undefined &&
    isSamePlace(place, { endpoint, space, parent, title })
  );
}

function isSamePage(one: PartialTarget, other: PartialTarget): boolean {
  return one.space === other.space && one.parent === other.parent && one.title === other.title;
}
