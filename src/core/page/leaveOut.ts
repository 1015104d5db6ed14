import { Blocks, type Root } from './blocks';
import { lineAt } from './lines';
import { applyEdits, type Edit } from './problem';
import type { LeftOut } from './regions';
import { rendering } from './rendering';
import type { Span } from './lines';

export interface Cuts {
  readonly edits: readonly Edit[];
  /** What can't be taken out without a change to what stands around it. */
  readonly uncut: readonly LeftOut[];
}

/** Blocks that follow each other, all of them touched, and one on either side that is not. */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly stretches: readonly LeftOut[];
}

const separator = '<!-- -->';

/** Takes stretches out of a text, in such a way that all the rest is rendered as before. */
export class Cutting {
  readonly #roots;
  readonly #known = new Map<string, readonly Edit[] | undefined>();

  constructor(
    private readonly blocks: Blocks,
    private readonly omitComments: boolean,
  ) {
    this.#roots = blocks.roots();
  }

  cut(stretches: readonly LeftOut[]): Cuts {
    const { text, lines } = this.blocks;
    const edits: Edit[] = [];
    const uncut: LeftOut[] = [];
    for (const window of this.#windows(merged(text, stretches))) {
      const key = [window.from, window.to, ...window.stretches.map(({ start }) => start)].join();
      if (!this.#known.has(key)) {
        this.#known.set(key, this.#safeEdits(window));
      }
      const safe = this.#known.get(key);
      if (safe === undefined) {
        uncut.push(...window.stretches);
        // What is private stays so, whatever becomes of the rest
        const kept = window.stretches.filter(({ what }) => what !== 'comment');
        edits.push(...kept.map((stretch) => cut(text, lines, stretch)));
      } else {
        edits.push(...safe);
      }
    }
    return { edits, uncut };
  }

  #windows(stretches: readonly LeftOut[]): readonly Window[] {
    const { lines } = this.blocks;
    const starts = this.#roots.map(({ lines: [line] }) => lines[line] ?? { start: 0, end: 0 });
    const windows: { from: number; to: number; stretches: LeftOut[] }[] = [];
    for (const stretch of stretches) {
      const first = lineAt(starts, stretch.start);
      const last = lineAt(starts, Math.max(stretch.start, stretch.end - 1));
      const window = windows.at(-1);
      // A block between two that are touched holds them apart
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

  /** The first way that changes nothing else: without a trace, or with an empty comment in each place. */
  #safeEdits({ from, to, stretches }: Window): readonly Edit[] | undefined {
    const { text, lines, tokens } = this.blocks;
    const first = this.#roots[from];
    const last = this.#roots[to - 1];
    const start = from === 0 ? 0 : (lines[first?.lines[0] ?? 0]?.start ?? 0);
    const end = to === this.#roots.length ? text.length : (lines[last?.lines[1] ?? 0]?.start ?? text.length);
    const heading = stretches.find(({ what }) => what === 'heading');
    const isHeading = ({ lines: [line] }: Root): boolean =>
      heading !== undefined && lines[line]?.start === heading.start;
    const kept = this.#roots
      .slice(from, to)
      .flatMap((root) => (isHeading(root) ? [] : tokens.slice(...root.tokens)));
    const wanted = rendering(this.blocks, kept, this.omitComments);
    // Parsers differ in what makes one list of two
    const ways = /_list_close[^}]*\}\0\{\w+_list_open/.test(wanted) ? [replace] : [cut, replace];
    for (const way of ways) {
      const edits = stretches.map((stretch) =>
        stretch.what === 'heading' ? cut(text, lines, stretch) : way(text, lines, stretch),
      );
      const inside = edits.map((edit) => ({
        ...edit,
        start: Math.max(edit.start, start) - start,
        end: Math.min(edit.end, end) - start,
      }));
      const after = new Blocks(applyEdits(text.slice(start, end), inside), this.blocks);
      if (rendering(after, after.tokens, this.omitComments) === wanted) {
        return edits;
      }
    }
    return undefined;
  }
}

/** In order, and one where only space stands between. */
function merged(text: string, stretches: readonly LeftOut[]): readonly LeftOut[] {
  const whole: LeftOut[] = [];
  for (const next of [...stretches].sort((one, other) => one.start - other.start)) {
    const last = whole.at(-1);
    const isHeading = last?.what === 'heading' || next.what === 'heading';
    const touches = isHeading
      ? (last?.end ?? 0) > next.start
      : text.slice(last?.end, next.start).trim() === '';
    if (last !== undefined && touches) {
      whole[whole.length - 1] = {
        what: last.what,
        start: last.start,
        end: Math.max(last.end, next.end),
        inBlock: last.inBlock && next.inBlock,
      };
    } else {
      whole.push(next);
    }
  }
  return whole;
}

function replace(_text: string, _lines: readonly Span[], { start, end }: LeftOut): Edit {
  return { start, end, text: separator };
}

function cut(text: string, lines: readonly Span[], { start, end, inBlock }: LeftOut): Edit {
  const first = lineAt(lines, start);
  const last = lineAt(lines, end);
  const lineStart = lines[first]?.start ?? 0;
  const stop = lines[last]?.end ?? text.length;
  const before = text.slice(lineStart, start);
  const after = text.slice(end, stop);
  if (after.trim() !== '') {
    // What stands close to a comment could come to mean something with what is before it
    const alone = /^$|\s$/.test(before) && /^\s/.test(after);
    // What comes to stand at the beginning of a line keeps the indent that the line had
    const indent = before.trim() === '' ? after.search(/\S/) : 0;
    return { start, end: end + indent, text: alone ? '' : separator };
  }
  if (before.trim() !== '') {
    return /\s$/.test(before)
      ? { start: lineStart + before.trimEnd().length, end: stop, text: '' }
      : { start, end: stop, text: separator };
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
  const apart = above < first - 1 || first === 0;
  const rest = lines[below]?.start ?? text.length;
  return {
    start: above === -1 ? 0 : lineStart,
    end: apart ? rest : next,
    text: apart || isBlank(lines[last + 1]) ? '' : text.slice(stop, next),
  };
}
