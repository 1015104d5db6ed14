/**
 * Whether parsers with tables may read the line above as a table’s head, as above `|---|:-:|`. `line`:
 * without the “>” of quotes.
 */
export function isDelimiterRow(line: string): boolean {
  return line.includes('-') && /^[\s:|-]+$/.test(line);
}
