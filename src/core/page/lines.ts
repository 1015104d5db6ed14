/** A stretch of a text, by offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the lines of a text, without their line ends. */
export function linesOf(text: string): readonly Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ start, end: index });
    start = index + end.length;
  }
  lines.push({ start, end: text.length });
  return lines;
}

/** Replaces each CR without LF by LF, since not all parsers take CR alone for a line end. The length stays the same. */
export function withoutLoneReturns(text: string): string {
  return text.replace(/\r(?!\n)/g, '\n');
}

/** Returns the number of the line, from 0, that an offset is in. */
export function lineAt(lines: readonly Span[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.start ?? 0) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
