import * as l10n from '@vscode/l10n';
import { rowOf } from '../../core/plan/needs';
import { placeOfRow, type PlanRow } from '../../core/plan/row';
import { agree, mergedAnswers, type Answers, type Choice } from '../../core/publish/answers';
import { publishingOver } from '../../core/publish/decide';
import type { Decision } from '../../core/publish/decision';
import { placeOf } from '../../core/publish/recordChanges';
import { recordOfEffect } from '../../core/publish/publishEffect';
import { choiceIcons, choiceOffer, states, type Offer } from '../../core/publish/states';
import { replacedText, wikiChangeText } from '../../core/publish/changeKinds';
import { isSameDocument, pathBeside } from '../../core/records/fileIdentity';
import type { Place, PlannedPlace } from '../../core/records/pageRecord';
import { stopsNewPage, type PageThere } from '../../core/records/wikiChange';
import { plainLine, quoteTitle, withoutIcons } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { warningTexts } from '../../core/wiki/pageWarnings';
import type { Target } from '../../core/wiki/target';
import type { PlaceNames } from '../../services/wiki/placeNames';
import { TouchedPages } from '../../services/wiki/touchedPages';
import { askChoice, back, onlyStep, type ChoiceItem } from '../prompt/steps';
import type { WindowServices } from '../windowServices';
import { inWiki } from './placeBox';

/** What the person does before they publish, or in place of it. */
export type Detour = 'compare' | 'showProblems' | 'openInWiki';
export type Change = 'title' | 'place' | 'wiki';
type ListAnswer = { readonly publish: Answers } | Detour | Change;

type Item = ChoiceItem<ListAnswer>;

interface Shown {
  readonly row: PlanRow;
  readonly decision: Decision;
  readonly place: Place;
  readonly target: Target;
  readonly names: PlaceNames;
}

interface ToPublish {
  readonly decision: Decision;
  readonly destination: Target & { readonly endpoint: string };
  /** What was looked up for the same publish. */
  readonly pages: TouchedPages | undefined;
}

/** The one list in which a person confirms a publish, or changes it. The first choice, which Enter takes, is safe. */
export async function askToPublish(
  services: WindowServices,
  row: PlanRow,
  { decision, destination: { endpoint, ...target }, pages = new TouchedPages(services) }: ToPublish,
): Promise<ListAnswer | undefined> {
  const { names } = services;
  const shown: Shown = { row, decision, place: { endpoint, ...target }, target, names };
  let there: PageThere | undefined;
  const itemsNow = (): readonly Item[] => listItems(shown, there);
  const from = 'from' in decision.effect && decision.effect.from ? [decision.effect.from.place] : [];
  const answer = await askChoice<ListAnswer>(
    inWiki(onlyStep(l10n.t('Publish to Wiki')), services, endpoint),
    {
      placeholder: placeholderOf(row, decision),
      items: itemsNow(),
      updated: (show) => {
        void names.lookUp([shown.place, ...from], () => show(itemsNow()));
        if (mayMeetPage(shown)) {
          void pageAt(services, pages, shown.place).then((found) => {
            there = found;
            show(itemsNow());
          });
        }
      },
    },
  );
  return answer === back ? undefined : answer;
}

function listItems(shown: Shown, there: PageThere | undefined): readonly Item[] {
  const { row, decision } = shown;
  const open: Item = { label: `$(link-external) ${l10n.t('Open in Wiki')}`, answer: 'openInWiki' };
  const rename: Item = {
    ...open,
    detail: l10n.t('To rename the page, rename it in the wiki first. Then publish again.'),
  };
  const compare: Item = { label: `$(diff) ${l10n.t('Compare with Last Published')}`, answer: 'compare' };
  const told = warningTexts(row.file.warnings).map((text): Item => ({
    label: `$(warning) ${withoutIcons(text)}`,
    description: l10n.t('Show Problems'),
    answer: 'showProblems',
  }));
  const publish = publishItems(shown, there);
  const first = row.question === undefined ? publish.slice(0, 1) : publish;
  return [
    ...(decision.effect.kind === 'unchanged'
      ? [open, ...first]
      : [
          ...first,
          ...(decision.effect.kind === 'retitled' ? [rename] : []),
          ...told,
          ...(recordOfEffect(decision.effect)?.published === undefined ? [] : [compare]),
        ]),
    { label: `$(edit) ${l10n.t('Change the Title…')}`, answer: 'title' },
    {
      label: `$(list-tree) ${l10n.t('Under Another Page…')}`,
      description: withoutIcons(shown.names.ids(shown.place) ?? ''),
      answer: 'place',
    },
    { label: `$(globe) ${l10n.t('To Another Wiki…')}`, answer: 'wiki' },
    ...publish.slice(first.length),
  ];
}

/**
 * The first, or all where something has to be decided, are the first of the list. `there` changes what they say, not
 * how many they are: an open list keeps its items.
 */
function publishItems(shown: Shown, there: PageThere | undefined): readonly Item[] {
  const { row, decision, place, target, names } = shown;
  const { question } = row;
  const publish: Answers = { place: placeOf({ endpoint: place.endpoint, target }) };
  // A place that was tried in vain is decided once it is taken.
  const { aboutPage: seen } = (decision.aboutPage ? decision : rowOf(row.file, publish).decision) ?? {};
  const agreeing = (choice: 'stop' | 'replace'): Answers => (seen ? agree(publish, seen, choice) : publish);
  const item = (icon: string, label: string, detail: string, answers: Answers): Item => ({
    label: `$(${icon}) ${withoutIcons(label)}`,
    detail: withoutIcons(detail),
    answer: { publish: answers },
  });
  const does = (
    icon: string,
    act: string,
    detail: string,
    answers: Answers,
    to: PlannedPlace = place,
  ): Item => {
    const page = l10n.t('{0} under {1}', quoteTitle(to.title), names.text(to));
    return item(icon, l10n.t('{0}: {1}', act, page), detail, answers);
  };
  if (there !== undefined) {
    const text = wikiChangeText(target.title, there, Date.now());
    const replaced = sentences(text, replacedText(there.scope));
    return [
      does('eye', l10n.t('Look at the page first'), text, agreeing('stop')),
      does(
        choiceIcons.replace,
        l10n.t('Replace the page'),
        replaced,
        seen ? publishingOver(publish, seen, there) : publish,
      ),
    ];
  }
  const stays = textOfPageThatStays(shown);
  const offered = (
    { label, detail = '', answer }: Offer<Choice>,
    answers: Answers,
    to?: PlannedPlace,
  ): Item => does(choiceIcons[answer], label, (answer === 'stop' ? stays : undefined) ?? detail, answers, to);
  const beside = { kind: 'new', scope: decision.titleScope, canLookUp: false } as const;
  if (question !== undefined) {
    // What a look-up finds is told in the choices themselves.
    const said = question.kind === 'replaces' && question.canLookUp ? beside : question;
    return question.choices.map((choice) => {
      const answers = agree({}, question.asking, choice);
      const to = placeOfRow(rowOf(row.file, mergedAnswers(row.answers, answers)));
      return offered(choiceOffer(choice === 'replace' ? said : question, choice), answers, to);
    });
  }
  const replace = target.overwrite ? [] : [offered(choiceOffer(beside, 'replace'), agreeing('replace'))];
  if (stays !== undefined) {
    return [offered(choiceOffer(beside, 'stop'), publish), ...replace];
  }
  const detail = target.overwrite
    ? l10n.t('Updates the page')
    : l10n.t('If a page with this title is there, nothing is published.');
  const label = l10n.t('Publish {0} under {1}', quoteTitle(target.title), names.text(place));
  return decision.effect.kind === 'unchanged'
    ? [does(choiceIcons.keep, l10n.t('Publish Anyway'), detail, publish)]
    : [item(choiceIcons.keep, label, detail, publish), ...replace];
}

/** Says which page of the file stays in the wiki if the file gets a second one. */
function textOfPageThatStays({ decision: { effect, target }, names }: Shown): string | undefined {
  if (target === undefined || (effect.kind !== 'retitled' && effect.kind !== 'moved')) {
    return undefined;
  }
  const { place } = effect.from;
  return effect.kind === 'retitled'
    ? l10n.t('The page {0} stays in the wiki', quoteTitle(place.title))
    : l10n.t('The page under {0} stays in the wiki', names.text(place));
}

/** Whether a page that nobody on this computer published may be met, which only a lookup can tell. */
function mayMeetPage({ row, decision: { effect }, target }: Shown): boolean {
  const isOpen = row.question !== undefined && row.question.kind !== 'replaces';
  return effect.kind !== 'unknown' && effect.kind !== 'others' && !isOpen && !target.overwrite;
}

async function pageAt(
  { records: { index } }: WindowServices,
  pages: TouchedPages,
  place: Place,
): Promise<PageThere | undefined> {
  const isOurs = index.recordAt(place)?.published !== undefined;
  const found = isOurs ? undefined : (await pages.look({ place })).foundAt(place);
  return found && stopsNewPage(found, index.titleScope(place.endpoint)) ? found : undefined;
}

function placeholderOf({ file, question }: PlanRow, { effect, origins, publishedBy }: Decision): string {
  if (origins.space === 'attempt' || origins.parent === 'attempt') {
    return l10n.t('The last attempt failed. Press Enter to try again');
  }
  const besides = (other: Parameters<typeof pathBeside>[0]): string =>
    plainLine(file.input === undefined ? other.uri : pathBeside(other, file.input.file));
  if (publishedBy?.isGone === true) {
    return l10n.t('It goes on with the page of {0}, which is gone', besides(publishedBy.file));
  }
  if (effect.kind !== 'others') {
    const asked = question?.answer === undefined ? question?.kind : undefined;
    const prompt = states[asked ?? effect.kind].prompt ?? states[effect.kind].prompt;
    return prompt?.() ?? l10n.t('Press Enter to publish');
  }
  const by = besides(effect.by);
  if (file.input !== undefined && isSameDocument(effect.by, file.input.file)) {
    return l10n.t('It was published last from {0}', by);
  }
  return effect.record?.published === undefined
    ? l10n.t('This page was created from another file: {0}', by)
    : l10n.t('Another file may have replaced this page: {0}', by);
}
