import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Plan } from '../../core/run/plan';
import { formatNumber } from '../../core/text/locale';
import type { FoundFile } from '../../services/run/findFiles';
import type { PagesInWiki } from '../../services/publish/pagesInWiki';
import { planFiles } from '../../services/run/planFiles';
import { readForPlan, type ReadFileDependencies } from '../../services/run/readFile';

const countEvery = 50;

/** Reads files and plans what a run would do. Undefined when the person cancelled it. */
export function readPlan(
  files: AsyncIterable<FoundFile<vscode.Uri>> | Iterable<FoundFile<vscode.Uri>>,
  reading: ReadFileDependencies,
  inWiki: PagesInWiki,
): Thenable<Plan | undefined> {
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
    return planFiles(
      files,
      (file) => readForPlan(reading, file),
      count,
      cancel.signal,
      (records) => inWiki.changes(records),
    );
  });
}
