import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../core/text/locale';
import { pageStates, type PageState } from '../../core/view/pageState';
import { stateLabel } from '../../core/view/pageTexts';
import { askChoice } from '../prompt/steps';
import type { PageRow } from './viewRow';

/** Asks for the state to filter by. `rows`: all rows, to be counted. Undefined if the person cancelled. */
export async function askFilter(
  now: PageState | undefined,
  rows: readonly Pick<PageRow, 'found'>[],
): Promise<PageState | 'all' | undefined> {
  const title = l10n.t('Filter by State');
  const states = pageStates.filter((state) => state !== 'publishing');
  const items = [
    { label: l10n.t('All Pages'), answer: 'all' as const },
    ...states.map((state) => ({
      label: stateLabel(state),
      description: formatNumber(rows.filter(({ found }) => found?.state === state).length),
      answer: state,
    })),
  ];
  const chosen = await askChoice<PageState | 'all'>(
    { title, step: 1, totalSteps: 1, canGoBack: false },
    {
      placeholder: l10n.t('Which pages do you want to see?'),
      items,
      active: items.find(({ answer }) => answer === (now ?? 'all')),
    },
  );
  return typeof chosen === 'string' ? chosen : undefined;
}
