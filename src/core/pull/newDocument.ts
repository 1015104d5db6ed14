import { splitFrontMatter } from '../page/frontMatter';
import { applyEdits, type Edit } from '../page/problem';
import { hasWikiEntries } from '../page/wikiFrontMatter';
import { frontMatterEdit, type WrittenTarget } from '../page/writeFrontMatter';

/**
 * Turns front matter that has settings of a publish, or may be meant to have them, into
 * text: whoever edited the page in the wiki must not decide where the file is published.
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

/**
 * Keeps a line from opening front matter: `---` becomes `***`, any other
 * mark gets a backslash. Empty if the mark does not begin its line.
 */
function markAsText(text: string, lineStart: number): readonly Edit[] {
  const start = lineStart + (/^ {0,3}(?=\S)/.exec(text.slice(lineStart))?.[0].length ?? 0);
  const isRule = /^---[ \t]*(?:[\r\n]|$)/.test(text.slice(start));
  return /(?:^|[\r\n]) {0,3}$/.test(text.slice(0, start))
    ? [{ start, end: isRule ? start + 3 : start, text: isRule ? '***' : '\\' }]
    : [];
}

/** Adds front matter that leads the next publish back to the page, if `target` is known and the text allows it. */
export function newDocument(markdown: string, target: WrittenTarget | undefined): string {
  const text = frontMatterAsText(markdown);
  const edit = target && frontMatterEdit(text, target).value;
  return edit === undefined ? text : applyEdits(text, [edit]);
}
