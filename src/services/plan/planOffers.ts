import * as l10n from '@vscode/l10n';
import type { PlanQuestion } from '../../core/plan/plan';
import { stateToAsk, type PlanRow } from '../../core/plan/row';
import {
  replaceLabel,
  replacingDetail,
  states,
  type Offer,
  type PlanAnswer,
} from '../../core/publish/states';

function existsOffers(rows: readonly PlanRow[]): readonly Offer<PlanAnswer>[] {
  const isOne = rows.length === 1;
  const [{ decision, file } = {}] = rows;
  const canLookUp = file?.input?.canLookUp?.(decision?.connection?.endpoint ?? '') === true;
  return [
    {
      label: isOne ? l10n.t('Leave the page as it is') : l10n.t('Leave the pages as they are'),
      detail: isOne
        ? l10n.t('If there is none, the page is created.')
        : l10n.t('The other pages are created.'),
      answer: { does: 'stop' },
    },
    {
      label: replaceLabel(rows),
      detail: replacingDetail({ scope: decision?.titleScope, canLookUp }, rows.length),
      answer: { does: 'replace' },
    },
  ];
}

/** Returns undefined for a destination, which has prompts of its own. */
export function offersOf({ kind, rows }: PlanQuestion): readonly Offer<PlanAnswer>[] | undefined {
  if (kind === 'exists') {
    return existsOffers(rows);
  }
  const row = states[kind];
  return row.needs === 'decision' ? row.offers(rows.map(stateToAsk)) : undefined;
}
