import { splitFrontMatter } from '../page/frontMatter';
import { applyEdits, type Edit } from '../page/problem';
import { hasWikiEntries } from '../page/wikiFrontMatter';
import { frontMatterEdit, type WrittenTarget } from '../page/writeFrontMatter';

/**
 * Turns front matter into plain text where it would decide about a publish or can’t be read. Somebody else
 * wrote it, and must not decide where a page goes.
 */
export function frontMatterAsText(text: string): string {
  const markdown = text.replace(/^\ufeff+/, '');
  const { frontMatter, problems, contentAt } = splitFrontMatter(markdown);
  const doubtful = problems
    .filter(({ kind, start }) => kind === 'doubtfulFrontMatter' && start >= contentAt)
    .map(({ start }) => start);
  const isOurs = problems.length > doubtful.length || hasWikiEntries(frontMatter, problems);
  const edits = (isOurs ? [0] : doubtful).flatMap((start) => markAsText(markdown, start));
  return applyEdits(markdown, edits);
}

/** Returns the edit after which the opening mark in a line is text, where it is not part of HTML or code. */
function markAsText(text: string, lineStart: number): readonly Edit[] {
  const start = lineStart + (/^ {0,3}(?=\S)/.exec(text.slice(lineStart))?.[0].length ?? 0);
  const isRule = /^---[ \t]*(?:[\r\n]|$)/.test(text.slice(start));
  return /(?:^|[\r\n]) {0,3}$/.test(text.slice(0, start))
    ? [{ start, end: isRule ? start + 3 : start, text: isRule ? '***' : '\\' }]
    : [];
}

/** Returns the document for a new file, with front matter that leads back to the page if its place is known. */
export function newDocument(markdown: string, target: WrittenTarget | undefined): string {
  const text = frontMatterAsText(markdown);
  const edit = target && frontMatterEdit(text, target).value;
  return edit === undefined ? text : applyEdits(text, [edit]);
}
