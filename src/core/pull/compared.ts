import { readWithPieces } from '../page/page';
import { contentUnder } from '../publish/content';
import { Addresses } from './addresses';
import type { MergeInput } from './merge';
import { restyle } from './restyle';
import { sentOf } from './sentEdits';

export type CompareInput = Omit<MergeInput, 'published'>;

/** The Markdown of a page in the wiki, and what would be sent now. */
export interface Compared {
  readonly wiki: string;
  readonly now: string;
}

/** Prepares both texts for a comparison: differences in the Markdown style alone and in the addresses of pages are removed. */
export function comparableTexts({ text, fileName, options, title, wiki }: CompareInput): Compared {
  const { page, pieces } = readWithPieces(text, fileName, options);
  const parts = pieces(contentUnder(page, title));
  const addresses = new Addresses(text, parts, [wiki]);
  const now = sentOf(addresses.inPieces(parts));
  return { wiki: addresses.show(restyle(addresses.hide(wiki), now, title)), now: addresses.show(now) };
}
