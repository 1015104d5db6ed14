import { splitFrontMatter } from '../page/frontMatter';
import { applyEdits } from '../page/problem';
import { namesWiki } from '../page/wikiFrontMatter';
import { writeTarget, type WrittenTarget } from '../page/writeFrontMatter';

/**
 * A text that somebody else wrote. Nothing in it decides where a page goes: a front matter that would, or that can't be
 * read, is text, and is shown as it would be without us.
 */
export function foreignText(text: string): string {
  const markdown = text.replace(/^\ufeff+/, '');
  const { frontMatter, problems } = splitFrontMatter(markdown);
  if (problems.length === 0 && !namesWiki(frontMatter, problems)) {
    return markdown;
  }
  const isRule = /^---[ \t]*(?:[\r\n]|$)/.test(markdown);
  return isRule ? `***${markdown.slice(3)}` : `\\${markdown}`;
}

/** The new document of a page, whose front matter leads back to the page where that is known. */
export function newDocument(markdown: string, target: WrittenTarget | undefined): string {
  const text = foreignText(markdown);
  const edit = target && writeTarget(text, target).value;
  return edit === undefined ? text : applyEdits(text, [edit]);
}
