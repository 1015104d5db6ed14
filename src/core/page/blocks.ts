import MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';
import { lineAt, linesOf } from './lines';
import type { Span } from './lines';

// Blocks alone are enough to find what matters, and fast on a large document
const parser = new MarkdownIt('commonmark').disable(['inline', 'strip_references']);
const tableParser = new MarkdownIt('commonmark').disable(['inline', 'strip_references']).enable('table');
for (const each of [parser, tableParser]) {
  // Addresses are not followed here, so unsafe ones are taken too
  each.validateLink = () => true;
  each.normalizeLink = (address) => address;
}

/** A text without its entities and backslashes. */
export const { unescapeAll } = parser.utils;

/** Each takes time and some hundred bytes of memory. What people write has one for ten characters at most, or is short. */
const someParts = 100_000;
const charactersPerPart = 10;
/** A line takes a third of what a part takes. */
const linesPerPart = 3;

/** A text has more parts than there is time and memory to read it with. */
export class TooManyParts extends Error {}

function limit(count: number, { mostParts = Infinity }: Environment): void {
  if (count > mostParts) {
    throw new TooManyParts();
  }
}

/** What a block has no place for: the columns of its content, line by line, or the address of a definition. */
interface Note {
  readonly columns?: readonly number[];
  readonly address?: Span;
}

type Environment = Env & {
  /** Where the lines begin once all of them end alike. */
  lineStarts?: readonly number[];
  notes?: Map<Token, Note>;
  mostParts?: number;
  /** The text whose tokens are wanted, and those that were found in it. */
  source?: string;
  found?: InlineToken[];
};

/** An inline token of a block, by offsets in the block's content. */
export interface InlineToken {
  readonly token: Token;
  readonly start: number;
  /** The end of a link’s label; for any other token, the end of the content. */
  readonly limit: number;
}

/** The parser keeps no places for what is inside a block: they are noted when a token is made. */
class NotingInline extends parser.inline.State {
  override push(...parameters: Parameters<InstanceType<typeof parser.inline.State>['push']>): Token {
    const token = super.push(...parameters);
    limit(this.tokens.length, this.env);
    const { source, found } = this.env as Environment;
    if (this.src === source && parameters[0] !== 'text') {
      found?.push({ token, start: this.pos, limit: this.posMax });
    }
    return token;
  }
}
const { parseLinkDestination, parseLinkTitle } = parser.helpers;
let lastAddress: Span = { start: 0, end: 0 };
parser.helpers = {
  ...parser.helpers,
  parseLinkDestination: (text, start, max) => {
    const found = parseLinkDestination(text, start, max);
    lastAddress = { start, end: found.pos };
    return found;
  },
};

/** Where the lines of a block's content begin is known only while it is made, inside its quotes and lists. */
class NotingBlocks extends parser.block.State {
  readonly #lineStarts = ((this.env as Environment).lineStarts ??= [...this.bMarks]);
  readonly #notes = ((this.env as Environment).notes ??= new Map<Token, Note>());

  override push(...parameters: Parameters<InstanceType<typeof parser.block.State>['push']>): Token {
    const token = super.push(...parameters);
    limit(this.tokens.length, this.env);
    if (token.type === 'inline') {
      this.#notes.set(token, { columns: this.#columns(this.tokens.at(-2)?.map ?? [0, 0]) });
    } else if (token.type === 'reference_definition') {
      this.#notes.set(token, { address: lastAddress });
    }
    return token;
  }

  override getLines(begin: number, end: number, indent: number, keepLastLF: boolean): string {
    const last = this.tokens.at(-1);
    if (last?.type === 'html_block' && last.content === '') {
      this.#notes.set(last, { columns: this.#columns([begin, end]) });
    }
    return super.getLines(begin, end, indent, keepLastLF);
  }

  /** The column of the first character that is no space, for each line. */
  #columns([from, to]: readonly [number, number]): readonly number[] {
    const columns: number[] = [];
    for (let line = from; line < to; line++) {
      columns.push((this.bMarks[line] ?? 0) + (this.tShift[line] ?? 0) - (this.#lineStarts[line] ?? 0));
    }
    return columns;
  }
}
for (const each of [parser, tableParser]) {
  each.inline.State = NotingInline;
  each.block.State = NotingBlocks;
}

function blank(line: string): number {
  return /^[ \t\v\f]*/.exec(line)?.[0].length ?? 0;
}

/** A block of the text that stands in no other: its tokens and lines, up to and without the last. */
export interface Root {
  readonly tokens: readonly [from: number, to: number];
  readonly lines: readonly [from: number, to: number];
}

/** The blocks of a Markdown text. */
export class Blocks {
  readonly tokens: readonly Token[];
  readonly lines: readonly Span[];
  readonly #environment: Environment;
  readonly #parser: typeof parser;

  /** `within`: the text that this one is a part of, whose definitions hold here too. `hasTables`: they are read as tables, whose cells have no places. */
  constructor(
    readonly text: string,
    within?: Blocks,
    hasTables = false,
  ) {
    this.#parser = hasTables ? tableParser : parser;
    const outside: Environment = within === undefined ? {} : within.#environment;
    this.#environment = {
      references: Object.create(outside.references ?? null) as Environment['references'] & object,
      mostParts: outside.mostParts ?? Math.max(someParts, text.length / charactersPerPart),
    };
    this.lines = linesOf(text);
    limit(this.lines.length / linesPerPart, this.#environment);
    this.tokens = this.#parser.parse(text, this.#environment);
  }

  /** What is found inside the blocks, and looked at one by one, counts like them. */
  limit(found: readonly unknown[]): void {
    limit(this.tokens.length + found.length, this.#environment);
  }

  roots(): readonly Root[] {
    const roots: Root[] = [];
    let from = 0;
    for (const [index, { level, nesting, map }] of this.tokens.entries()) {
      if (level === 0 && nesting !== -1) {
        from = index;
      }
      const lines = this.tokens[from]?.map;
      if (level === 0 && nesting !== 1 && lines !== null && lines !== undefined) {
        roots.push({ tokens: [from, index + 1], lines: map ?? lines });
      }
    }
    return roots;
  }

  /** Where the address of a definition is written. */
  addressOf(definition: Token): Span | undefined {
    const { lineStarts = [], notes } = this.#environment;
    const address = notes?.get(definition)?.address;
    let line = definition.map?.[0] ?? 0;
    while ((lineStarts[line + 1] ?? Infinity) <= (address?.start ?? 0)) {
      line++;
    }
    const by = (this.lines[line]?.start ?? 0) - (lineStarts[line] ?? 0);
    return address && { start: address.start + by, end: address.end + by };
  }

  /** The inline tokens of a text that stands in one block. */
  inline(content: string): { all: readonly Token[]; placed: readonly InlineToken[] } {
    const all: Token[] = [];
    const placed: InlineToken[] = [];
    const { references = {}, mostParts = 0 } = this.#environment;
    const environment: Environment = { references, mostParts, source: content, found: placed };
    this.#parser.inline.parse(content, this.#parser, environment, all);
    return { all, placed };
  }

  /** Where an offset in a token's content is in the text. */
  place(index: number): (offset: number) => number {
    const token = this.tokens[index];
    const { content = '', map } = token ?? {};
    const columns = (token && this.#environment.notes?.get(token)?.columns) ?? [];
    const before = this.tokens[index - 1];
    const starts: (Span & { readonly at: number })[] = [];
    let from = 0;
    for (const [number, line] of content.split('\n').entries()) {
      const { start, end } = this.lines[(map?.[0] ?? 0) + number] ?? { start: 0, end: 0 };
      const first = start + (columns[number] ?? 0);
      // The underline of a heading stands below it
      const marks =
        before?.type === 'heading_open' && before.markup.startsWith('#') ? before.markup.length : 0;
      const at = first + marks + blank(this.text.slice(first + marks, end)) - blank(line);
      starts.push({ start: from, end: from + line.length, at });
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
