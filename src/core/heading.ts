import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';

// Blocks alone are enough to find a heading, and quick on a large document
const blocks = new MarkdownIt('commonmark').disable('inline');

/** The text of the first level-one heading (ATX or setext) that stands in no quote, list or code. */
export function firstHeading(markdown: string): string | undefined {
  const references = {};
  const tokens = blocks.parse(markdown, references);
  const at = tokens.findIndex(
    ({ type, tag, level }) => type === 'heading_open' && tag === 'h1' && level === 0,
  );
  const content = tokens[at + 1]?.content;
  if (at === -1 || content === undefined) {
    return undefined;
  }
  const inline: Token[] = [];
  blocks.inline.parse(content, blocks, references, inline);
  return textOf(inline);
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      switch (type) {
        case 'text':
        case 'text_special':
        case 'code_inline':
          return content;
        case 'image':
          return textOf(children ?? []);
        case 'softbreak':
        case 'hardbreak':
          return '\n';
        default:
          return '';
      }
    })
    .join('');
}
