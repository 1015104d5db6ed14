import * as l10n from '@vscode/l10n';
import { replacedText } from '../../core/publish/wikiChangeText';
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
import { choiceLabel } from '../../services/plan/planOffers';
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
  /** The title of the file’s page, if the file has another title now and would get a second page. */
  readonly lastTitle: string | undefined;
  readonly titleScope: TitleScope | undefined;
  /** Whether the document is published as soon as everything is answered. */
  readonly isPublishing: boolean;
  /** The place that the wiki did not find at the last attempt to publish; empty if there is none. */
  readonly missing: Partial<Target>;
  readonly warnings: PageWarnings | undefined;
}

type ChosenTarget = Target & { readonly endpoint: string };

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
  return target && { ...target, endpoint: state.endpoint };
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

function askTitle({ endpoint, lastTitle }: TargetContext): Step<TargetDraft> {
  return async (state, position) => {
    const title = await askText(position, {
      value: state.title,
      placeholder: l10n.t('Title of the page'),
      prompt:
        lastTitle === undefined || state.endpoint !== endpoint
          ? undefined
          : l10n.t('A title other than {0} creates a second page; the old page stays.', quote(lastTitle)),
      parse: parseTitle,
    });
    return typeof title === 'string' ? { title } : title;
  };
}

/** Makes `known.overwrite` the active choice only if the person kept the page that it was about. */
const askOverwrite =
  (
    known: Partial<Target>,
    { suggestionsFor }: PlaceSources,
    { endpoint, titleScope, isPublishing, warnings }: TargetContext,
  ): Step<TargetDraft> =>
  async (state, position) => {
    const isHere = state.endpoint === endpoint;
    const { title = '', space = '', parent = '' } = state;
    const places = suggestionsFor(state.endpoint);
    const itemsNow = (): readonly ChoiceItem<Pick<TargetDraft, 'overwrite'>>[] => {
      const where = places.placeText({ space, parent });
      return [
        {
          label: actLabel(choiceLabel('replaces', 'stop'), title, where),
          detail: l10n.t('If a page with this title is there, nothing is published.'),
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
      updated: (show) => void places.lookUp(space, [parent], () => show(itemsNow())),
      active: state.overwrite === true && (!isHere || isSamePage(known, state)) ? update : stop,
    });
  };

/** `act`: what else than publishing sets this choice apart from the others. */
export function actLabel(act: string, title: string, where: string): string {
  return withoutIcons(l10n.t('{0}: {1}', act, l10n.t('{0} under {1}', quoteTitle(title), where)));
}

function isSamePage(one: PartialTarget, other: PartialTarget): boolean {
  return one.space === other.space && one.parent === other.parent && one.title === other.title;
}
