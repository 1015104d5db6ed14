import type { Token } from 'markdown-it';
import type { Blocks } from './blocks';
import type { Span } from './lines';

/** `text` is on one line; an empty heading has none. */
export interface Heading extends Span {
  readonly text: string | undefined;
}

/** The first level-one heading (ATX or setext) that stands in no quote, list or code, and is not left out. */
export function firstHeading(blocks: Blocks, isLeftOut: (offset: number) => boolean): Heading | undefined {
  const { tokens, lines } = blocks;
  const startOf = (line: number | undefined): number => lines[line ?? 0]?.start ?? 0;
  const at = tokens.findIndex(
    ({ type, tag, level, map }) =>
      type === 'heading_open' && tag === 'h1' && level === 0 && !isLeftOut(startOf(map?.[0])),
  );
  const [first, next] = tokens[at]?.map ?? [];
  const content = tokens[at + 1]?.content;
  if (first === undefined || next === undefined || content === undefined) {
    return undefined;
  }
  const text = textOf(blocks.inline(content).all).replace(/\s+/g, ' ').trim();
  return { text: text === '' ? undefined : text, start: startOf(first), end: lines[next - 1]?.end ?? 0 };
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
