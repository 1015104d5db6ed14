/** What runners take for a command anywhere in a line: `##[`, `##vso[`, `##teamcity[`. */
const marks = /##(?=\w*\[)/g;
const markWithBracket = /##\w*\[/g;

/** Escapes what a forge's runner takes for a command: `::` at the start of a line, and the marks. */
export function withoutForgeCommands(line: string): string {
  return line.replaceAll(marks, '## ').replace(/^\s*:(?=:)/, '$& ');
}

/** Returns the value as JSON, escaped so that no runner finds a command in it. */
export function asJsonWithoutCommands(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replaceAll(markWithBracket, (mark) => mark.replace('[', String.raw`\u005b`))}\n`;
}
