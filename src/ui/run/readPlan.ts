import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Planned } from '../../core/run/plan';
import { formatNumber } from '../../core/text/locale';
import type { Examiner } from '../../services/run/examineFile';
import { planFiles } from '../../services/run/planFiles';
import { filesToPublish } from './filesToPublish';

const countEvery = 50;

/** Reads the chosen files and plans what a run would do. Undefined when the person cancelled it. */
export function readPlan(
  chosen: readonly vscode.Uri[],
  examiner: Examiner,
): Thenable<readonly Planned[] | undefined> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: l10n.t('Reading the files'), cancellable: true };
  return vscode.window.withProgress(options, (progress, cancellation) => {
    const cancel = new AbortController();
    cancellation.onCancellationRequested(() => cancel.abort());
    const count = (read: number): void => {
      if (read % countEvery === 0) {
        progress.report({ message: formatNumber(read) });
      }
    };
    return planFiles(filesToPublish(chosen), (file) => examiner.examine(file), count, cancel.signal);
  });
}
