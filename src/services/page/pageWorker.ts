// Runs in a thread of its own, so that a large document holds nothing up.
import { parentPort, workerData } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import type { Request } from './pageThread';

const { contents } = workerData as { contents?: l10n.l10nJsonFormat };
if (contents !== undefined) {
  l10n.config({ contents });
}

parentPort?.on('message', ({ id, work }: Request) => {
  void import('../../core/page/page.js').then(({ readPage, writeTarget }) => {
    const result =
      work.kind === 'read'
        ? readPage(work.text, work.fileName, work.options)
        : writeTarget(work.text, work.target);
    parentPort?.postMessage({ id, result });
  });
});
