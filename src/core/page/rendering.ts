import type { Token } from 'markdown-it';
import type { Blocks } from './blocks';
import { commentsIn } from './comments';
import { possibleHiddenPattern } from './dialects';
import { regionClosing, regionOpening } from './marks';

// The parser (markdown-it) replaces U+0000, so no text looks like these marks.
const markFor = (what: string): string => `\0<${what}>`;
const exactText = (content: string): string => JSON.stringify(content).replaceAll(' ', '\\s');
const exactAttributes = (attributes: Token['attrs']): string =>
  attributes === null ? '' : exactText(JSON.stringify(attributes));

/**
 * Returns a text for comparisons: two Markdown texts for which it is equal are rendered equally. `same`: numbers
 * that stand for unchanged inline content, which is not parsed again.
 */
export function rendering(
  blocks: Blocks,
  tokens: readonly Token[],
  omitComments: boolean,
  same: ReadonlyMap<string, number>,
): string {
  const parts: string[] = [];
  let depth = 0;
  const add = (part: string): void => {
    if (depth === 0) {
      parts.push(part);
    }
  };
  const addComment = (text: string): void => {
    if (text === regionOpening) {
      depth++;
    } else if (text === regionClosing) {
      depth = Math.max(0, depth - 1);
    } else if (!omitComments && text !== '') {
      add(markFor(exactText(text)));
    }
  };
  const addHidden = ({ info, content }: Token): void => {
    if (info === 'comment' && !omitComments) {
      add(markFor(exactText(content.trim())));
    }
  };
  const addAll = (inline: readonly Token[]): void => {
    for (const token of inline) {
      const { type, content, children, attrs } = token;
      if (type === 'hidden') {
        addHidden(token);
      } else if (type === 'html_inline' && content.startsWith('<!--')) {
        addComment(content.slice(4, -3).trim());
      } else if (type === 'text' || type === 'text_special') {
        add(content);
      } else if (type === 'softbreak') {
        add('\n');
      } else {
        add(markFor(type + exactText(type === 'image' ? '' : content) + exactAttributes(attrs)));
        addAll(children ?? []);
      }
    }
  };
  const addHtml = (html: string): void => {
    // White space matters inside these elements.
    const isExact = /<(?:pre|script|style|textarea)\b/i.test(html);
    let from = 0;
    let isFirst = true;
    const addBetween = (to: number): void => {
      const between = html.slice(from, to);
      if (depth > 0 || between.trim() === '') {
        add(between);
        return;
      }
      // The mark tells HTML from a paragraph with the same text, which is rendered otherwise.
      add((isFirst ? markFor('html') : '') + (isExact ? markFor(exactText(between)) : between));
      isFirst = false;
    };
    for (const { start, end, text } of commentsIn(html)) {
      addBetween(start);
      addComment(text ?? '');
      from = end;
    }
    addBetween(html.length);
  };
  const inlineOf = (index: number): readonly Token[] =>
    blocks.parseInline(tokens[index]?.content ?? '', tokens[index - 1]?.type === 'heading_open').all;
  const isEmpty = (index: number): boolean => {
    const { type, content = '' } = tokens[index] ?? {};
    return (
      type === 'inline' &&
      !same.has(content) &&
      possibleHiddenPattern.test(content) &&
      inlineOf(index).every(
        ({ type: each, info, content: text }) =>
          (each === 'hidden' && (omitComments || info === 'mark')) || text.trim() === '',
      )
    );
  };
  const isHiding = (token: Token): boolean =>
    token.type === 'reference_definition' && blocks.commentDefinitionLabel(token) !== undefined;
  for (const [index, token] of tokens.entries()) {
    const { type, content, info, attrs, hidden, nesting, tag: name } = token;
    const unchanged = type === 'inline' ? same.get(content) : undefined;
    if (unchanged !== undefined) {
      add(markFor(String(unchanged)));
    } else if (type === 'inline') {
      addAll(inlineOf(index));
    } else if (type === 'hidden_block' || isHiding(token)) {
      addHidden(token);
    } else if (type.startsWith('paragraph_') && isEmpty(index + nesting)) {
      add('\n');
    } else if (type === 'html_block') {
      addHtml(content);
    } else {
      // `hidden` paragraphs are those of tight lists, which are rendered without `<p>`.
      add(hidden ? '\n' : `\0{${type}${name}${info}${exactText(content)}${exactAttributes(attrs)}}`);
    }
  }
  return parts
    .join('')
    .replace(/[ \t\n]+/g, ' ')
    .replace(/ ?(\0\{[^ }\0]*\}) ?/g, '$1')
    .trim();
}
