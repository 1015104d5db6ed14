/** A forge’s runner takes `::` at the beginning of a line, and `##[` anywhere in one, for a command to it. */
export function withoutCommands(line: string): string {
  return line.replaceAll('##[', '## [').replace(/^\s*:(?=:)/, '$& ');
}

/** As JSON, which is read as the same. */
export function asJsonWithoutCommands(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replaceAll('##[', String.raw`##\u005b`)}\n`;
}
