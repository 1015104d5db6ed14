import MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';
import { addDialects, commentLabelOfDefinition, type DialectEnvironment } from './dialects';
import { lineAt, linesOf } from './lines';
import type { Span } from './lines';

// Parsing inline content takes long, so only `Blocks.parseInline` does it, for the blocks that need it.
const parser = new MarkdownIt('commonmark').disable(['inline', 'strip_references']);
const tableParser = new MarkdownIt('commonmark').disable(['inline', 'strip_references']).enable('table');
// `tableParser` knows no dialects: it reads Markdown as the wiki does, and to the wiki, comments of Obsidian, MDX
// and the like are plain text.
addDialects(parser);
for (const each of [parser, tableParser]) {
  // By default, markdown-it finds no link to `file:` or `javascript:`. Nothing is rendered here, so all links
  // are safe.
  each.validateLink = () => true;
  each.normalizeLink = (address) => address;
}

/** `a\_b &amp; c` → `a_b & c` */
export const { unescapeAll } = parser.utils;

/**
 * A text may have this many tokens, or one for ten characters if that is more. What people write has fewer;
 * other text could exhaust memory.
 */
const leastTokenLimit = 100_000;
const charactersPerToken = 10;
/** Three lines count as one token, since they take as much time. */
const linesPerToken = 3;

export class TooManyTokensError extends Error {}

function limitTokens(count: number, { mostTokens = Infinity }: Environment): void {
  if (count > mostTokens) {
    throw new TooManyTokensError();
  }
}

/**
 * What markdown-it’s tokens lack: where the content of each line begins (behind the marks of quotes and
 * lists), and where the address in a link definition is.
 */
interface Note {
  readonly columns?: readonly number[];
  readonly address?: Span;
}

type Environment = Env &
  DialectEnvironment & {
    /** Where lines begin in markdown-it’s copy of the text, in which CRLF has become LF. */
    lineStarts?: readonly number[];
    notes?: Map<Token, Note>;
    mostTokens?: number;
    found?: InlineToken[];
  };

/** Offsets count from the beginning of the block’s content; `Blocks.offsetMapper` maps them to the text. */
export interface InlineToken {
  readonly token: Token;
  readonly start: number;
  /** For a link with a label, `start` is right behind its “[”, and `limit` is the offset of the label’s “]”. */
  readonly limit: number;
}

interface Inline {
  readonly all: readonly Token[];
  readonly placed: readonly InlineToken[];
  readonly doubts: readonly Span[];
}

/** Notes the offsets of inline tokens other than text, since markdown-it records none. */
class NotingInline extends parser.inline.State {
  override push(...parameters: Parameters<InstanceType<typeof parser.inline.State>['push']>): Token {
    const token = super.push(...parameters);
    limitTokens(this.tokens.length, this.env);
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

/** Makes a `Note` for tokens that need one, since markdown-it knows what is in it only during the parse. */
class NotingBlocks extends parser.block.State {
  readonly #lineStarts = ((this.env as Environment).lineStarts ??= this.bMarks.slice());
  readonly #notes = ((this.env as Environment).notes ??= new Map<Token, Note>());

  override push(...parameters: Parameters<InstanceType<typeof parser.block.State>['push']>): Token {
    const token = super.push(...parameters);
    limitTokens(this.tokens.length, this.env);
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

/** Both ranges exclude `to`. */
export interface TopLevelBlock {
  readonly tokens: readonly [from: number, to: number];
  readonly lines: readonly [from: number, to: number];
}

export class Blocks {
  readonly tokens: readonly Token[];
  readonly lines: readonly Span[];
  readonly #environment: Environment;
  readonly #parser: typeof parser;

  /**
   * `within`: the whole text that `text` is a part of; its link definitions hold here, too. `hasTables`: parses
   * tables, but no dialects; offsets in cells are unknown. Throws a `TooManyTokensError` beyond the limit.
   */
  constructor(
    readonly text: string,
    within?: Blocks,
    hasTables = false,
  ) {
    this.#parser = hasTables ? tableParser : parser;
    const outside: Environment = within === undefined ? {} : within.#environment;
    this.#environment = {
      references: Object.create(outside.references ?? null) as Environment['references'] & object,
      mostTokens: outside.mostTokens ?? Math.max(leastTokenLimit, text.length / charactersPerToken),
    };
    this.lines = linesOf(text);
    limitTokens(this.lines.length / linesPerToken, this.#environment);
    this.tokens = this.#parser.parse(text, this.#environment);
  }

  /** Throws a `TooManyTokensError` if `found` and the tokens of the blocks together exceed the limit. */
  checkTokenLimit(found: readonly unknown[]): void {
    limitTokens(this.tokens.length + found.length, this.#environment);
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

  /** `isHeading`: attributes at the end, such as `{#id}`, become a `hidden` token. */
  parseInline(content: string, isHeading = false): Inline {
    const all: Token[] = [];
    const placed: InlineToken[] = [];
    const doubts: Span[] = [];
    const { references = {}, mostTokens = 0 } = this.#environment;
    const environment: Environment = {
      references,
      mostTokens,
      source: content,
      found: placed,
      isHeading,
      doubts,
    };
    this.#parser.inline.parse(content, this.#parser, environment, all);
    return { all, placed, doubts };
  }

  /** The result of `commentLabelOfDefinition` for a token of type `reference_definition`. */
  commentDefinitionLabel({ map }: Token): string | undefined {
    return commentLabelOfDefinition(
      this.text.slice(this.lines[map?.[0] ?? 0]?.start, this.lines[(map?.[1] ?? 1) - 1]?.end),
    );
  }

  /** The returned function takes an offset in the content of `tokens[index]` and returns the one in `text`. */
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
      // Only a heading with “#” has its mark before its text; one that is underlined with “===” has it below.
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

  /**
   * `labelEnd`: the offset of “]” in `[label](address "title")`; `end` is behind “)”. Undefined if no address
   * follows the label, as in `[label][reference]` and `[label]()`.
   */
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
