import { readWithPieces } from '../page/page';
import { contentForTitle } from '../publish/contentForTitle';
import { AddressPlaceholders } from './addressPlaceholders';
import type { MergeInput } from './merge';
import { restyle } from './restyle';
import { sentMarkdownOf } from './sentEdits';

export type CompareInput = Omit<MergeInput, 'published'>;

export interface ComparableTexts {
  readonly wiki: string;
  readonly document: string;
}

/**
 * Returns the wiki’s Markdown and what is sent of the document. Both have the same
 * Markdown style and the document’s addresses in links, so that they differ in their content alone.
 */
export function comparableTexts({ text, fileName, options, title, wiki }: CompareInput): ComparableTexts {
  const { page, pieces } = readWithPieces(text, fileName, options);
  const parts = pieces(contentForTitle(page, title));
  const addresses = new AddressPlaceholders(text, parts, [wiki]);
  const now = sentMarkdownOf(addresses.toPlaceholdersInPieces(parts));
  return {
    wiki: addresses.fromPlaceholders(restyle(addresses.toPlaceholders(wiki), now, title)),
    document: addresses.fromPlaceholders(now),
  };
}
