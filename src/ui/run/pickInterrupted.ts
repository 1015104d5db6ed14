import * as l10n from '@vscode/l10n';
import { formatTime } from '../../core/connection/apiToken';
import { filesLeft } from '../../core/run/resume';
import { formatNumber } from '../../core/text/locale';
import { plain } from '../../core/text/plain';
import type { InterruptedRun } from '../../services/run/runRecord';
import { askChoice } from '../prompt/steps';

/** Returns the run to resume, and asks if there are several. Undefined if there is none, or the person cancelled. */
export async function pickInterrupted(runs: readonly InterruptedRun[]): Promise<InterruptedRun | undefined> {
  if (runs.length < 2) {
    return runs[0];
  }
  const title = l10n.t('Resume Publishing');
  const chosen = await askChoice(
    { title, step: 1, totalSteps: 1, canGoBack: false },
    {
      placeholder: l10n.t('Which of these do you want to resume?'),
      items: runs.toReversed().map((run) => ({
        label: formatTime(run.startedAt),
        description: l10n.t(
          '{0} of {1}',
          formatNumber(run.files.length - filesLeft(run).length),
          formatNumber(run.files.length),
        ),
        detail: plain(run.files.map(({ path }) => path).join(', ')),
        answer: run,
      })),
    },
  );
  return typeof chosen === 'symbol' ? undefined : chosen;
}
