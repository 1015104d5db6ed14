import * as l10n from '@vscode/l10n';
import type { Change } from '../../core/publish/lastPublished';
import { plain } from '../../core/text/plain';
import type { Target } from '../../core/wiki/target';
import { askTarget } from './chooseTarget';
import type { Recent } from './recent';
import { askChoice, back, type ChoiceItem } from '../prompt/steps';

export interface ConfirmDependencies {
  readonly target: Target;
  readonly recent: Recent;
  /** Shown when there are several. */
  readonly connectionName: string | undefined;
  readonly change: Change;
  /** It would overwrite a page that the file did not make. */
  readonly foreign: boolean;
}

type Answer = Target | 'compare' | 'change';
const position = { step: 1, totalSteps: 1, canGoBack: false };

/** One Enter publishes again; `Change…` goes through the steps first, and Back from them comes here. */
export async function confirmTarget(
  confirming: ConfirmDependencies,
): Promise<Target | 'compare' | undefined> {
  const { target, recent, change } = confirming;
  const compare: ChoiceItem<Answer> = {
    label: `$(diff) ${l10n.t('Compare with Last Published')}`,
    answer: 'compare',
  };
  const items: ChoiceItem<Answer>[] = [
    ...publishChoices(confirming),
    ...(change.kind === 'new' ? [] : [compare]),
    { label: `$(edit) ${l10n.t('Change…')}`, answer: 'change' },
  ];
  for (;;) {
    const chosen = await askChoice<Answer>(
      { ...position, title: l10n.t('Publish to Wiki') },
      { placeholder: placeholderOf(change), items },
    );
    if (chosen !== 'change') {
      return typeof chosen === 'symbol' ? undefined : chosen;
    }
    const changed = await askTarget(target, recent, {
      canLeaveBackwards: true,
      lastTitle: lastTitle(change),
    });
    if (changed !== back) {
      return changed;
    }
  }
}

/** The first is what Enter does: what harms nothing that others made, and no page twice. */
function publishChoices(confirming: ConfirmDependencies): ChoiceItem<Answer>[] {
  const { target, change, foreign, connectionName } = confirming;
  const detailed = (detail: string): string =>
    connectionName === undefined ? detail : `${detail} · ${connectionName}`;
  if (change.kind === 'retitled') {
    const { oldTitle } = change;
    const kept = { ...target, title: oldTitle, overwrite: true };
    return [
      {
        label: `$(cloud-upload) ${outside(l10n.t('Keep the old title {0}', oldTitle))}`,
        detail: detailed(l10n.t('Updates the page that was created from this file')),
        answer: kept,
      },
      {
        label: `$(new-file) ${publishLabel(target)}`,
        detail: detailed(outside(l10n.t('Creates a second page; {0} stays in the wiki', oldTitle))),
        answer: { ...target, overwrite: false },
      },
    ];
  }
  if (foreign) {
    return [
      {
        label: `$(cloud-upload) ${publishLabel(target)}`,
        detail: detailed(l10n.t('Stops if the page exists')),
        answer: { ...target, overwrite: false },
      },
      {
        label: `$(replace-all) ${publishLabel(target)}`,
        detail: detailed(
          l10n.t('Updates the page if it exists: its text is replaced, no matter who wrote it'),
        ),
        answer: target,
      },
    ];
  }
  const detail = target.overwrite ? l10n.t('Updates the page') : l10n.t('Stops if the page exists');
  const label =
    change.kind === 'unchanged'
      ? outside(l10n.t('Publish Anyway: {0}', placeOf(target)))
      : publishLabel(target);
  return [{ label: `$(cloud-upload) ${label}`, detail: detailed(detail), answer: target }];
}

function placeholderOf(change: Change): string {
  switch (change.kind) {
    case 'unchanged':
      return l10n.t('Nothing has changed since the last publish');
    case 'retitled':
      return l10n.t('The title has changed since the last publish');
    default:
      return l10n.t('Press Enter to publish');
  }
}

export function lastTitle(change: Change): string | undefined {
  return change.kind === 'retitled' ? change.oldTitle : undefined;
}

function publishLabel({ title, space, parent }: Target): string {
  return outside(l10n.t('Publish {0} to {1} / {2}', title, space, parent));
}

function placeOf({ title, space, parent }: Target): string {
  return `${title} → ${space} / ${parent}`;
}

/** Outside text must not bring icons of its own. */
function outside(text: string): string {
  return plain(text).replaceAll('$(', '$ (');
}
