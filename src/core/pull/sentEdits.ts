import { newLineOf, type Span } from '../page/lines';
import { separatorComment } from '../page/leaveOut';
import type { Edit } from '../page/problem';
import type { Piece } from '../page/sentText';
import { differences } from './differences';

/** A line or a word of the Markdown that is sent. */
export interface Unit extends Span {
  readonly text: string;
}

/** `at`: where `text` is inserted if nothing is `gone`, as an offset in the sent Markdown. */
interface SentEdit {
  readonly gone: readonly Unit[];
  readonly at: number;
  readonly text: string;
  /** Whether the insertion should go behind document text at `at` that is not sent, rather than before it. */
  readonly staysBehind: boolean;
}

/** Returns edits after which a publish should send `lines`; `merge` checks it. Text that is not sent stays. */
export function documentEdits(
  text: string,
  parts: readonly Piece[],
  lines: readonly string[],
  staysBehind: (text: string) => boolean,
): readonly Edit[] {
  return inDocument(editsOf(text, lines, parts, staysBehind), parts, text);
}

/** Edits whole lines. In a changed line with pieces that are not `copied`, edits words, so that those pieces stay. */
function editsOf(
  document: string,
  lines: readonly string[],
  parts: readonly Piece[],
  staysBehind: (text: string) => boolean,
): readonly SentEdit[] {
  const newLine = newLineOf(document);
  const content = sentMarkdownOf(parts);
  const gaps = gapsOf(parts);
  const others = spansOf(parts, (what) => what !== 'copied');
  const isOpen = /[^\r\n]$/.test(content);
  return editsForUnits(sentLines(content), lines, staysBehind).flatMap(({ gone, at, text }) => {
    const last = gone.at(-1)?.end ?? at;
    const lined = text.replaceAll('\n', newLine);
    // The last line of a document may have no line end.
    const unended = isOpen && last === content.length ? withoutEnd(lined) : lined;
    const whole = isOpen && at === content.length && unended !== '' ? newLine + unended : unended;
    const isWithin = ({ start, end }: Span): boolean => at < end && start < last;
    const within = gaps.filter(isWithin);
    if (text === '') {
      return [{ gone: withoutNeighbours(within, gone, content), at, text, staysBehind: false }];
    }
    if (gone.length === 0 || !others.some(isWithin)) {
      return [{ gone, at, text: whole, staysBehind: staysBehind(text) }];
    }
    const ours = gone.flatMap((each) => wordsOf(content, each, within));
    const changes = editsForUnits(
      ours,
      wordsIn(whole.replaceAll(emptyComment, separatorComment)),
      () => false,
    );
    return changes.map((change) => ({ ...change, text: change.text.replaceAll(separatorComment, '') }));
  });
}

/** If text that is not sent is inside a deleted line, the line’s end stays, and so do the empty lines after it. */
function withoutNeighbours(gaps: readonly Span[], gone: readonly Unit[], content: string): readonly Unit[] {
  let isKept = false;
  return gone.flatMap((unit): Unit[] => {
    const { start, end, text } = unit;
    if (isKept && text === '\n') {
      return [];
    }
    isKept = gaps.some((gap) => start < gap.start && gap.end < end);
    const length = content.slice(start, end).trimEnd().length;
    return isKept ? [{ ...unit, end: start + length }] : [unit];
  });
}

function editsForUnits(
  units: readonly Unit[],
  texts: readonly string[],
  staysBehind: (text: string) => boolean,
): readonly SentEdit[] {
  return hunksOf(units, texts).map(({ from, to, coming }) => {
    const text = coming.join('');
    const isBehind = staysBehind(text);
    const at = to > from || from === 0 || isBehind ? units[from]?.start : units[from - 1]?.end;
    const gone = units.slice(from, to);
    return { gone, at: at ?? units.at(-1)?.end ?? 0, text, staysBehind: isBehind };
  });
}

interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly coming: readonly string[];
}

/** Joins changes that have nothing but empty lines between them, unless one has the mark of a conflict. */
export function hunksOf(units: readonly Unit[], texts: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  const ours = units.map(({ text }) => text);
  for (const { buffer1, buffer2Content: coming } of differences(ours, texts)) {
    const [from, to] = [buffer1[0], buffer1[0] + buffer1[1]];
    const last = hunks.at(-1);
    const between = last === undefined ? [] : ours.slice(last.to, from);
    const isOne =
      between.every((text) => text === '\n') && ![...(last?.coming ?? []), ...coming].some(isMark);
    if (last !== undefined && isOne) {
      hunks[hunks.length - 1] = { from: last.from, to, coming: [...last.coming, ...between, ...coming] };
    } else {
      hunks.push({ from, to, coming });
    }
  }
  return hunks;
}

/** Only the conflict marks of `merge.ts` begin with U+0000: `sentLines` replaces any other. */
function isMark(text: string): boolean {
  return text.startsWith('\0');
}

/** Skips lines that have only an empty comment such as `<!-- -->`, which is sent in place of left-out text. */
export function sentLines(content: string): readonly Unit[] {
  let end = 0;
  return (content.match(line) ?? []).flatMap((each) => {
    const start = end;
    end += each.length;
    const text = `${withoutEnd(each.replaceAll('\0', '\ufffd'))}\n`;
    return emptyCommentLine.test(each) ? [] : [{ start, end, text }];
  });
}

function wordsIn(text: string): readonly string[] {
  return text.match(word) ?? [];
}

/**
 * What is sent in place of left-out text is one word: `<!-- -->`,
 * or for anything else U+0000, which the wiki’s text never has.
 */
function wordsOf(content: string, { start, end }: Span, gaps: readonly Span[]): readonly Unit[] {
  const words: Unit[] = [];
  let from = start;
  const readTo = (to: number): void => {
    for (const text of wordsIn(content.slice(from, to))) {
      words.push({ text, start: from, end: from + text.length });
      from += text.length;
    }
  };
  for (const gap of gaps.filter((each) => start <= each.start && each.end <= end)) {
    readTo(gap.start);
    if (gap.end > from) {
      const isMarked = content.slice(from, gap.end) === separatorComment;
      words.push({ text: isMarked ? separatorComment : '\0', start: from, end: gap.end });
      from = gap.end;
    }
  }
  readTo(end);
  return words;
}

export function sentMarkdownOf(parts: readonly Piece[]): string {
  return parts.map(({ sent }) => sent).join('');
}

/**
 * Returns where the sent Markdown lacks something of the document, such as
 * a comment, or has an empty comment instead. Offsets are in the sent Markdown.
 */
export function gapsOf(parts: readonly Piece[]): readonly Span[] {
  return spansOf(parts, (what) => what === 'leftOut');
}

function spansOf(parts: readonly Piece[], isWanted: (what: Piece['what']) => boolean): readonly Span[] {
  let at = 0;
  return parts.flatMap(({ what, sent }) => {
    const start = at;
    at += sent.length;
    return isWanted(what) ? [{ start, end: at }] : [];
  });
}

function inDocument(changes: readonly SentEdit[], parts: readonly Piece[], text: string): readonly Edit[] {
  let sent = 0;
  const placed = parts.map((part) => {
    const from = sent;
    sent += part.sent.length;
    return { ...part, from, to: sent };
  });
  return changes.flatMap(({ gone, at, text: instead, staysBehind }) => {
    const removed = gone.flatMap(({ start, end }) =>
      placed
        .filter(({ from, to, what }) => what !== 'leftOut' && from < end && to > start)
        .map((part): Edit => {
          const from = part.what === 'copied' ? Math.max(start - part.from, 0) : 0;
          const beyond = part.what === 'copied' ? Math.max(part.to - end, 0) : 0;
          return { start: part.start + from, end: part.end - beyond, text: '' };
        }),
    );
    const [first, ...others] = removed;
    if (first !== undefined) {
      return [{ ...first, text: instead }, ...others];
    }
    const place = insertionAt(placed, at, staysBehind, text);
    return instead === '' ? [] : [{ start: place, end: place, text: instead }];
  });
}

/**
 * If text that is not sent lies at `at`, there is a place before and one behind it. One at
 * the beginning of a line is preferred; if both or none are, `staysBehind` decides.
 */
function insertionAt(
  placed: readonly (Piece & { readonly from: number; readonly to: number })[],
  at: number,
  staysBehind: boolean,
  text: string,
): number {
  const inside = placed.find(({ from, to, what }) => what === 'copied' && from < at && at < to);
  if (inside !== undefined) {
    return inside.start + at - inside.from;
  }
  const before = placed.findLast(({ to, from, what }) => to === at && (to > from || what !== 'leftOut'));
  const behind = placed.find(({ from, to, what }) => from === at && (to > from || what !== 'leftOut'));
  const places = [before?.end, behind?.start].filter((place) => place !== undefined);
  if (at === 0 || before === undefined) {
    return behind?.start ?? text.length;
  }
  const ordered = staysBehind ? places.reverse() : places;
  const atLine = ordered.find((place) => place === 0 || /[\r\n]/.test(text[place - 1] ?? ''));
  return atLine ?? ordered[0] ?? text.length;
}

/** In HTML, `<!-->` and `<!--->` are empty comments like `<!-- -->`. */
const emptyCommentLine = /^[ \t>]*<!--(?:[ \t]*-->|-?>)[ \t]*[\r\n]*$/;
const emptyComment = /<!--(?:[ \t]*-->|-?>)/g;
const word = /<!-- -->|[\p{L}\p{N}\p{M}_]+|\s|[^]/gu;
const line = /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g;

function withoutEnd(line: string): string {
  return line.replace(/(?:\r\n|\r|\n)$/, '');
}
