// This runs in a thread of its own, so that a large document doesn't block the window.
import { parentPort, workerData } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import type * as PageWork from '../../core/pull/pageWork';
import { filesInArchive } from './archive';
import type { Request } from './pageThread';

const { contents } = workerData as { contents?: l10n.l10nJsonFormat };
if (contents !== undefined) {
  l10n.config({ contents });
}

parentPort?.on('message', ({ id, work }: Request) => {
  void import('../../core/pull/pageWork.js').then((pageWork) => {
    parentPort?.postMessage({ id, result: resultOf(work, pageWork) });
  });
});

function resultOf(
  work: Request['work'],
  { readPage, writeTarget, newDocument, merge, compared }: typeof PageWork,
): unknown {
  switch (work.kind) {
    case 'read':
      return readPage(work.text, work.fileName, work.options);
    case 'writeTarget':
      return writeTarget(work.text, work.target);
    case 'newDocument':
      return newDocument(work.markdown, work.target);
    case 'merge':
      return merge(work.merging) ?? null;
    case 'compare':
      return compared(work.comparing);
    case 'unpack':
      return filesInArchive(Buffer.from(work.base64, 'base64'), work.pattern, work.limits);
  }
}
