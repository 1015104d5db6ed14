// A bundle of its own: the parsers are loaded with the first page.
import * as l10n from '@vscode/l10n';
import { splitFrontMatter } from './frontMatter';
import { firstHeading } from './heading';
import type { Parsed } from './parsed';

/** A Markdown document as it goes to the wiki. */
export interface Page {
  /** From the front matter, the first level-one heading or the file's name, in that order. May be longer than a title can be. */
  readonly title: string;
  /** The Markdown without its front matter. */
  readonly content: string;
}

export function readPage(text: string, fileName: string): Parsed<Page> {
  const parts = splitFrontMatter(text.replace(/^\ufeff/, ''));
  if (parts.problem !== undefined) {
    return parts;
  }
  const { frontMatter, content } = parts.value;
  if (content.trim() === '') {
    return { problem: l10n.t('There is nothing to publish: the document is empty.') };
  }
  const title = [
    frontMatter.title,
    firstHeading(content),
    fileName.replace(/\.(md|markdown|mdown|mkd)$/i, ''),
  ]
    .map((candidate) => candidate?.replace(/\s+/g, ' ').trim())
    .find((candidate) => candidate !== undefined && candidate !== '');
  return { value: { title: title ?? '', content } };
}
