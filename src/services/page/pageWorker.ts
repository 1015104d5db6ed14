import { parentPort, workerData } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import type * as PageWork from './pageWork';
import { filesInArchive, type ArchiveLimits } from './archive';

const { contents } = workerData as { contents?: l10n.l10nJsonFormat };
if (contents !== undefined) {
  l10n.config({ contents });
}

export type Works = ReturnType<typeof worksOf>;

export interface WorkRequest {
  readonly id: number;
  readonly work: keyof Works;
  readonly parameters: readonly unknown[];
}

parentPort?.on('message', ({ id, work, parameters }: WorkRequest) => {
  void import('./pageWork.js').then((pageWork) => {
    const works: Readonly<Record<string, (...parameters: never[]) => unknown>> = worksOf(pageWork);
    parentPort?.postMessage({ id, result: works[work]?.(...(parameters as never[])) });
  });
});

function worksOf({ readPage, frontMatterEdit, newDocument, merge, comparableTexts }: typeof PageWork) {
  return {
    readPage,
    frontMatterEdit,
    newDocument,
    comparableTexts,
    merge,
    unpack: (base64: string, pattern: string, limits: ArchiveLimits) =>
      filesInArchive(Buffer.from(base64, 'base64'), pattern, limits),
  };
}
