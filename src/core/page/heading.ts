import type { Token } from 'markdown-it';
import type { Blocks } from './blocks';
import { commentsIn, hasOnlyComments } from './comments';
import { wikiLinkOf } from './dialects';
import type { Span } from './lines';
import { visibleLine } from '../text/plainLine';

/** A level-one heading. `text` is one line, and undefined if the heading shows no text. */
export interface Heading extends Span {
  readonly text: string | undefined;
  /** The heading has no image, link, footnote or HTML but comments, so a title in plain text loses only its style. */
  readonly isPlainText: boolean;
  /** Only what is not rendered is above the heading: comments, definitions or skipped regions. */
  readonly isFirstBlock: boolean;
}

/** Returns the first level-one heading of Markdown outside of quotes, lists and skipped regions. */
export function firstHeading(blocks: Blocks, isLeftOut: (offset: number) => boolean): Heading | undefined {
  const { tokens, lines } = blocks;
  const isShown = shownIn(blocks, isLeftOut);
  const top = tokens.findIndex(isShown);
  const at = tokens.findIndex(
    (token, index) =>
      token.tag === 'h1' && token.nesting === 1 && token.level === 0 && index >= top && isShown(token),
  );
  const [first, next] = tokens[at]?.map ?? [];
  const content = tokens[at + 1]?.content;
  if (first === undefined || next === undefined || content === undefined) {
    return undefined;
  }
  const inline = shownInline(blocks, content, blocks.offsetMapper(at + 1), isLeftOut);
  return {
    text: visibleLine(textOf(inline)) || undefined,
    isPlainText: inline.every(isWord) && !hasFootnote(content, blocks.text),
    start: lines[first]?.start ?? 0,
    end: lines[next - 1]?.end ?? 0,
    isFirstBlock: at === top,
  };
}

/** Only an `<h1>` above all headings of Markdown counts, for example below a logo. */
export function htmlHeading(blocks: Blocks, isLeftOut: (offset: number) => boolean): string | undefined {
  const isShown = shownIn(blocks, isLeftOut);
  for (const [index, token] of blocks.tokens.entries()) {
    if (token.type === 'heading_open' && isShown(token)) {
      return undefined;
    }
    const html =
      token.type === 'html_block' && isShown(token)
        ? shownHtml(token.content, blocks.offsetMapper(index), isLeftOut)
        : '';
    const start = html.search(/<h1[\s>]/i);
    const end = html.slice(start).search(/<\/h1>/i);
    if (start !== -1 && end !== -1) {
      const heading = html.slice(start, start + end);
      const text = visibleLine(textOf(blocks.parseInline(heading).all));
      if (text !== '') {
        return text;
      }
    }
  }
  return undefined;
}

/**
 * Removes comments and skipped regions. A region begins and ends with a comment, so `isLeftOut` is asked once
 * for each part between comments.
 */
function shownHtml(
  html: string,
  place: (offset: number) => number,
  isLeftOut: (offset: number) => boolean,
): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of [...commentsIn(html), { start: html.length, end: html.length }]) {
    shown += isLeftOut(place(from)) ? '' : html.slice(from, start);
    from = end;
  }
  return shown;
}

/**
 * Parses a heading’s content and drops what is in skipped regions. A region begins and ends with an HTML comment,
 * so `isLeftOut` is asked again only behind HTML.
 */
export function shownInline(
  blocks: Blocks,
  content: string,
  place: (offset: number) => number,
  isLeftOut: (offset: number) => boolean,
): readonly Token[] {
  const { all, placed } = blocks.parseInline(content, true);
  const starts = new Map(placed.map(({ token, start }) => [token, start]));
  let isHidden = isLeftOut(place(0));
  return all.filter((token) => {
    const start = starts.get(token);
    if (token.type === 'html_inline' && start !== undefined) {
      isHidden = isLeftOut(place(start + token.content.length - 1) + 1);
    }
    return !isHidden;
  });
}

const shownTypes = ['text', 'text_special', 'code_inline', 'softbreak', 'hardbreak'];

function isWord({ type, content }: Token): boolean {
  return (
    shownTypes.includes(type) ||
    type === 'hidden' ||
    /^(?:em|strong)_/.test(type) ||
    (type === 'html_inline' && content.startsWith('<!--'))
  );
}

/** `[^1]` is a footnote only if the text has `[^1]:`. */
function hasFootnote(heading: string, text: string): boolean {
  return [...heading.matchAll(/\[\^[^[\]\s]+\]/g)].some(([note]) => text.includes(`${note}:`));
}

function shownIn({ text, lines }: Blocks, isLeftOut: (offset: number) => boolean): (token: Token) => boolean {
  return ({ type, level, map, content, nesting }) => {
    const start = lines[map?.[0] ?? 0]?.start ?? 0;
    const end = start + text.slice(start, lines[(map?.[1] ?? 1) - 1]?.end).trimEnd().length;
    return (
      level === 0 &&
      nesting !== -1 &&
      type !== 'reference_definition' &&
      type !== 'hidden_block' &&
      !(type === 'html_block' && hasOnlyComments(content)) &&
      !(isLeftOut(start) && isLeftOut(end - 1))
    );
  };
}

export function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      token.type === 'wiki_link'
        ? wikiLinkOf(token).label
        : token.type.endsWith('break')
          ? '\n'
          : shownTypes.includes(token.type)
            ? token.content
            : '',
    )
    .join('');
}
