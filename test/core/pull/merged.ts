import { readPage } from '../../../src/core/page/page.js';
import { applyEdits } from '../../../src/core/page/problem.js';
import { contentForTitle } from '../../../src/core/publish/contentForTitle.js';
import { merge } from '../../../src/core/pull/merge.js';
import { usualOptions as options } from '../../host/usualOptions.js';

export { options };
export const title = 'Title';

export const sent = (text: string): string => contentForTitle(readPage(text, 'page.md', options), title);

/** What comes of a document that was published as `before`, once the wiki has this. */
export function merged(
  before: string,
  text: string,
  wiki: string,
): { text: string; conflicts: number } | null | undefined {
  const result = merge({ text, fileName: 'page.md', options, title, published: sent(before), wiki });
  return result && { text: applyEdits(text, result.edits), conflicts: result.conflicts };
}
