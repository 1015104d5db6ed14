/** Offsets in a text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A line ends with LF, CRLF or CR, which is not part of the span. */
export function linesOf(text: string): readonly Span[] {
  const lines: Span[] = [];
  let [start, feed, carriage] = [0, text.indexOf('\n'), text.indexOf('\r')];
  while (feed !== -1 || carriage !== -1) {
    const isFeed = carriage === -1 || (feed !== -1 && feed < carriage);
    const end = isFeed ? feed : carriage;
    lines.push({ start, end });
    start = end + (!isFeed && feed === end + 1 ? 2 : 1);
    // LF and CR are searched for one by one: a regular expression for both takes several times as long.
    feed = feed !== -1 && feed < start ? text.indexOf('\n', start) : feed;
    carriage = isFeed ? carriage : text.indexOf('\r', start);
  }
  lines.push({ start, end: text.length });
  return lines;
}

/** Returns the line end of the text’s first line; LF if the text is one line. */
export function newLineOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}

/** A CR without LF becomes an LF, since not all parsers end a line there. Offsets stay the same. */
export function withoutLoneReturns(text: string): string {
  return text.replace(/\r(?!\n)/g, '\n');
}

/** Returns the index of the last of the lines that begin at or before `offset`; 0 if there is none. */
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
