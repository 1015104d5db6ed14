/** Whether a line, without the marks of quotes, makes a table of the line above where a parser knows tables. The wiki may or may not. */
export function isDelimiterRow(line: string): boolean {
  return line.includes('-') && /^[\s:|-]+$/.test(line);
}
