/** What runners take for a command anywhere in a line: `##[`, `##vso[`, `##teamcity[`. */
const marks = /##(?=\w*\[)/g;
const markWithBracket = /##\w*\[/g;

/** Escapes what a forge's runner takes for a command: `::` at the start of a line, and the marks. */
export function withoutCommands(line: string): string {
  return line.replaceAll(marks, '## ').replace(/^\s*:(?=:)/, '$& ');
}

/** Returns JSON without such commands, which has the same value. */
export function asJsonWithoutCommands(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replaceAll(markWithBracket, (mark) => mark.replace('[', String.raw`\u005b`))}\n`;
}
