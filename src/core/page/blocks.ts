import MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';
import {
  addDialects,
  commentLabelOfDefinition,
  type DialectEnvironment,
  type DoubtfulSpan,
} from './dialects';
import { lineAt, linesOf } from './lines';
import type { Span } from './lines';

// Inline content is parsed only where it is needed. Block tokens tell where that is, and are fast to make.
const parser = new MarkdownIt('commonmark').disable(['inline', 'strip_references']);
const tableParser = new MarkdownIt('commonmark').disable(['inline', 'strip_references']).enable('table');
// The wiki knows no other dialect, so the parser for its texts does not either.
addDialects(parser);
for (const each of [parser, tableParser]) {
  // No address is rendered here, so unsafe ones are found too.
  each.validateLink = () => true;
  each.normalizeLink = (address) => address;
}

/** Resolves the entities and backslash escapes of a text. */
export const { unescapeAll } = parser.utils;

/**
 * The most tokens of a text, since each takes time and memory. Written text has at most one for ten
 * characters.
 */
const someParts = 100_000;
const charactersPerPart = 10;
/** A line takes a third of the time of a token. */
const linesPerPart = 3;

/** Thrown where a text has more tokens than there is time and memory for. */
export class TooManyTokensError extends Error {}

function limitParts(count: number, { mostParts = Infinity }: Environment): void {
  if (count > mostParts) {
    throw new TooManyTokensError();
  }
}

/** What the parser’s tokens lack: columns of a block’s lines, and where a definition’s address is. */
interface Note {
  readonly columns?: readonly number[];
  readonly address?: Span;
}

type Environment = Env &
  DialectEnvironment & {
    /** The offsets of the lines in the parser's copy of the text, where all lines end with LF. */
    lineStarts?: readonly number[];
    notes?: Map<Token, Note>;
    mostParts?: number;
    /** The tokens that were found in the source. */
    found?: InlineToken[];
  };

/** An inline token of a block, by offsets in the block's content. */
export interface InlineToken {
  readonly token: Token;
  readonly start: number;
  /** The end of a link’s label; for any other token, the end of the content. */
  readonly limit: number;
}

interface Inline {
  readonly all: readonly Token[];
  readonly placed: readonly InlineToken[];
  /** What may be meant for another tool, by offsets in the content. */
  readonly doubts: readonly DoubtfulSpan[];
}

/** The parser records no offsets of inline tokens, so they are noted when a token is made. */
class NotingInline extends parser.inline.State {
  override push(...parameters: Parameters<InstanceType<typeof parser.inline.State>['push']>): Token {
    const token = super.push(...parameters);
    limitParts(this.tokens.length, this.env);
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

/** The column where each line of a block's content begins, inside quotes and lists, is known only while the block is parsed. */
class NotingBlocks extends parser.block.State {
  readonly #lineStarts = ((this.env as Environment).lineStarts ??= this.bMarks.slice());
  readonly #notes = ((this.env as Environment).notes ??= new Map<Token, Note>());

  override push(...parameters: Parameters<InstanceType<typeof parser.block.State>['push']>): Token {
    const token = super.push(...parameters);
    limitParts(this.tokens.length, this.env);
    if (token.type === 'inline') {
      this.#notes.set(token, { columns: this.#columns(this.tokens.at(-2)?.map ?? [0, 0]) });
    } else if (token.type === 'reference_definition') {
      this.#notes.set(token, { address: lastAddress });
    }
    return token;
  }

  override getLines(begin: number, end: number, indent: number, keepLastLF: boolean): string {
    const last = this.tokens.at(-1);
    if (last !== undefined && /^(?:html|hidden)_block$/.test(last.type) && last.content === '') {
      this.#notes.set(last, { columns: this.#columns([begin, end]) });
    }
    return super.getLines(begin, end, indent, keepLastLF);
  }

  /** Returns the column of the first character that is no space, for each line. */
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

function indentOf(line: string): number {
  return /^[ \t\v\f]*/.exec(line)?.[0].length ?? 0;
}

/** A top-level block, with its ranges of tokens and of lines; both ends are exclusive. */
export interface TopLevelBlock {
  readonly tokens: readonly [from: number, to: number];
  readonly lines: readonly [from: number, to: number];
}

export class Blocks {
  readonly tokens: readonly Token[];
  readonly lines: readonly Span[];
  readonly #environment: Environment;
  readonly #parser: typeof parser;

  /** `within`: the text that this one is a part of; its link definitions hold here too. `hasTables`: whether tables are parsed; their cells have no offsets. */
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
    limitParts(this.lines.length / linesPerPart, this.#environment);
    this.tokens = this.#parser.parse(text, this.#environment);
  }

  /** Fails if what was found inside the blocks exceeds the limit on tokens. */
  checkTokenLimit(found: readonly unknown[]): void {
    limitParts(this.tokens.length + found.length, this.#environment);
  }

  topLevelBlocks(): readonly TopLevelBlock[] {
    const roots: TopLevelBlock[] = [];
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

  /** Returns where the address of a link definition is written. */
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

  /** Parses the inline content of a block. A heading’s attributes are hidden. */
  inline(content: string, isHeading = false): Inline {
    const all: Token[] = [];
    const placed: InlineToken[] = [];
    const doubts: DoubtfulSpan[] = [];
    const { references = {}, mostParts = 0 } = this.#environment;
    const environment: Environment = {
      references,
      mostParts,
      source: content,
      found: placed,
      isHeading,
      doubts,
    };
    this.#parser.inline.parse(content, this.#parser, environment, all);
    return { all, placed, doubts };
  }

  /** Returns the label of a definition that serves as a comment, such as `[//]: # (…)`. */
  commentDefinitionLabel({ map }: Token): string | undefined {
    return commentLabelOfDefinition(
      this.text.slice(this.lines[map?.[0] ?? 0]?.start, this.lines[(map?.[1] ?? 1) - 1]?.end),
    );
  }

  /** Returns a function from offsets in a token’s content to offsets in the text. */
  offsetMapper(index: number): (offset: number) => number {
    const token = this.tokens[index];
    const { content = '', map } = token ?? {};
    const columns = (token && this.#environment.notes?.get(token)?.columns) ?? [];
    const before = this.tokens[index - 1];
    const starts: (Span & { readonly at: number })[] = [];
    let from = 0;
    for (const [number, line] of content.split('\n').entries()) {
      const { start, end } = this.lines[(map?.[0] ?? 0) + number] ?? { start: 0, end: 0 };
      const first = start + (columns[number] ?? 0);
      // A heading with “#” has its marks before the text; an underlined one has them below it.
      const marks =
        before?.type === 'heading_open' && before.markup.startsWith('#') ? before.markup.length : 0;
      const at = first + marks + indentOf(this.text.slice(first + marks, end)) - indentOf(line);
      starts.push({ start: from, end: from + line.length, at });
      from += line.length + 1;
    }
    return (offset) => {
      const line = starts[lineAt(starts, offset)];
      return line === undefined ? 0 : line.at + offset - line.start;
    };
  }

  /** Returns the address in the parentheses after a link's label, which ends before `labelEnd`, and the link's end. */
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
