/**
 * Whether parsers with tables take the line above for a table’s head. `line`: without marks of quotes. The
 * wiki’s parser is not known.
 */
export function isDelimiterRow(line: string): boolean {
  return line.includes('-') && /^[\s:|-]+$/.test(line);
}
