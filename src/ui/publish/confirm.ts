import * as l10n from '@vscode/l10n';
import { type Choice, type Decision } from '../../core/publish/decide';
import { recordOfEffect, type PublishEffect } from '../../core/publish/publishEffect';
import { pathBeside, isSameDocument, type FileIdentity } from '../../core/records/fileIdentity';
import type { PageRecord } from '../../core/records/pageRecord';
import { changeKey, type PageThere } from '../../core/records/wikiChange';
import { replacedText } from '../../core/publish/wikiChangeText';
import type { PublishAnswers } from '../../core/publish/precedence';
import { choiceLabel, keepDetail, renamedDetail, states, type ChoiceState } from '../../core/publish/states';
import { plainLine, quoteTitle, withoutIcons } from '../../core/text/plainLine';
import { warningTexts, type PageWarnings } from '../../core/wiki/pageWarnings';
import type { Target } from '../../core/wiki/target';
import { onlyStep, askChoice, back, backButton, type ChoiceItem } from '../prompt/steps';
import { actLabel, askTarget, lookItem, replaceItem, secondPageText } from './askTarget';
import { withWikiName, type PlaceSources } from './placeSteps';
import type { PlaceNames } from '../../services/wiki/placeNames';

export interface ConfirmOptions {
  readonly decision: Decision;
  readonly target: Target;
  readonly wikis: PlaceSources;
  /** The place that the wiki did not find at the last attempt to publish; empty if there is none. */
  readonly missing: Partial<Target>;
  readonly names: PlaceNames;
  readonly endpoint: string;
  readonly file: FileIdentity;
  readonly warnings: PageWarnings | undefined;
}

type Confirmed = Target & Pick<PublishAnswers, 'endpoint' | 'accepted'>;
/** What the person can do first, before they publish. */
export type ConfirmAction = 'compare' | 'showProblems' | 'openInWiki' | 'anotherWiki';
type ConfirmAnswer = Confirmed | ConfirmAction | 'change';

/** “Change…” leads to the steps of `askTarget`, and Back from there to this question again. */
export async function confirmPublish(
  options: ConfirmOptions,
): Promise<Confirmed | ConfirmAction | undefined> {
  const { decision, target, wikis, missing, names, endpoint } = options;
  const compare: ChoiceItem<ConfirmAnswer> = {
    label: `$(diff) ${l10n.t('Compare with Last Published')}`,
    answer: 'compare',
  };
  const open: ChoiceItem<ConfirmAnswer> = {
    label: `$(link-external) ${l10n.t('Open in Wiki')}`,
    answer: 'openInWiki',
  };
  const told = warningTexts(options.warnings).map((text): ChoiceItem<ConfirmAnswer> => ({
    label: `$(warning) ${withoutIcons(text)}`,
    description: l10n.t('Show Problems'),
    answer: 'showProblems',
  }));
  const rename: ChoiceItem<ConfirmAnswer> = {
    ...open,
    detail: l10n.t('To rename the page, rename it in the wiki first. Then publish again.'),
  };
  const renaming = decision.effect.kind === 'retitled' ? [rename] : [];
  const comparing = recordOfEffect(decision.effect)?.published === undefined ? [] : [compare];
  let there: PageThere | undefined;
  const itemsNow = (): readonly ChoiceItem<ConfirmAnswer>[] => {
    const publish = there === undefined ? publishChoices(options) : thereChoices(there, options);
    return [
      // Enter takes the first item and must be safe, so it opens the page if nothing has changed.
      ...(decision.effect.kind === 'unchanged'
        ? [open, ...publish]
        : [...publish, ...renaming, ...told, ...comparing]),
      { label: `$(edit) ${l10n.t('Change…')}`, answer: 'change' },
      { label: `$(globe) ${l10n.t('Publish to Another Wiki…')}`, answer: 'anotherWiki' },
    ];
  };
  const from = 'from' in decision.effect && decision.effect.from ? [decision.effect.from.place] : [];
  const places = [{ endpoint, ...target }, ...from];
  for (;;) {
    const chosen = await askChoice<ConfirmAnswer>(
      withWikiName(onlyStep(l10n.t('Publish to Wiki')), endpoint, wikis),
      {
        placeholder: placeholderOf(options),
        items: itemsNow(),
        updated: (show) => {
          void names.lookUp(places, () => show(itemsNow()));
          if (decision.effect.kind === 'new' || decision.effect.kind === 'replaces') {
            void wikis.pageThere({ endpoint, ...target }).then((found) => {
              there = found;
              show(itemsNow());
            });
          }
        },
      },
    );
    if (chosen !== 'change') {
      return typeof chosen === 'symbol' ? undefined : chosen;
    }
    const changed = await askTarget(l10n.t('Publish to Wiki'), target, wikis, {
      from: 'wiki',
      leaveButton: backButton,
      endpoint,
      missing,
      own: ownPage(decision.effect),
      names,
      titleScope: decision.titleScope,
      isPublishing: true,
      warnings: options.warnings,
    });
    if (changed !== back) {
      return changed;
    }
  }
}

/** The page that the file has, and that stays in the wiki if the file gets another. */
export function ownPage(effect: PublishEffect): PageRecord | undefined {
  const page = recordOfEffect(effect);
  return page?.published === undefined ? undefined : page;
}

/** The first item, which Enter takes, replaces no page that another file made. */
function publishChoices(options: ConfirmOptions): ChoiceItem<ConfirmAnswer>[] {
  const { decision, target } = options;
  const [question] = decision.questions;
  if (question !== undefined && 'choices' in question) {
    return question.choices.map((choice) => choiceItem(question.kind, choice, options));
  }
  const detail = target.overwrite
    ? l10n.t('Updates the page')
    : l10n.t('If a page with this title is there, nothing is published.');
  const label =
    decision.effect.kind === 'unchanged'
      ? labelFor(l10n.t('Publish Anyway'), target, options)
      : publishLabel(target, options);
  return [{ label: `$(cloud-upload) ${label}`, detail: detailText(detail, target, options), answer: target }];
}

/** As many as `publishChoices` has, since a list that is open keeps its items. */
function thereChoices(there: PageThere, options: ConfirmOptions): ChoiceItem<ConfirmAnswer>[] {
  const { target, decision } = options;
  const where = placeText(target, options);
  const look = lookItem(there, target.title, where);
  const replace = replaceItem(there, target.title, where);
  const items = [
    { ...look, label: `$(eye) ${look.label}`, answer: { ...target, overwrite: false } },
    {
      ...replace,
      label: `$(${icons.replace}) ${replace.label}`,
      answer: { ...target, overwrite: true, accepted: changeKey(there) },
    },
  ];
  return items.slice(0, decision.effect.kind === 'replaces' ? 2 : 1);
}

const icons: Readonly<Record<Choice['action'], string>> = {
  keep: 'cloud-upload',
  move: 'move',
  stop: 'new-file',
  replace: 'replace-all',
};

function choiceItem(
  kind: ChoiceState['kind'],
  { action, chosen }: Choice,
  options: ConfirmOptions,
): ChoiceItem<ConfirmAnswer> {
  return {
    label: `$(${icons[action]}) ${labelFor(choiceLabel(kind, action), chosen, options)}`,
    detail: detailText(choiceDetail(kind, action, options), chosen, options),
    answer: chosen,
  };
}

function choiceDetail(kind: ChoiceState['kind'], action: Choice['action'], options: ConfirmOptions): string {
  const { effect } = options.decision;
  switch (action) {
    case 'keep':
      return keepDetail(kind === 'retitled');
    case 'move':
      return l10n.t('Updates the page that was created from this file, and moves it');
    case 'stop':
      return effect.kind === 'retitled' || effect.kind === 'moved'
        ? secondPageText(effect.from.place, { isRetitled: effect.kind === 'retitled', ...options })
        : l10n.t('If a page with this title is there, nothing is published.');
    case 'replace':
      return replaceDetail(options);
  }
}

function replaceDetail({ decision: { effect, titleScope }, file }: ConfirmOptions): string {
  if (effect.kind === 'retitled') {
    return renamedDetail();
  }
  if (effect.kind === 'others' && effect.record?.published === undefined) {
    return withoutIcons(l10n.t('Replaces the page that was created from {0}', pathBeside(effect.by, file)));
  }
  return titleScope === 'space'
    ? replacedText('space')
    : l10n.t('Replaces the page if it exists, no matter who wrote it');
}

function placeholderOf({ decision: { effect, origins, publishedBy }, file }: ConfirmOptions): string {
  if (origins.space === 'attempt' || origins.parent === 'attempt') {
    return l10n.t('The last attempt failed. Press Enter to try again');
  }
  if (publishedBy?.isGone === true) {
    return l10n.t(
      'It goes on with the page of {0}, which is gone',
      plainLine(pathBeside(publishedBy.file, file)),
    );
  }
  if (effect.kind !== 'others') {
    return states[effect.kind].prompt?.() ?? l10n.t('Press Enter to publish');
  }
  const by = plainLine(pathBeside(effect.by, file));
  if (isSameDocument(effect.by, file)) {
    return l10n.t('It was published last from {0}', by);
  }
  return effect.record?.published === undefined
    ? l10n.t('This page was created from another file: {0}', by)
    : l10n.t('Another file may have replaced this page: {0}', by);
}

function publishLabel(target: Target, options: ConfirmOptions): string {
  return withoutIcons(l10n.t('Publish {0} under {1}', quoteTitle(target.title), placeText(target, options)));
}

function labelFor(act: string, target: Target, options: ConfirmOptions): string {
  return actLabel(act, target.title, placeText(target, options));
}

function placeText(target: Target, { names, endpoint }: ConfirmOptions): string {
  return names.text({ endpoint, ...target });
}

function detailText(detail: string, target: Target, { names, endpoint }: ConfirmOptions): string {
  const ids = names.ids({ endpoint, ...target });
  return withoutIcons(ids === undefined ? detail : `${detail} · ${l10n.t('under {0}', ids)}`);
}
