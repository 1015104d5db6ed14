import { visibleLine } from '../../core/text/plainLine';

/** Marks that CI runners take for a command anywhere in a line: `##[`, `##vso[`, `##teamcity[`. */
const marks = /##(?=\w*\[)/g;
const markWithBracket = /##\w*\[/g;
/** What a terminal obeys, and what reorders or hides text; all but the line breaks of JSON that is indented. */
const notShown = /[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}\u034f\u3164]/gu;

/** Breaks what CI runners take for a command: `::` at the start of a line, and `marks` anywhere in it. */
export function withoutForgeCommands(line: string): string {
  return line.replaceAll(marks, '## ').replace(/^\s*:(?=:)/, '$& ');
}

/** For a line of its own; of a name that somebody else chose, only what can be seen is left. */
export function shownLine(text: string): string {
  return withoutForgeCommands(visibleLine(text));
}

/** For a part of a GitHub command (`::error::…`), with the marks that other CI systems take for commands. */
export function shownInCommand(text: string): string {
  return shownLine(text).replaceAll('%', '%25');
}

/** The same JSON value, but nothing in it is a command for a CI runner or a terminal: `##[` is `##\u005b`. */
export function shownJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2)
    .replaceAll(markWithBracket, (mark) => mark.replace('[', String.raw`\u005b`))
    .replace(notShown, asCodes);
  return `${text}\n`;
}

function asCodes(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
