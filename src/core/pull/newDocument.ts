import { splitFrontMatter } from '../page/frontMatter';
import { applyEdits } from '../page/problem';
import { namesWiki } from '../page/wikiFrontMatter';
import { writeTarget, type WrittenTarget } from '../page/writeFrontMatter';

/**
 * Returns a text that somebody else wrote, so that nothing in it decides where a page goes: front matter that would, or
 * that can't be read, becomes plain text and is rendered as before.
 */
export function frontMatterAsText(text: string): string {
  const markdown = text.replace(/^\ufeff+/, '');
  const { frontMatter, problems } = splitFrontMatter(markdown);
  if (problems.length === 0 && !namesWiki(frontMatter, problems)) {
    return markdown;
  }
  const isRule = /^---[ \t]*(?:[\r\n]|$)/.test(markdown);
  return isRule ? `***${markdown.slice(3)}` : `\\${markdown}`;
}

/** Returns the document for a new file, with front matter that leads back to the page if its place is known. */
export function newDocument(markdown: string, target: WrittenTarget | undefined): string {
  const text = frontMatterAsText(markdown);
  const edit = target && writeTarget(text, target).value;
  return edit === undefined ? text : applyEdits(text, [edit]);
}
