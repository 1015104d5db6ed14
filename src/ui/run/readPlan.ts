import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Plan } from '../../core/run/plan';
import { formatNumber } from '../../core/text/locale';
import { planOf } from '../../services/flow/reading';
import type { PagesInWiki } from '../../services/publish/pagesInWiki';
import type { FoundFile } from '../../services/run/findFiles';
import type { ReadFileDependencies } from '../../services/run/readFile';
import { withCancellableProgress } from '../prompt/progress';

const countEvery = 50;

type File = FoundFile<vscode.Uri | string>;

/** Reads files and plans what a run would do. Undefined when the person cancelled it. */
export function readPlan(
  files: AsyncIterable<File> | Iterable<File>,
  reading: ReadFileDependencies,
  inWiki: PagesInWiki,
): Thenable<Plan | undefined> {
  return withCancellableProgress(l10n.t('Reading the files'), (signal, progress) =>
    planOf(files, reading, inWiki, {
      signal,
      progress: (read) => {
        if (read % countEvery === 0) {
          progress.report({ message: formatNumber(read) });
        }
      },
    }),
  );
}
