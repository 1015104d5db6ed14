/** Escapes what a forge's runner takes for a command: `::` at the start of a line, and `##[` anywhere. */
export function withoutCommands(line: string): string {
  return line.replaceAll('##[', '## [').replace(/^\s*:(?=:)/, '$& ');
}

/** Returns JSON without such commands, which has the same value. */
export function asJsonWithoutCommands(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replaceAll('##[', String.raw`##\u005b`)}\n`;
}
