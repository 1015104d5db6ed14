import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { Run } from '../../core/plan/run';
import { progressLine } from '../../core/plan/runReport';
import { sendsLeft, TimeLeft } from '../../core/plan/runTimeLeft';
import { formatNumber } from '../../core/text/locale';
import { progressDelayMs, progressOpened } from '../prompt/progress';
import type { PlanModel } from './planModel';
import { planViewId, type PlanView } from './planView';

/** Each report is a message to VS Code’s window, so reports are sent no more often than this; `everyMsOfMany` for a long view. */
const everyMs = 250;
const everyMsOfMany = 1_000;

/** Shows a run’s progress in the view of its plan or, while that is hidden, in a notification: in one place at a time. */
export async function withRunProgress(
  model: PlanModel,
  run: Run,
  view: PlanView,
  send: (changed: (index: number) => void) => Promise<void>,
): Promise<void> {
  const { twice } = model;
  model.begin(run);
  // A run of a single file gets no view, unless its plan is shown already.
  if (view.model !== model && run.files.length + run.unresolved.length > 1) {
    await view.show(model);
  }
  const isInView = view.model === model;
  const notification = new RunNotification(run);
  const startedAt = Date.now();
  const timeLeft = new TimeLeft(startedAt);
  const report = (): void => {
    const now = Date.now();
    const isLong = now - startedAt >= progressDelayMs;
    const line = progressLine(run, twice, timeLeft.ms(sendsLeft(run, twice), now), now);
    if (isInView && view.isVisible) {
      notification.close();
    } else if (isLong) {
      notification.open();
    }
    if (isInView) {
      view.tellProgress(line);
    }
    notification.report(line);
  };
  const timer = setInterval(report, isInView && view.isLong ? everyMsOfMany : everyMs);
  const changed = (index: number): void => {
    if (run.state(index) !== 'sending') {
      timeLeft.ended(Date.now());
    }
    model.changed(index);
  };
  report();
  try {
    await (isInView
      ? vscode.window.withProgress({ location: { viewId: planViewId } }, () => send(changed))
      : send(changed));
  } finally {
    clearInterval(timer);
    notification.close();
    model.end();
  }
}

/** Sends that are under way are completed. */
export function cancelRun(run: Run): void {
  run.stop({ kind: 'cancelled', text: l10n.t('Cancelled.') });
  if (run.counts.sending > 0) {
    vscode.window.setStatusBarMessage(l10n.t('Finishing what is already under way…'), 5_000);
  }
}

class RunNotification {
  #close: (() => void) | undefined;
  #progress: vscode.Progress<{ message: string; increment: number }> | undefined;
  #reported = 0;

  constructor(private readonly run: Run) {}

  open(): void {
    if (this.#close !== undefined) {
      return;
    }
    progressOpened();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#close = () => resolve(undefined);
    this.#reported = 0;
    const title = l10n.t('Publishing {0} pages', formatNumber(this.run.files.length));
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (progress, cancellation) => {
      this.#progress = progress;
      cancellation.onCancellationRequested(() => cancelRun(this.run));
      return promise;
    });
  }

  close(): void {
    this.#close?.();
    this.#close = undefined;
    this.#progress = undefined;
  }

  report(message: string): void {
    const { files, endedCount: ended } = this.run;
    // Files that are queued for a second send lower `ended`, but the bar must not go back.
    const increment = (Math.max(0, ended - this.#reported) / files.length) * 100;
    this.#reported = ended;
    this.#progress?.report({ message, increment });
  }
}
