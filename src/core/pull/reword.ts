import type { Span } from '../page/lines';
import { applyEdits, type Edit } from '../page/problem';
import { differences } from './differences';

/**
 * Matches words as `part`. List numbers and entities (`1.`,
 * `&amp;`) are matched without `part`, since they count as style.
 */
const words = /^[ \t>]*\d+[.)](?=\s)|&#?\w+;|(?<part>[\p{L}\p{M}\p{N}]+)/gmu;
/** Matches words and single signs, except those that Markdown uses for style, such as `*`, `#` and `|`. */
const wordsAndSigns = /(?<part>[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}*_~`#|\\<>+=-])/gu;

/** Puts the words of `other` into `own`, whose Markdown style stays. Undefined if `isSame` accepts no result. */
export function reword(own: string, other: string, isSame: (text: string) => boolean): string | undefined {
  for (const part of [words, wordsAndSigns]) {
    const [ours, theirs] = [placesOf(own, part), placesOf(other, part)];
    const texts = (text: string, places: readonly Span[]): string[] =>
      places.map(({ start, end }) => text.slice(start, end));
    const hunks = differences(texts(own, ours), texts(other, theirs));
    // The text between two words may go with the word before it or with the one after it, so both are tried.
    for (const isBehind of [false, true]) {
      const edits = hunks.map(({ buffer1, buffer2 }): Edit => {
        const gone = replacedStretch(own, ours, buffer1, buffer2[1] > 0, isBehind);
        const coming = replacedStretch(other, theirs, buffer2, buffer1[1] > 0, isBehind);
        return { ...gone, text: other.slice(coming.start, coming.end) };
      });
      const result = applyEdits(own, edits);
      if (isSame(result)) {
        return result;
      }
    }
  }
  return undefined;
}

function placesOf(text: string, part: RegExp): readonly Span[] {
  return [...text.matchAll(part)]
    .filter(({ groups }) => groups?.part !== undefined)
    .map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
}

/**
 * Returns `count` words, and nothing else if `isExact`. Otherwise, the result goes up to the next word or, with
 * `isBehind`, begins behind the word before. For 0 words it is empty.
 */
function replacedStretch(
  text: string,
  places: readonly Span[],
  [from, count]: readonly [number, number],
  isExact: boolean,
  isBehind: boolean,
): Span {
  const [first, last] = [places[from], places[from + count - 1]];
  if (isExact && count > 0) {
    return { start: first?.start ?? 0, end: last?.end ?? 0 };
  }
  const before = places[from - 1];
  return isBehind && before !== undefined
    ? { start: before.end, end: last?.end ?? 0 }
    : {
        start: (first ?? { start: text.length }).start,
        end: (places[from + count] ?? { start: text.length }).start,
      };
}
