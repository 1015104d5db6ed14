import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { progressLine } from '../../core/run/runReport';
import type { Run } from '../../core/run/run';
import { formatNumber } from '../../core/text/locale';
import { TimeLeft } from '../../core/run/runTimeLeft';

/** People read no faster, and each report crosses to the window. */
const everyMs = 250;

/** Shows how far a run is while it is under way, in a notification that can cancel it. */
export function withRunProgress(
  run: Run,
  send: (changed: (index: number) => void) => Promise<void>,
  tell: (line: string) => void,
): Thenable<void> {
  const title = l10n.t('Publishing {0} pages', formatNumber(run.files.length));
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, cancellation) => {
    cancellation.onCancellationRequested(() => {
      run.stop({ kind: 'cancelled', text: l10n.t('Cancelled.') });
      if (run.counts.sending > 0) {
        vscode.window.setStatusBarMessage(l10n.t('Finishing what is already under way…'), done);
      }
    });
    const timeLeft = new TimeLeft(Date.now());
    let reported = ended(run);
    const report = (): void => {
      const now = Date.now();
      const left = timeLeft.ms(run.counts.waiting + run.counts.sending, now);
      // What is sent once more is no step back
      const increment = (Math.max(0, ended(run) - reported) / run.files.length) * 100;
      reported = ended(run);
      const message = progressLine(run, left, now);
      progress.report({ message, increment });
      tell(message);
    };
    const timer = setInterval(report, everyMs);
    const changed = (index: number): void => {
      if (run.state(index) !== 'sending') {
        timeLeft.ended(Date.now());
      }
    };
    const done = send(changed).finally(() => {
      clearInterval(timer);
      tell('');
    });
    report();
    await done;
  });
}

function ended({ files, counts }: Run): number {
  return files.length - counts.waiting - counts.sending;
}
