import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import type { Span } from './lines';

/** The `info` of tokens of type `hidden` and `hidden_block`. A `mark`, such as `{#id}`, is for other tools. */
export type HiddenKind = 'comment' | 'mark';

/** `[[to|label]]` or `[[to]]`; an embed begins with “!”: `![[to]]`. */
export interface WikiLink {
  readonly to: string;
  /** Equals `to` if the label is missing or blank. */
  readonly label: string;
  readonly isEmbed: boolean;
}

/** `token` must be of type `wiki_link`. */
export function wikiLinkOf(token: Token): WikiLink {
  return token.meta as unknown as WikiLink;
}

/** Most texts don’t match, and so need not be parsed for comments and other tools’ marks. */
export const possibleHiddenPattern =
  /<!--|%%|\{[ \t]{0,9}[/%{:#.-]|\{[ \t]{0,9}[\w-]+=|\[(?:\/\/|comment)\]:|\[\[_TOC_/i;

/** The marks of comments in Obsidian, MDX, Hugo, Liquid and kramdown, in this order. */
const comments = [
  { open: /%%/y, close: /%%/g },
  { open: /\{\/\*/y, close: /\*\/\}/g },
  { open: /\{\{-?[ \t]?\/\*/y, close: /\*\/[ \t]?-?\}\}/g },
  { open: /\{%-?[ \t]{0,9}comment\b[^%{}\n]{0,99}%\}/y, close: /\{%-?[ \t]{0,9}endcomment[ \t]{0,9}-?%\}/g },
  { open: /\{::comment\}/y, close: /\{:\/(?:comment)?\}/g },
] as const;
const percents = comments[0];

const attribute = String.raw`(?:[.#][\p{L}\p{N}_][\p{L}\p{N}_:.\-]{0,199}|[\w\-]{1,99}=(?:"[^"\{\}\n]{0,199}"|'[^'\{\}\n]{0,199}'|[^\s"'\{\}]{1,199}))`;
const attributes = String.raw`[ \t]{0,9}${attribute}(?:[ \t]{1,9}${attribute}){0,9}[ \t]{0,9}`;
const headingAttributes = new RegExp(String.raw`\{(?::?${attributes}|-)\}[ \t]*$`, 'uy');
const markLine = new RegExp(String.raw`^(?:\[\[_toc_\]\]|\{:(?:${attributes}|toc)\})[ \t]*$`, 'iu');
const tableOfContents = /\[\[_TOC_\]\]/iy;
/** Right below a paragraph, `[//]: # (a remark)` is text and no definition, so it would be shown. */
const textDefinition = /\[(?:\/\/|comment)\]:[ \t]/y;
const wikiLink = /(!?)\[\[([^[\]|\n\\]{1,500})(?:\\?\|([^[\]\n]{0,500}))?\]\](?![([:])/y;

/** A longer comment is not recognized as a block of its own, so it may be sent. */
const mostLines = 500;
/** At most this many characters are read before and after a comment, to limit the time for each comment. */
const near = 200;

/** Remembers where the next closing mark is; otherwise each of many opening marks would search the whole text. */
class Closings {
  readonly #known = new Map<RegExp, { readonly from: number; readonly found: Span | undefined }>();

  constructor(private readonly text: string) {}

  after(close: RegExp, position: number): Span | undefined {
    const known = this.#known.get(close);
    if (known !== undefined && known.from <= position && position <= (known.found?.start ?? Infinity)) {
      return known.found;
    }
    close.lastIndex = position;
    const match = close.exec(this.text);
    const found = match === null ? undefined : { start: match.index, end: match.index + match[0].length };
    this.#known.set(close, { from: position, found });
    return found;
  }
}

const closings = new WeakMap<object, Closings>();

function closingsOf(state: StateBlock | StateInline): Closings {
  const known = closings.get(state) ?? new Closings(state.src);
  closings.set(state, known);
  return known;
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

interface Opened {
  readonly opening: Span;
  readonly closing: Span | undefined;
  readonly isPercents: boolean;
}

function openedAt(state: StateBlock | StateInline, position: number): Opened | undefined {
  for (const each of comments) {
    const found = matchAt(each.open, state.src, position);
    if (found !== null) {
      const opening = { start: position, end: position + found[0].length };
      const closing = closingsOf(state).after(each.close, opening.end);
      return { opening, closing, isPercents: each === percents };
    }
  }
  return undefined;
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

/**
 * Only “%%” is doubtful: it may also be a per cent sign, an operator, or part of a placeholder such as
 * `%%VERSION%%`.
 */
function isComment(text: string, { opening, closing, isPercents }: Opened, most = text.length): boolean {
  if (closing === undefined || closing.end > most) {
    return false;
  }
  if (!isPercents) {
    return true;
  }
  const before = lastLine(text.slice(Math.max(0, opening.start - near), opening.start));
  const [after = ''] = text.slice(closing.end, closing.end + near).split('\n', 1);
  const inner = text.slice(opening.end, closing.start);
  const words = inner.trim();
  const standsAlone = before.trim() === '' && after.trim() === '';
  return (
    words !== '' &&
    // Behind a digit, “%%” is a per cent sign, so it neither opens nor closes a comment.
    !/\d[ \t]*$/.test(before) &&
    !/\d[ \t]*$/.test(lastLine(inner.slice(-near))) &&
    (/\s/.test(words) || (standsAlone && words !== inner)) &&
    (!inner.includes('\n') || before.trim() === '' || after.trim() === '')
  );
}

/**
 * This rule for markdown-it finds comments and marks on lines of their own. A comment ends the paragraph above it
 * only if there is an empty line in the comment.
 */
function hiddenBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { src } = state;
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (!'%{['.includes(src[start] ?? ' ') || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) {
    return false;
  }
  const isMark = markLine.test(src.slice(start, Math.min(state.eMarks[startLine] ?? 0, start + 2000)));
  const opened = isMark ? undefined : openedAt(state, start);
  if (!isMark && (opened === undefined || !isComment(src, opened))) {
    return false;
  }
  const end = opened?.closing?.end ?? start;
  let last = startLine;
  let hasEmptyLine = false;
  for (; (state.eMarks[last] ?? 0) < end; last++) {
    const isEmpty = state.isEmpty(last + 1);
    hasEmptyLine ||= isEmpty;
    const isOutside = !isEmpty && (state.sCount[last + 1] ?? 0) < state.blkIndent;
    if (isOutside || last + 1 >= endLine || last - startLine > mostLines) {
      return false;
    }
  }
  if (!isMark && src.slice(end, state.eMarks[last]).trim() !== '') {
    return false;
  }
  if (silent) {
    return isMark || hasEmptyLine;
  }
  state.line = last + 1;
  const token = state.push('hidden_block', '', 0);
  token.map = [startLine, last + 1];
  token.info = isMark ? 'mark' : 'comment';
  token.content = state.getLines(startLine, last + 1, state.blkIndent, true);
  return true;
}

/**
 * What rules get from markdown-it as `state.env`; `doubts` is output: text that is sent, but may be meant as a
 * comment, such as the “%%” of “50 %% off”.
 */
export interface DialectEnvironment {
  isHeading?: boolean;
  /**
   * Only tokens and doubts of this text are noted, not those in an image’s alternative text, which is parsed
   * by itself.
   */
  source?: string;
  doubts?: Span[];
}

function hiddenInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const first = src[pos];
  const environment = state.env as DialectEnvironment;
  const note = (length: number, end: number): true => {
    if (!silent) {
      state.pending += src.slice(pos, pos + length);
      if (environment.source === src) {
        environment.doubts?.push({ start: pos, end });
      }
    }
    state.pos += length;
    return true;
  };
  const hide = (length: number, what: HiddenKind): true => {
    if (!silent) {
      const token = state.push('hidden', '', 0);
      token.content = src.slice(pos, pos + length);
      token.info = what;
    }
    state.pos += length;
    return true;
  };
  if (first === '[') {
    const mark = matchAt(tableOfContents, src, pos);
    const isTextDefinition = (pos === 0 || src[pos - 1] === '\n') && matchAt(textDefinition, src, pos);
    return mark !== null ? hide(mark[0].length, 'mark') : isTextDefinition ? note(1, pos + 1) : false;
  }
  if (first !== '%' && first !== '{') {
    return false;
  }
  const ofHeading = environment.isHeading === true && pos > 0 ? matchAt(headingAttributes, src, pos) : null;
  if (ofHeading !== null && ofHeading.index + ofHeading[0].length >= posMax) {
    return hide(ofHeading[0].trimEnd().length, 'mark');
  }
  const opened = openedAt(state, pos);
  if (opened === undefined) {
    return false;
  }
  const { opening, closing } = opened;
  if (closing === undefined || !isComment(src, opened, posMax)) {
    return note(opening.end - pos, opening.end);
  }
  const isId =
    environment.isHeading === true &&
    src.slice(closing.end, posMax).trim() === '' &&
    headingIdIn(src.slice(pos, closing.end)) !== undefined;
  return hide(closing.end - pos, isId ? 'mark' : 'comment');
}

function wikiLinkInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const isFirst = src[pos] === '[' ? src[pos + 1] === '[' : src.startsWith('![[', pos);
  const found = isFirst && state.linkLevel === 0 ? matchAt(wikiLink, src, pos) : null;
  const [whole = '', mark, to = '', label] = found ?? [];
  const references = (state.env as { references?: object }).references ?? {};
  if (
    found === null ||
    pos + whole.length > posMax ||
    to.trim() !== to ||
    state.md.utils.normalizeReference(whole.slice(whole.indexOf('[[') + 2, -2)) in references
  ) {
    return false;
  }
  if (!silent) {
    const token = state.push('wiki_link', '', 0);
    token.content = whole;
    token.meta = {
      to,
      label: label === undefined || label.trim() === '' ? to : label,
      isEmbed: mark === '!',
    } satisfies WikiLink;
  }
  state.pos += whole.length;
  return true;
}

export function addDialects(parser: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  parser.block.ruler.before('fence', 'hidden', hiddenBlock, { alt });
  parser.inline.ruler.after('backticks', 'hidden', hiddenInline);
  parser.inline.ruler.after('hidden', 'wiki_link', wikiLinkInline);
}

/** Finds `intro` in `{#intro}`, in `{: #intro}`, and in a comment of MDX that has nothing else. */
export function headingIdIn(hidden: string): string | undefined {
  if (!hidden.startsWith('{/*')) {
    return /[\s{:]#([^\s{}]+)/.exec(hidden)?.[1];
  }
  const words = hidden.trim().slice(3, -3).trim();
  return /^[^\s*{}]+$/.test(words) ? words : undefined;
}

const hidingDefinition = /^[^[]*\[([^[\]]{1,999})\]:[ \t]*(?:#|<>)[ \t]+["'(]/;

/** `[//]: # (a remark)` → `//`. Undefined unless the address is `#` or `<>` and a title, the comment, follows. */
export function commentLabelOfDefinition(definition: string): string | undefined {
  return hidingDefinition.exec(definition)?.[1];
}
