import { readWithPieces } from '../page/page';
import { contentUnder } from '../publish/content';
import { Addresses } from './addresses';
import type { Merging } from './merge';
import { respell } from './respell';
import { sentOf } from './sentEdits';

export type Comparing = Omit<Merging, 'published'>;

/** A page as it is in the wiki, and as it would be sent now. */
export interface Compared {
  readonly wiki: string;
  readonly now: string;
}

/** What is only spelled otherwise is no difference, nor is another address of a page: links lead to the files. */
export function compared({ text, fileName, options, title, wiki }: Comparing): Compared {
  const { page, pieces } = readWithPieces(text, fileName, options);
  const parts = pieces(contentUnder(page, title));
  const addresses = new Addresses(text, parts, [wiki]);
  const now = sentOf(addresses.inPieces(parts));
  return { wiki: addresses.show(respell(addresses.hide(wiki), now, title)), now: addresses.show(now) };
}
