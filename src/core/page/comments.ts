import type { Token } from 'markdown-it';
import type { Blocks, InlineToken } from './blocks';
import { isDelimiterRow } from './delimiterRow';
import type { Span } from './lines';
import { regionMark } from './marks';

export interface Comment extends Span {
  /** What is between “<!--” and “-->”, trimmed; empty if “-->” is missing. */
  readonly text: string;
  /** The comment is inside a paragraph or other HTML, so an empty line in its place would end that block. */
  readonly inBlock: boolean;
}

export interface Comments {
  readonly comments: readonly Comment[];
  /**
   * Where a “<!--” lacks its “-->” in the same block or table cell: parsers show it as text, or hide all that
   * follows. Of several in one paragraph, perhaps only the last is listed.
   */
  readonly open: readonly Span[];
  /**
   * Where a `wiki:skip` mark leaves nothing out, since it is inside other HTML, a comment, a link, a link
   * definition or possible code.
   */
  readonly ineffectiveRegionMarks: readonly Span[];
  /**
   * Where parsers read “<!--” differently, as in an unclosed `<script>`, in a footnote, or indented right below a
   * paragraph.
   */
  readonly doubtful: readonly Span[];
  /** Where “<!--” is code or in a tag for CommonMark, but perhaps a comment for parsers with other rules. */
  readonly codeForSomeParsers: readonly Span[];
}

type ToTextOffset = (offset: number) => number;
interface Found {
  readonly comments: Comment[];
  readonly open: Span[];
  readonly ineffectiveRegionMarks: Span[];
  readonly doubtful: Span[];
  readonly codeForSomeParsers: Span[];
}
const openingMark = '<!--';
const footnoteLine = /^ {0,3}\[\^/m;

/** Follows CommonMark: code has no comments, and a comment in a paragraph has no empty lines. */
export function findComments(blocks: Blocks): Comments {
  const found: Found = {
    comments: [],
    open: [],
    ineffectiveRegionMarks: [],
    doubtful: [],
    codeForSomeParsers: [],
  };
  const footnote = blocks.text.search(footnoteLine);
  const firstFootnote = footnote === -1 ? Infinity : footnote;
  for (const [index, token] of blocks.tokens.entries()) {
    const { type, content } = token;
    if (type === 'reference_definition') {
      collectUncertainComments(blocks, token, found);
    } else if (content.includes(openingMark)) {
      const place = blocks.offsetMapper(index);
      if (type === 'inline') {
        inText(blocks, content, place, found);
      } else if (type === 'html_block') {
        inHtml(content, place, found);
      } else if (type === 'code_block') {
        inCode(blocks, index, firstFootnote, found);
      }
    }
  }
  blocks.checkTokenLimit(found.comments);
  return found;
}

const containerClose = /^(?:blockquote|list_item|bullet_list|ordered_list)_close$/;

/**
 * Some parsers read an indented block as text, not as code: in a footnote, below a list, or right below a
 * paragraph.
 */
function inCode(blocks: Blocks, index: number, firstFootnote: number, found: Found): void {
  const { text, lines, tokens } = blocks;
  const token = tokens[index];
  const [line] = token?.map ?? [0];
  const { start, end } = lines[line - 1] ?? { start: 0, end: 0 };
  const before = tokens[index - 1]?.type ?? '';
  let last = index - 1;
  while (containerClose.test(tokens[last]?.type ?? '')) {
    last--;
  }
  // Some parsers let an indented line continue the paragraph or definition right above it.
  const isApart =
    !/^(?:paragraph_close|reference_definition|hidden_block)$/.test(tokens[last]?.type ?? '') ||
    text.slice(start, end).replaceAll('>', '').trim() === '';
  if (token !== undefined && (!isApart || end >= firstFootnote || before.endsWith('_list_close'))) {
    collectUncertainComments(
      blocks,
      token,
      isApart ? { ...found, doubtful: found.codeForSomeParsers } : found,
    );
  }
}

/** Collects comments in possible code, and in a definition `[^1]: …`, which some parsers read as a footnote. */
function collectUncertainComments(
  { text, lines }: Blocks,
  { map, meta }: Token,
  { ineffectiveRegionMarks, doubtful }: Found,
): void {
  const [from, to] = map ?? [0, 0];
  const start = lines[from]?.start ?? 0;
  const end = lines[to - 1]?.end ?? start;
  const source = text.slice(start, end);
  const comment = source.indexOf(openingMark);
  const label = (meta as { label?: string } | null)?.label ?? '^';
  if (source.search(regionMark) !== -1) {
    ineffectiveRegionMarks.push({ start: start + comment, end });
  } else if (comment !== -1 && label.startsWith('^')) {
    doubtful.push({ start: start + comment, end });
  }
}

function inHtml(
  html: string,
  place: ToTextOffset,
  { comments, open, ineffectiveRegionMarks, doubtful }: Found,
): void {
  const inBlock = !html.trimStart().startsWith(openingMark);
  const inside = commentsIn(html);
  for (const { start, end, text } of inside) {
    const at = place(start);
    comments.push({ start: at, end: place(end - 1) + 1, text: text ?? '', inBlock });
    if (text === undefined) {
      open.push({ start: at, end: at + openingMark.length });
    }
  }
  const marks = marksIn(html, place, new Set(inside.map(({ start }) => start)));
  ineffectiveRegionMarks.push(...marks);
  const { unclosedAt = Infinity } = rawPart(html);
  const comment = html.indexOf(openingMark, unclosedAt);
  if (comment !== -1 && marks.length === 0) {
    const start = place(comment);
    doubtful.push({ start, end: start + openingMark.length });
  }
}

/**
 * Finds region marks inside other HTML. A mark at one of `starts`, where comments begin, is a comment of its
 * own and takes effect.
 */
function marksIn(html: string, place: ToTextOffset, starts: ReadonlySet<number>): readonly Span[] {
  return [...html.matchAll(regionMark)]
    .filter(({ index }) => !starts.has(index))
    .map(({ 0: { length }, index }) => ({ start: place(index), end: place(index + length - 1) + 1 }));
}

function inText(blocks: Blocks, content: string, place: ToTextOffset, found: Found): void {
  const { comments, open, ineffectiveRegionMarks, codeForSomeParsers } = found;
  const { all, placed } = blocks.parseInline(content);
  const inTable = content.split('\n').some(isDelimiterRow);
  if (inTable || footnoteLine.test(content)) {
    const known = new Set(commentsOf(placed));
    const isRegion = content.search(regionMark) !== -1;
    for (const start of commentsInParts(blocks, content).filter((each) => !known.has(each))) {
      const at = place(start);
      (isRegion ? ineffectiveRegionMarks : codeForSomeParsers).push({
        start: at,
        end: at + openingMark.length,
      });
    }
  }
  for (const { token, start } of placed) {
    const { type, attrs } = token;
    if (type === 'html_inline') {
      const isComment = token.content.startsWith(openingMark);
      const at = place(start);
      ineffectiveRegionMarks.push(
        ...marksIn(token.content, (offset) => place(start + offset), new Set(isComment ? [0] : [])),
      );
      if (isComment && inTable && !isInCell(content, start, token.content)) {
        open.push({ start: at, end: at + openingMark.length });
      } else if (isComment) {
        const end = place(start + token.content.length - 1) + 1;
        comments.push({ start: at, end, text: innerText(token.content), inBlock: true });
      }
    } else if (attrs?.some(([, value]) => String(value).search(regionMark) !== -1) === true) {
      ineffectiveRegionMarks.push({ start: place(start), end: place(start) + 1 });
    }
    if (type === 'image' && token.content.includes(openingMark)) {
      // An image’s alternative text begins after “![”.
      inText(blocks, token.content, (offset) => place(start + 2 + offset), found);
    }
  }
  if (all.some((token) => token.type === 'text' && token.content.includes(openingMark))) {
    const start = place(content.lastIndexOf(openingMark));
    open.push({ start, end: start + openingMark.length });
  }
}

function commentsOf(placed: readonly InlineToken[]): readonly number[] {
  return placed
    .filter(({ token }) => token.type === 'html_inline' && token.content.startsWith(openingMark))
    .map(({ start }) => start);
}

/**
 * Returns where comments begin if each line and table cell is read by itself, as parsers with tables and
 * footnotes may do.
 */
function commentsInParts(blocks: Blocks, content: string): readonly number[] {
  return [...content.matchAll(/(?:<!--[^]{0,200}?-->|[^|\n])+/g)]
    .filter(([part]) => part.includes(openingMark))
    .flatMap(({ 0: part, index }) =>
      commentsOf(blocks.parseInline(part).placed).map((start) => index + start),
    );
}

/** In parsers with tables, “|” and the end of the line end a cell, and a line with four spaces of indent is no row. */
function isInCell(content: string, start: number, comment: string): boolean {
  const line = content.slice(content.lastIndexOf('\n', start - 1) + 1, start);
  return !/[|\n]/.test(comment) && !/^(?: {4}| {0,3}\t)/.test(line);
}

/** Matches elements in which “<!--” begins no comment, if the HTML begins with them. The last may be unclosed. */
const rawElement = /\s*<(script|style|textarea)\b[^]*?(?:(?<end><\/\1\s*>)|$)/giy;

/**
 * `end`: where the elements that `rawElement` matches end; 0 if there are none. `unclosedAt`: where the last of
 * them begins, if it lacks its end tag.
 */
function rawPart(html: string): { readonly end: number; readonly unclosedAt: number | undefined } {
  const last = [...html.matchAll(rawElement)].at(-1);
  return last === undefined
    ? { end: 0, unclosedAt: undefined }
    : {
        end: last.index + last[0].length,
        unclosedAt: last.groups?.end === undefined ? last.index : undefined,
      };
}

/** Matches whole tags, too, so that a “<!--” in a quoted value is skipped. In `<p don't>`, nothing is quoted. */
const tagOrMark = /<!--|<[a-z](?:=\s*(?:(?:"[^"]*"|'[^']*')(?=[\s/>])|(?![\s"']))|[^<>=])*>?/gi;

/** A tag without its “>” is no tag, so a “<!--” in it counts. */
function openingMarksIn(html: string): readonly number[] {
  return [...html.matchAll(tagOrMark)]
    .filter(([found]) => found === openingMark || !found.endsWith('>'))
    .flatMap(({ 0: found, index }) => [...found.matchAll(/<!--/g)].map((mark) => index + mark.index));
}

/** A comment without “-->” extends to the end of the HTML, and has no `text`. */
export function commentsIn(html: string): readonly (Span & { readonly text: string | undefined })[] {
  const comments: (Span & { text: string | undefined })[] = [];
  const { end: begin } = rawPart(html);
  let from = begin;
  for (const index of openingMarksIn(html.slice(begin))) {
    const start = begin + index;
    if (start < from) {
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

export function hasOnlyComments(html: string): boolean {
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
