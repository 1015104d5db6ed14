import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Plan } from '../../core/run/plan';
import { formatNumber } from '../../core/text/locale';
import type { FoundFile } from '../../services/run/findFiles';
import type { PagesInWiki } from '../../services/publish/pagesInWiki';
import { planFiles } from '../../services/run/planFiles';
import { withCancellableProgress } from '../prompt/progress';
import { readForPlan, type ReadFileDependencies } from '../../services/run/readFile';

const countEvery = 50;

/** Reads files and plans what a run would do. Undefined when the person cancelled it. */
export function readPlan(
  files: AsyncIterable<FoundFile<vscode.Uri>> | Iterable<FoundFile<vscode.Uri>>,
  reading: ReadFileDependencies,
  inWiki: PagesInWiki,
): Thenable<Plan | undefined> {
  return withCancellableProgress(l10n.t('Reading the files'), (signal, progress) => {
    const count = (read: number): void => {
      if (read % countEvery === 0) {
        progress.report({ message: formatNumber(read) });
      }
    };
    return planFiles(
      files,
      (file) => readForPlan(reading, file),
      count,
      signal,
      (records) => inWiki.changes(records),
    );
  });
}
