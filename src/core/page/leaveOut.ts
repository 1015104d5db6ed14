import type { Token } from 'markdown-it';
import { Blocks, type TopLevelBlock } from './blocks';
import { hasOnlyComments } from './comments';
import { isDelimiterRow } from './delimiterRow';
import { possibleHiddenPattern } from './dialects';
import { lineAt } from './lines';
import { applyEdits, createSpanTest, type Edit } from './problem';
import type { LeftOutSpan } from './regions';
import { rendering } from './rendering';
import type { Span } from './lines';

export interface RemovalResult {
  readonly edits: readonly Edit[];
  /**
   * Removing these would change the rest of the page, or may do so. Comments, marks and headings are sent then; a
   * region blocks the page.
   */
  readonly notRemoved: readonly LeftOutSpan[];
}

/**
 * Indices of top-level blocks (`to` is exclusive): those with `stretches`, which are to be removed, and an
 * untouched one before and after them, if any.
 */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly stretches: readonly Merged[];
}

interface Merged extends LeftOutSpan {
  readonly parts: readonly LeftOutSpan[];
}

/** A comment or mark on its own lines is a top-level block of one of these types, unless it is in a list or quote. */
const ownBlocks: readonly string[] = ['html_block', 'hidden_block', 'reference_definition'];
/** Replaces what is removed where a mere cut could change how the rest is rendered. */
export const separatorComment = '<!-- -->';
/**
 * Beyond `mostAtOnce` stretches in a window or `mostVerified` in a text, separators replace stretches unchecked,
 * since checks would take too long.
 */
const mostAtOnce = 500;
const mostVerified = 2000;
/**
 * Beyond those limits, a region whose marks are not blocks of their own is still checked. With more such regions
 * than this, the page is blocked.
 */
const mostUnsafe = 2000;

/** Finds edits that remove comments, marks, regions or a heading, but leave the rest rendered as before. */
export class Remover {
  readonly #roots;
  readonly #starts: readonly Span[];
  readonly #known = new Map<string, readonly Edit[] | undefined>();
  readonly #comments = new Map<Token, boolean>();
  #verified = 0;
  #unsafe = 0;

  constructor(
    private readonly blocks: Blocks,
    private readonly omitComments: boolean,
  ) {
    this.#roots = blocks.topLevelBlocks();
    this.#starts = this.#roots.map(({ lines: [line] }) => blocks.lines[line] ?? { start: 0, end: 0 });
  }

  cut(stretches: readonly LeftOutSpan[]): RemovalResult {
    const cuts = this.#windows(this.#merged(stretches)).map((window) => this.#cutsIn(window));
    return {
      edits: cuts.flatMap(({ edits }) => edits),
      notRemoved: cuts.flatMap(({ notRemoved }) => notRemoved),
    };
  }

  #cutsIn(window: Window): RemovalResult {
    const { text, lines } = this.blocks;
    const key = [window.from, window.to, ...window.stretches.map(({ start }) => start)].join();
    if (!this.#known.has(key)) {
      this.#known.set(key, this.#safeEdits(window));
    }
    const safe = this.#known.get(key);
    const regions = window.stretches.filter(({ what }) => what === 'region');
    if (safe !== undefined) {
      return { edits: safe, notRemoved: [] };
    }
    return regions.length === 0
      ? { edits: [], notRemoved: window.stretches }
      : // A region is private, so it is removed even where that changes the rest; the page is blocked then
        { edits: window.stretches.map((stretch) => cutOut(text, lines, stretch)), notRemoved: regions };
  }

  /** Sorts stretches, and joins those that overlap or that are one for `#areOne`. */
  #merged(stretches: readonly LeftOutSpan[]): readonly Merged[] {
    const whole: (Merged & { parts: LeftOutSpan[] })[] = [];
    for (const next of [...stretches].sort((one, other) => one.start - other.start)) {
      const last = whole.at(-1);
      if (last !== undefined && (next.start < last.end || this.#areOne(last, next))) {
        if (next.end > last.end) {
          last.parts.push(next);
        }
        whole[whole.length - 1] = {
          what: last.what === 'comment' || last.what === 'mark' ? next.what : last.what,
          start: last.start,
          end: Math.max(last.end, next.end),
          inBlock: last.inBlock && next.inBlock,
          parts: last.parts,
        };
      } else {
        const { what, start, end, inBlock } = next;
        whole.push({ what, start, end, inBlock, parts: [next] });
      }
    }
    return whole;
  }

  /** True if only spaces are between the two, or only empty lines between comment blocks; never for a heading. */
  #areOne(one: LeftOutSpan, next: LeftOutSpan): boolean {
    const between = this.blocks.text.slice(one.end, next.start);
    return (
      one.what !== 'heading' &&
      next.what !== 'heading' &&
      (/^[ \t]*$/.test(between) ||
        (between.trim() === '' && this.#isComment(one.end - 1) && this.#isComment(next.start)))
    );
  }

  #hasListAfterList(from: number, to: number, isLeftOut: (offset: number) => boolean): boolean {
    const types = this.#roots
      .slice(from, to)
      .filter(({ lines: [line] }) => !isLeftOut(this.blocks.lines[line]?.start ?? 0))
      .map(({ tokens: [index] }) => this.blocks.tokens[index])
      .filter((token) => token?.type !== 'reference_definition')
      .map((token) => token?.type.endsWith('_list_open') === true);
    return types.some((isList, index) => isList && types[index + 1] === true);
  }

  /** Whether what stays of the line, such as `|---|`, may turn the line above into a table’s head. */
  #endsTableRow(
    { start, end }: LeftOutSpan,
    before: LeftOutSpan | undefined,
    after: LeftOutSpan | undefined,
  ): boolean {
    const { text, lines } = this.blocks;
    const line = lines[lineAt(lines, start)] ?? { start, end };
    if ((before?.end ?? 0) > line.start || (after?.start ?? line.end) < line.end) {
      return false;
    }
    const rest = text.slice(line.start, start) + text.slice(end, Math.max(end, line.end));
    return isDelimiterRow(rest.replaceAll('>', ' '));
  }

  #isComment(offset: number): boolean {
    const root = this.#rootAt(offset);
    if (root?.type !== 'html_block') {
      return root?.type === 'hidden_block';
    }
    const known = this.#comments.get(root) ?? hasOnlyComments(root.content);
    this.#comments.set(root, known);
    return known;
  }

  #rootAt(offset: number): Token | undefined {
    const root = this.#roots[lineAt(this.#starts, offset)];
    return this.blocks.tokens[root?.tokens[0] ?? -1];
  }

  #windows(stretches: readonly Merged[]): readonly Window[] {
    const windows: { from: number; to: number; stretches: Merged[] }[] = [];
    for (const stretch of stretches) {
      const first = lineAt(this.#starts, stretch.start);
      const last = lineAt(this.#starts, Math.max(stretch.start, stretch.end - 1));
      const window = windows.at(-1);
      // Stretches share a window unless an untouched block is between them.
      if (window !== undefined && first <= window.to - 1) {
        window.stretches.push(stretch);
        window.to = Math.max(window.to, last + 2);
      } else {
        windows.push({ from: first - 1, to: last + 2, stretches: [stretch] });
      }
    }
    return windows.map(({ from, to, stretches }) => ({
      from: Math.max(0, from),
      to: Math.min(this.#roots.length, to),
      stretches,
    }));
  }

  #safeEdits(window: Window): readonly Edit[] | undefined {
    const { stretches } = window;
    if (this.#isFirstHeadingAlone(window)) {
      const { text, lines } = this.blocks;
      return stretches.map((heading) => cutOut(text, lines, heading));
    }
    this.#verified += stretches.length;
    const isMuch = stretches.length > mostAtOnce || this.#verified > mostVerified;
    const unsafe = isMuch ? stretches.filter((each) => this.#isUnsafe(each)).length : 0;
    if (isMuch && unsafe === 0) {
      return this.#markedEdits(window);
    }
    this.#unsafe += unsafe;
    return this.#unsafe > mostUnsafe ? undefined : this.#verifiedEdits(window, isMuch);
  }

  /** Nothing depends on a heading at the top with an empty line below it, so its removal needs no check. */
  #isFirstHeadingAlone({ from, stretches: [first, ...others] }: Window): boolean {
    const { text, lines } = this.blocks;
    const [heading, next] = this.#roots;
    const below = lines[heading?.lines[1] ?? 0];
    return (
      first?.what === 'heading' &&
      first.parts.length === 1 &&
      others.length === 0 &&
      from === 0 &&
      first.start === lines[heading?.lines[0] ?? 0]?.start &&
      next !== undefined &&
      below !== undefined &&
      text.slice(below.start, below.end).trim() === ''
    );
  }

  /** True for a region with a mark inside another block: even a separator in its place may change the rest. */
  #isUnsafe({ what, start, end }: Merged): boolean {
    return what === 'region' && !(this.#isComment(start) && this.#isComment(end - 1));
  }

  /**
   * Replaces stretches by separators unchecked, since checking many would take as long as reading the text. Checks
   * only the removal of a heading; undefined if that would change the rest.
   */
  #markedEdits({ from, to, stretches }: Window): readonly Edit[] | undefined {
    const { text, lines } = this.blocks;
    const heading = stretches.find(({ what }) => what === 'heading');
    const marks = stretches
      .filter((each) => each !== heading)
      .map((each) => replaceBySeparator(text, lines, each));
    if (heading === undefined) {
      return marks;
    }
    const next = Math.min(to, lineAt(this.#starts, heading.start) + 2);
    const nextStart = this.#starts[next]?.start ?? text.length;
    const near = { from, to: next, stretches: stretches.filter(({ start }) => start < nextStart) };
    return this.#verifiedEdits(near, true) && [...marks, cutOut(text, lines, heading)];
  }

  /**
   * Tries to cut stretches out, but not with `withMarks`, then to replace them by separators. Undefined if each way
   * changes how the rest is rendered.
   */
  #verifiedEdits({ from, to, stretches }: Window, withMarks: boolean): readonly Edit[] | undefined {
    const { text, lines, tokens } = this.blocks;
    const first = this.#roots[from];
    const last = this.#roots[to - 1];
    const start = from === 0 ? 0 : (lines[first?.lines[0] ?? 0]?.start ?? 0);
    const end = to === this.#roots.length ? text.length : (lines[last?.lines[1] ?? 0]?.start ?? text.length);
    const heading = stretches.find(({ what }) => what === 'heading');
    const isHeading = ({ lines: [line] }: TopLevelBlock): boolean =>
      heading !== undefined && lines[line]?.start === heading.start;
    const kept = this.#roots
      .slice(from, to)
      .flatMap((root) => (isHeading(root) ? [] : tokens.slice(...root.tokens)));
    const same = new Map(
      kept
        .filter(({ content }) => !possibleHiddenPattern.test(content))
        .map(({ content }, index) => [content, index]),
    );
    const wanted = rendering(this.blocks, kept, this.omitComments, same);
    // Parsers differ in merging lists, in tables, in HTML below definitions and in indents below footnotes, so
    // nothing is just cut out there.
    const isUnsure =
      withMarks ||
      this.#hasListAfterList(from, to, createSpanTest(stretches)) ||
      /^ {0,3}\[\^/m.test(text.slice(start, end)) ||
      stretches.some((each, at) => this.#endsTableRow(each, stretches[at - 1], stretches[at + 1])) ||
      kept.some(
        ({ type }, index) => type === 'reference_definition' && kept[index + 1]?.type === 'html_block',
      );
    const parts = stretches.flatMap((stretch) => stretch.parts);
    const ways = [
      ...(isUnsure ? [] : [{ way: cutOut, each: stretches }]),
      { way: replaceBySeparator, each: stretches },
      // Some texts are rendered as before only if the spaces between joined stretches stay.
      ...(parts.length > stretches.length ? [{ way: replaceBySeparator, each: parts }] : []),
    ];
    for (const { way, each } of ways) {
      const edits = each.map((stretch) =>
        stretch.what === 'heading'
          ? cutOut(text, lines, stretch)
          : // In a list, a cut would take along empty lines that make the list loose; a separator keeps them
            !stretch.inBlock && !ownBlocks.includes(this.#rootAt(stretch.start)?.type ?? '')
            ? replaceBySeparator(text, lines, stretch)
            : way(text, lines, stretch),
      );
      const inside = edits.map((edit) => ({
        ...edit,
        start: Math.max(edit.start, start) - start,
        end: Math.min(edit.end, end) - start,
      }));
      const after = new Blocks(applyEdits(text.slice(start, end), inside), this.blocks);
      if (rendering(after, after.tokens, this.omitComments, same) === wanted) {
        return edits;
      }
    }
    return undefined;
  }
}

function replaceBySeparator(_text: string, _lines: readonly Span[], { start, end }: LeftOutSpan): Edit {
  return { start, end, text: separatorComment };
}

function cutOut(text: string, lines: readonly Span[], { start, end, inBlock }: LeftOutSpan): Edit {
  const first = lineAt(lines, start);
  const last = lineAt(lines, end);
  const lineStart = lines[first]?.start ?? 0;
  const stop = lines[last]?.end ?? text.length;
  const before = text.slice(lineStart, start);
  const after = text.slice(end, stop);
  if (after.trim() !== '') {
    // A separator parts the texts before and behind, unless white space is behind, and white space or nothing before.
    const alone = /^$|\s$/.test(before) && /^\s/.test(after);
    // If the text behind the cut now begins the line, it takes over the line’s indent.
    const indent = before.trim() === '' ? after.search(/\S/) : 0;
    return { start, end: end + indent, text: alone ? '' : separatorComment };
  }
  if (before.trim() !== '') {
    // If no text follows, “- ” or “[x] ” may be shown as text.
    return /\s$/.test(before) && !/(?:[-*+]|\d[.)]|\[[ x]\])\s+$/i.test(before)
      ? { start: lineStart + before.trimEnd().length, end: stop, text: '' }
      : { start, end: stop, text: separatorComment };
  }
  const next = lines[last + 1]?.start ?? text.length;
  if (inBlock) {
    return { start: lineStart, end: next, text: '' };
  }
  const isBlank = (line: Span | undefined): boolean =>
    line === undefined || text.slice(line.start, line.end).trim() === '';
  let below = last + 1;
  while (below < lines.length && isBlank(lines[below])) {
    below++;
  }
  let above = first - 1;
  while (above >= 0 && isBlank(lines[above])) {
    above--;
  }
  const upper = lines[above];
  if (below >= lines.length && upper !== undefined) {
    return { start: upper.end, end: text.length, text: text.slice(upper.end, lines[above + 1]?.start) };
  }
  const apart = above < first - 1 || first === 0;
  const rest = lines[below]?.start ?? text.length;
  return {
    start: above === -1 ? 0 : lineStart,
    end: apart ? rest : next,
    text: apart || isBlank(lines[last + 1]) ? '' : text.slice(stop, next),
  };
}
