import { mostMegabytes } from '../services/page/shapes.js';
import { measureInWindow } from './inWindow.js';
import { ms, type Row } from './row.js';

export const longestBlockMs = 50;

export interface Block {
  readonly what: string;
  readonly busyMs: number;
}

/** How long the extension host’s thread is kept from anything else while the largest documents are read. */
export async function largeDocuments(): Promise<Row[]> {
  const blocks = await measureInWindow<readonly Block[]>('largeDocumentsSuite.js', 0);
  const { what, busyMs } = blocks.reduce((longest, each) => (each.busyMs > longest.busyMs ? each : longest));
  const kinds = new Intl.ListFormat('en').format(blocks.map((each) => each.what));
  return [
    {
      what: `longest block of VS Code’s extension host while a document of ${mostMegabytes} MB is read`,
      method: `most processor time of the thread between two turns of its event loop, from 100 ms after the document was opened until its problems are shown or it is given up, in the best of three; the longest, that of ${what}, of documents of ${kinds}`,
      measured: ms(busyMs),
      against: ms(longestBlockMs),
      ratio: busyMs / longestBlockMs,
      bound: 1,
    },
  ];
}
