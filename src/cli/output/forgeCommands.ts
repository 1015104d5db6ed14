/** Marks that CI runners take for a command anywhere in a line: `##[`, `##vso[`, `##teamcity[`. */
const marks = /##(?=\w*\[)/g;
const markWithBracket = /##\w*\[/g;

/** Breaks what CI runners take for a command: `::` at the start of a line, and `marks` anywhere in it. */
export function withoutForgeCommands(line: string): string {
  return line.replaceAll(marks, '## ').replace(/^\s*:(?=:)/, '$& ');
}

/** Writes `##[` as `##\u005b`: the same JSON value, but no command for a CI runner. */
export function asJsonWithoutCommands(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replaceAll(markWithBracket, (mark) => mark.replace('[', String.raw`\u005b`))}\n`;
}
