import type { Blocks } from './blocks';
import { isDelimiterRow } from './delimiterRow';
import type { Span } from './lines';

export interface Comment extends Span {
  /** The text between “<!--” and “-->”, trimmed. */
  readonly text: string;
  /** The comment stands inside a paragraph or other HTML, where an empty line would end the block. */
  readonly inBlock: boolean;
}

export interface Comments {
  readonly comments: readonly Comment[];
  /** The opening marks of comments that are not closed, so that their text is shown, or all text after them is hidden. */
  readonly open: readonly Span[];
}

type Place = (offset: number) => number;
const openingMark = '<!--';

/** Finds the HTML comments of a Markdown text by the rules of CommonMark: none in code, and none across blocks unless the comment is a block itself. */
export function findComments(blocks: Blocks): Comments {
  const comments: Comment[] = [];
  const open: Span[] = [];
  for (const [index, { type, content }] of blocks.tokens.entries()) {
    if (!content.includes(openingMark)) {
      continue;
    }
    const place = blocks.place(index);
    if (type === 'inline') {
      inText(blocks, content, place, comments, open);
    } else if (type === 'html_block') {
      const inBlock = !content.trimStart().startsWith(openingMark);
      for (const { start, end, text } of commentsIn(content)) {
        const at = place(start);
        comments.push({ start: at, end: place(end - 1) + 1, text: text ?? '', inBlock });
        if (text === undefined) {
          open.push({ start: at, end: at + openingMark.length });
        }
      }
    }
  }
  blocks.limit(comments);
  return { comments, open };
}

function inText(blocks: Blocks, content: string, place: Place, comments: Comment[], open: Span[]): void {
  const { all, placed } = blocks.inline(content);
  const inTable = content.split('\n').some(isDelimiterRow);
  for (const { token, start } of placed) {
    if (token.type === 'html_inline' && token.content.startsWith(openingMark)) {
      const at = place(start);
      if (inTable && !isInCell(content, start, token.content)) {
        open.push({ start: at, end: at + openingMark.length });
      } else {
        const end = place(start + token.content.length - 1) + 1;
        comments.push({ start: at, end, text: innerText(token.content), inBlock: true });
      }
    } else if (token.type === 'image' && token.content.includes(openingMark)) {
      // An image's alternative text begins after “![”.
      inText(blocks, token.content, (offset) => place(start + 2 + offset), comments, open);
    }
  }
  if (all.some((token) => token.type === 'text' && token.content.includes(openingMark))) {
    const start = place(content.lastIndexOf(openingMark));
    open.push({ start, end: start + openingMark.length });
  }
}

/** Where a parser knows tables, a cell ends at the end of its line and at each “|”, and an indented line is no row. */
function isInCell(content: string, start: number, comment: string): boolean {
  const line = content.slice(content.lastIndexOf('\n', start - 1) + 1, start);
  return !/[|\n]/.test(comment) && !/^(?: {4}| {0,3}\t)/.test(line);
}

const tagOrMark = /<!--|<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;

/** Returns the comments in a block of HTML. A comment without an end hides all that follows, and has no text. */
export function commentsIn(html: string): readonly (Span & { readonly text: string | undefined })[] {
  const comments: (Span & { text: string | undefined })[] = [];
  if (/^\s*<(?:script|style|textarea)\b/i.test(html)) {
    return comments;
  }
  let from = 0;
  for (const { 0: found, index: start } of html.matchAll(tagOrMark)) {
    if (found !== openingMark || start < from) {
      continue;
    }
    const end = endOfComment(html, start);
    from = end ?? html.trimEnd().length;
    comments.push({
      start,
      end: from,
      text: end === undefined ? undefined : innerText(html.slice(start, end)),
    });
    if (end === undefined) {
      break;
    }
  }
  return comments;
}

/** Whether a block of HTML has nothing but comments. */
export function isComments(html: string): boolean {
  let from = 0;
  for (const { start, end } of commentsIn(html)) {
    if (html.slice(from, start).trim() !== '') {
      return false;
    }
    from = end;
  }
  return from > 0 && html.slice(from).trim() === '';
}

function endOfComment(html: string, start: number): number | undefined {
  const short = /^<!--(?:>|->)/.exec(html.slice(start, start + 6))?.[0];
  const end = html.indexOf('-->', start + openingMark.length);
  return short === undefined ? (end === -1 ? undefined : end + 3) : start + short.length;
}

function innerText(comment: string): string {
  return comment.slice(openingMark.length, -3).trim();
}
