import * as l10n from '@vscode/l10n';
import type { PlanRow } from '../../core/plan/row';
import type { Choice, Decision } from '../../core/publish/decide';
import type { PublishAnswers } from '../../core/publish/precedence';
import { recordOfEffect } from '../../core/publish/publishEffect';
import { choiceOffer, states, type Offer } from '../../core/publish/states';
import { replacedText, wikiChangeText } from '../../core/publish/wikiChangeText';
import { isSameDocument, pathBeside } from '../../core/records/fileIdentity';
import type { Place } from '../../core/records/pageRecord';
import { changeKey, stopsNewPage, type PageThere } from '../../core/records/wikiChange';
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
type ListAnswer = { readonly publish: PublishAnswers } | Detour | Change;

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
  const { first, last } = publishItems(shown, there);
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
    ...last,
  ];
}

const icons: Readonly<Record<Choice['action'], string>> = {
  keep: 'cloud-upload',
  move: 'move',
  stop: 'new-file',
  replace: 'replace-all',
};

/** `there` changes what the choices say, not how many they are: an open list keeps its items. */
function publishItems(
  shown: Shown,
  there: PageThere | undefined,
): { readonly first: readonly Item[]; readonly last: readonly Item[] } {
  const { row, place, target } = shown;
  const { endpoint } = place;
  const stop = { endpoint, ...target, overwrite: false };
  const replace = { endpoint, ...target, overwrite: true };
  if (there !== undefined) {
    const text = wikiChangeText(target.title, there, Date.now());
    const look = publishItem(shown, 'eye', l10n.t('Look at the page first'), text, stop);
    const replacing = publishItem(
      shown,
      icons.replace,
      l10n.t('Replace the page'),
      sentences(text, replacedText(there.scope)),
      { ...replace, accepted: changeKey(there) },
    );
    return row.question === undefined
      ? { first: [look], last: [replacing] }
      : { first: [look, replacing], last: [] };
  }
  const scope = shown.decision.titleScope;
  // What a look-up finds is told above.
  const detail = row.file.input?.canLookUp?.(endpoint) === true ? replacedText(scope) : undefined;
  const withDetail = <T>(offer: Offer<T>): Offer<T> => ({
    ...offer,
    ...(detail !== undefined && { detail }),
  });
  if (row.question !== undefined) {
    const { question } = row;
    const first = question.choices.map(({ action, chosen }) => {
      const offer = choiceOffer(question, action);
      const told = question.kind === 'replaces' && action === 'replace' ? withDetail(offer) : offer;
      return offerItem(withPageThatStays(told, shown), shown, chosen);
    });
    return { first, last: [] };
  }
  const offer = withDetail(choiceOffer({ kind: 'replaces', scope, canLookUp: false }, 'replace'));
  return {
    first: [publishItemOf(shown)],
    last: target.overwrite ? [] : [offerItem(offer, shown, replace)],
  };
}

/** Publishes to the file’s own page or creates one, where nothing has to be decided. */
function publishItemOf(shown: Shown): Item {
  const { decision, target, place } = shown;
  const publish = { endpoint: place.endpoint, ...target };
  const stays = pageThatStays(shown);
  if (stays !== undefined) {
    const offer = choiceOffer({ kind: 'moved', scope: decision.titleScope, canLookUp: false }, 'stop');
    return offerItem({ ...offer, detail: stays }, shown, publish);
  }
  const detail = target.overwrite
    ? l10n.t('Updates the page')
    : l10n.t('If a page with this title is there, nothing is published.');
  if (decision.effect.kind === 'unchanged') {
    return publishItem(shown, icons.keep, l10n.t('Publish Anyway'), detail, publish);
  }
  const label = l10n.t('Publish {0} under {1}', quoteTitle(target.title), shown.names.text(place));
  const item = publishItem(shown, icons.keep, '', detail, publish);
  return { ...item, label: `$(${icons.keep}) ${withoutIcons(label)}` };
}

function offerItem(
  { label, detail = '', answer }: Offer<Choice['action']>,
  shown: Shown,
  chosen: PublishAnswers & Target,
): Item {
  return publishItem(shown, icons[answer], label, detail, chosen);
}

function publishItem(
  { names, place }: Shown,
  icon: string,
  act: string,
  detail: string,
  publish: PublishAnswers & Target,
): Item {
  const to = { ...place, ...publish };
  const label = l10n.t('{0}: {1}', act, l10n.t('{0} under {1}', quoteTitle(to.title), names.text(to)));
  return {
    label: `$(${icon}) ${withoutIcons(label)}`,
    detail: withoutIcons(detail),
    answer: { publish },
  };
}

function withPageThatStays(offer: Offer<Choice['action']>, shown: Shown): Offer<Choice['action']> {
  const stays = offer.answer === 'stop' ? pageThatStays(shown) : undefined;
  return stays === undefined ? offer : { ...offer, detail: stays };
}

/** Says which page of the file stays in the wiki if the file gets a second one. */
function pageThatStays({ decision: { effect, target }, names }: Shown): string | undefined {
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

function placeholderOf({ file }: PlanRow, { effect, origins, publishedBy }: Decision): string {
  if (origins.space === 'attempt' || origins.parent === 'attempt') {
    return l10n.t('The last attempt failed. Press Enter to try again');
  }
  const besides = (other: Parameters<typeof pathBeside>[0]): string =>
    plainLine(file.input === undefined ? other.uri : pathBeside(other, file.input.file));
  if (publishedBy?.isGone === true) {
    return l10n.t('It goes on with the page of {0}, which is gone', besides(publishedBy.file));
  }
  if (effect.kind !== 'others') {
    return states[effect.kind].prompt?.() ?? l10n.t('Press Enter to publish');
  }
  const by = besides(effect.by);
  if (file.input !== undefined && isSameDocument(effect.by, file.input.file)) {
    return l10n.t('It was published last from {0}', by);
  }
  return effect.record?.published === undefined
    ? l10n.t('This page was created from another file: {0}', by)
    : l10n.t('Another file may have replaced this page: {0}', by);
}
