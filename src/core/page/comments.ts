import type { Blocks } from './blocks';
import type { Span } from './lines';

export interface Comment extends Span {
  /** What stands between its marks. */
  readonly text: string;
  /** Inside a paragraph or other HTML, where an empty line would end the block. */
  readonly inBlock: boolean;
}

export interface Comments {
  readonly comments: readonly Comment[];
  /** Beginnings that no end belongs to, so that the text after them is shown, or all that follows is hidden. */
  readonly open: readonly Span[];
}

type Place = (offset: number) => number;
const mark = '<!--';

/** The HTML comments of a Markdown text, as CommonMark has them: none in code, and none across blocks but those that are one. */
export function findComments(blocks: Blocks): Comments {
  const comments: Comment[] = [];
  const open: Span[] = [];
  for (const [index, { type, content }] of blocks.tokens.entries()) {
    if (!content.includes(mark)) {
      continue;
    }
    if (type === 'html_block') {
      inHtml(content, blocks.place(index), comments, open);
    } else if (type === 'inline') {
      inText(blocks, content, blocks.place(index), comments, open);
    }
  }
  return { comments, open };
}

function inText(blocks: Blocks, content: string, place: Place, comments: Comment[], open: Span[]): void {
  const { all, placed } = blocks.inline(content);
  for (const { token, start } of placed) {
    if (token.type === 'html_inline' && token.content.startsWith(mark)) {
      const span = { start: place(start), end: place(start + token.content.length - 1) + 1 };
      comments.push({ ...span, text: inner(token.content), inBlock: true });
    } else if (token.type === 'image' && token.content.includes(mark)) {
      // After “![”
      inText(blocks, token.content, (offset) => place(start + 2 + offset), comments, open);
    }
  }
  if (all.some((token) => token.type === 'text' && token.content.includes(mark))) {
    const start = place(content.lastIndexOf(mark));
    open.push({ start, end: start + mark.length });
  }
}

const tagOrMark = /<!--|<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;

function inHtml(content: string, place: Place, comments: Comment[], open: Span[]): void {
  if (/^\s*<(?:script|style|textarea)\b/i.test(content)) {
    return;
  }
  const ofItsOwn = content.trimStart().startsWith(mark);
  for (const { 0: found, index } of content.matchAll(tagOrMark)) {
    const last = comments.at(-1);
    if (found !== mark || (last !== undefined && place(index) < last.end)) {
      continue;
    }
    const end = endOfComment(content, index);
    if (end === undefined) {
      const start = place(index);
      open.push({ start, end: start + mark.length });
      // All that follows is hidden in the wiki: it is left out like the rest of a comment
      comments.push({ start, end: place(content.trimEnd().length - 1) + 1, text: '', inBlock: !ofItsOwn });
      return;
    }
    const span = { start: place(index), end: place(end - 1) + 1 };
    comments.push({ ...span, text: inner(content.slice(index, end)), inBlock: !ofItsOwn });
  }
}

function endOfComment(content: string, start: number): number | undefined {
  const short = /^<!--(?:>|->)/.exec(content.slice(start, start + 6))?.[0];
  const end = content.indexOf('-->', start + mark.length);
  return short === undefined ? (end === -1 ? undefined : end + 3) : start + short.length;
}

function inner(comment: string): string {
  return comment.slice(mark.length, -3).trim();
}
