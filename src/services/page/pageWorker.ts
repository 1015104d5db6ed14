// Runs in a thread of its own, so that a large document holds nothing up.
import { parentPort, workerData } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import type { ReadRequest } from './pageThread';

const { contents } = workerData as { contents?: l10n.l10nJsonFormat };
if (contents !== undefined) {
  l10n.config({ contents });
}

parentPort?.on('message', ({ id, text, fileName, options }: ReadRequest) => {
  void import('../../core/page/page.js').then(({ readPage }) => {
    parentPort?.postMessage({ id, page: readPage(text, fileName, options) });
  });
});
