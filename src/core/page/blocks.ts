import MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';
import { lineAt, linesOf } from './lines';
import type { Span } from './lines';

// Blocks alone are enough to find what matters, and fast on a large document
const parser = new MarkdownIt('commonmark').disable('inline');
// Whether an address is safe to follow is not the question here
parser.validateLink = () => true;
parser.normalizeLink = (address) => address;

type Environment = Env & {
  /** The text whose tokens are wanted, and those that were found in it. */
  source?: string;
  found?: InlineToken[];
};

/** An inline token of a block, by offsets in the block's content. */
export interface InlineToken {
  readonly token: Token;
  readonly start: number;
  /** Of a link, the end of its label; of all others no more than the end of the content. */
  readonly limit: number;
}

/** The parser keeps no places for what is inside a block: they are noted when a token is made. */
class NotingState extends parser.inline.State {
  override push(...parameters: Parameters<InstanceType<typeof parser.inline.State>['push']>): Token {
    const token = super.push(...parameters);
    const { source, found } = this.env as Environment;
    if (this.src === source && parameters[0] !== 'text') {
      found?.push({ token, start: this.pos, limit: this.posMax });
    }
    return token;
  }
}
parser.inline.State = NotingState;

/** The blocks of a Markdown text. */
export class Blocks {
  readonly tokens: readonly Token[];
  readonly lines: readonly Span[];
  readonly #environment: Environment = {};

  constructor(readonly text: string) {
    this.tokens = parser.parse(text, this.#environment);
    this.lines = linesOf(text);
  }

  /** The inline tokens of a text that stands in one block. */
  inline(content: string): { all: readonly Token[]; placed: readonly InlineToken[] } {
    const all: Token[] = [];
    const placed: InlineToken[] = [];
    parser.inline.parse(content, parser, { ...this.#environment, source: content, found: placed }, all);
    return { all, placed };
  }

  /** Where an offset in a token's content is in the text: each line of the content is the end of one of the text's. */
  place(index: number): (offset: number) => number {
    const { content = '', map } = this.tokens[index] ?? {};
    const markup = this.tokens[index - 1]?.markup ?? '';
    const first = map?.[0] ?? 0;
    const starts: (Span & { readonly at: number })[] = [];
    let from = 0;
    for (const [number, line] of content.split('\n').entries()) {
      const { start, end } = this.lines[first + number] ?? { start: 0, end: 0 };
      const source = this.text.slice(start, end);
      const words = line.trim();
      const indent = line.length - line.trimStart().length;
      const at = markup.startsWith('#')
        ? source.indexOf(words, source.indexOf('#') + markup.length)
        : source.trimEnd().length - words.length;
      starts.push({ start: from, end: from + line.length, at: start + at - indent });
      from += line.length + 1;
    }
    return (offset) => {
      const line = starts[lineAt(starts, offset)];
      return line === undefined ? 0 : line.at + offset - line.start;
    };
  }

  /** The address in the brackets after a link's words, which end before `labelEnd`, and the link's end. */
  addressAfter(content: string, labelEnd: number): { address: Span; end: number } | undefined {
    const skipSpace = (from: number): number =>
      from + (/^[ \t\n]*/.exec(content.slice(from))?.[0].length ?? 0);
    if (content[labelEnd + 1] !== '(') {
      return undefined;
    }
    const { parseLinkDestination, parseLinkTitle } = parser.helpers;
    const start = skipSpace(labelEnd + 2);
    const destination = parseLinkDestination(content, start, content.length);
    const titleAt = skipSpace(destination.pos);
    const title = parseLinkTitle(content, titleAt, content.length);
    const close = skipSpace(title.ok ? title.pos : titleAt);
    return destination.ok && destination.pos > start
      ? { address: { start, end: destination.pos }, end: close + 1 }
      : undefined;
  }
}
