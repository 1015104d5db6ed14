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

type File = FoundFile<vscode.Uri | string>;
type Found = AsyncIterable<File> | Iterable<File>;

/** Reads files and plans what a run would do. Undefined when the person cancelled it. */
export function readPlan(
  files: Found,
  reading: ReadFileDependencies,
  inWiki: PagesInWiki,
): Thenable<Plan | undefined> {
  return withCancellableProgress(l10n.t('Reading the files'), (signal, progress) => {
    const count = (read: number): void => {
      if (read % countEvery === 0) {
        progress.report({ message: formatNumber(read) });
      }
    };
    return planOf(files, reading, inWiki, signal, count);
  });
}

/** The same without a word. Undefined when it was cancelled. */
export function planOf(
  files: Found,
  reading: ReadFileDependencies,
  inWiki: PagesInWiki,
  signal: AbortSignal,
  count: (read: number) => void = () => undefined,
): Promise<Plan | undefined> {
  return planFiles(
    files,
    (file) => readForPlan(reading, file),
    count,
    signal,
    (records) => inWiki.changes(records),
  );
}
