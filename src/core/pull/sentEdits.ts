import type { Span } from '../page/lines';
import { separator } from '../page/leaveOut';
import type { Edit } from '../page/problem';
import type { Piece } from '../page/sent';
import { differences } from './differences';

/** A line or a word of what is sent, and where it stands there. */
export interface Unit extends Span {
  readonly text: string;
}

/** An edit of what is sent: units that go, and what comes at their place. */
interface SentEdit {
  readonly gone: readonly Unit[];
  readonly at: number;
  readonly text: string;
  /** What is private stays before it, and else behind it. */
  readonly staysBehind: boolean;
}

/** The edits of a document that make of what is sent of it these lines, and leave all else as it is. */
export function documentEdits(
  text: string,
  parts: readonly Piece[],
  lines: readonly string[],
  staysBehind: (text: string) => boolean,
): readonly Edit[] {
  return inDocument(editsOf(text, lines, parts, staysBehind), parts, text);
}

/** The edits that make of what is sent these lines: of whole lines, and of words where something private is among them. */
function editsOf(
  document: string,
  lines: readonly string[],
  parts: readonly Piece[],
  staysBehind: (text: string) => boolean,
): readonly SentEdit[] {
  const newLine = /\r\n|\r|\n/.exec(document)?.[0] ?? '\n';
  const content = sentOf(parts);
  const gaps = gapsOf(parts);
  const others = spansOf(parts, (what) => what !== 'copied');
  const isOpen = /[^\r\n]$/.test(content);
  return edits(unitsOf(content), lines, staysBehind).flatMap(({ gone, at, text }) => {
    const last = gone.at(-1)?.end ?? at;
    const lined = text.replaceAll('\n', newLine);
    // The last line of a document may have no end
    const unended = isOpen && last === content.length ? withoutEnd(lined) : lined;
    const whole = isOpen && at === content.length && unended !== '' ? newLine + unended : unended;
    const isWithin = ({ start, end }: Span): boolean => at < end && start < last;
    const within = gaps.filter(isWithin);
    if (text === '') {
      return [{ gone: besides(within, gone, content), at, text, staysBehind: false }];
    }
    if (gone.length === 0 || !others.some(isWithin)) {
      return [{ gone, at, text: whole, staysBehind: staysBehind(text) }];
    }
    const ours = gone.flatMap((each) => wordsOf(content, each, within));
    const changes = edits(ours, wordsIn(whole.replaceAll(emptyComment, separator)), () => false);
    return changes.map((change) => ({ ...change, text: change.text.replaceAll(separator, '') }));
  });
}

/** Lines go, but not the ends of those in which something private stays, nor the empty line behind it. */
function besides(gaps: readonly Span[], gone: readonly Unit[], content: string): readonly Unit[] {
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

function edits(
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

/** Joins hunks with nothing but empty lines between them, since an empty line is like any other. */
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

/** Whether the text is the mark of a conflict. */
function isMark(text: string): boolean {
  return text.startsWith('\0');
}

/** The lines that have more than the mark of something private. */
export function unitsOf(content: string): readonly Unit[] {
  let end = 0;
  return (content.match(line) ?? []).flatMap((each) => {
    const start = end;
    end += each.length;
    const text = `${withoutEnd(each.replaceAll('\0', '\ufffd'))}\n`;
    return mark.test(each) ? [] : [{ start, end, text }];
  });
}

function wordsIn(text: string): readonly string[] {
  return text.match(word) ?? [];
}

/** Something private is the mark that stands for it, and without one like no word. */
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
      const isMarked = content.slice(from, gap.end) === separator;
      words.push({ text: isMarked ? separator : '\0', start: from, end: gap.end });
      from = gap.end;
    }
  }
  readTo(end);
  return words;
}

export function sentOf(parts: readonly Piece[]): string {
  return parts.map(({ sent }) => sent).join('');
}

/** Where, in what is sent, something of the document is missing, or a mark stands for it. */
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

/** Edits of what is sent, in the document that it is sent of. */
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

/** Several places in the document may be one in what is sent. This prefers the one where a line begins and something private follows. */
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

/** It stands alone for something that is not sent. */
const mark = /^[ \t>]*<!--(?:[ \t]*-->|-?>)[ \t]*[\r\n]*$/;
const emptyComment = /<!--(?:[ \t]*-->|-?>)/g;
const word = /<!-- -->|[\p{L}\p{N}\p{M}_]+|\s|[^]/gu;
const line = /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g;

function withoutEnd(line: string): string {
  return line.replace(/(?:\r\n|\r|\n)$/, '');
}
