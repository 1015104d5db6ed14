import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../core/text/locale';
import { statusKinds, statusLabel, statuses, type StatusKind } from '../../core/plan/pageStatus';
import { onlyStep, askChoice } from '../prompt/steps';
import type { PageRow } from './viewRow';

/** `rows`: all rows, which are counted for each choice. */
export async function askFilter(
  now: StatusKind | undefined,
  rows: readonly Pick<PageRow, 'status'>[],
): Promise<StatusKind | 'all' | undefined> {
  const title = l10n.t('Filter by State');
  const kinds = statusKinds.filter((kind) => statuses[kind].inFilter === true && kind !== 'sending');
  const counted = kinds.map((kind) => ({
    kind,
    count: rows.filter(({ status }) => status?.kind === kind).length,
  }));
  const items = [
    { label: l10n.t('All Pages'), answer: 'all' as const },
    ...counted
      .toSorted((one, other) => Number(one.count === 0) - Number(other.count === 0))
      .map(({ kind, count }) => ({
        label: statusLabel({ kind }),
        description: formatNumber(count),
        answer: kind,
      })),
  ];
  const chosen = await askChoice<StatusKind | 'all'>(onlyStep(title), {
    placeholder: l10n.t('Which pages do you want to see?'),
    items,
    active: items.find(({ answer }) => answer === (now ?? 'all')),
  });
  return typeof chosen === 'string' ? chosen : undefined;
}
