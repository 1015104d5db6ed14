import { linesOf } from './lines';
import type { Edit } from './problem';
import { regionOpening } from './marks';

/**
 * Lines that may be meant as front matter, but are sent as text, for example since an empty line follows the
 * first “---”.
 */
export interface DoubtfulFrontMatter {
  /** `start` and `end` enclose only the first line, where the problem is shown. */
  readonly start: number;
  readonly end: number;
  /** Moves the lines to the top of the document, without empty lines below the opening mark. */
  readonly edit: Edit;
}

const opening = /^[ \t]*(?:(---|\+\+\+|;;;) ?\w{0,10}|(\{))[ \t]*(?![^\r\n])/;
const key = /^["']?[\p{L}\w@][\p{L}\p{M}\w.-]*(?: [\p{L}\p{M}\w.-]+){0,2}["']?[ \t]*(?:=|:(?!\/))/u;
const tomlTable = /^\[\[?[\w. "'-]+\]\]?[ \t]*$/;
const otherLine = /^(?:[ \t]+\S|-(?:[ \t]|$)|#|[\]},])/;

/**
 * Begins at the first line that is neither empty nor an HTML comment. Undefined unless every line up to the
 * closing mark may be front matter. `longest`: the number of characters to search.
 */
export function doubtfulFrontMatter(text: string, longest: number): DoubtfulFrontMatter | undefined {
  const top = topOf(text);
  const part = text.slice(top, top + longest);
  const opened = opening.exec(part);
  if (opened === null) {
    return undefined;
  }
  const [, mark = '}', brace] = opened;
  const lines = linesOf(part);
  const lineAt = (index: number): string => part.slice(lines[index]?.start, lines[index]?.end);
  const closings = mark === '---' ? ['---', '...'] : [mark];
  let first: number | undefined;
  for (let index = 1; index < lines.length; index++) {
    const line = lineAt(index);
    if (closings.includes(line.trim())) {
      const next = lines[index + 1]?.start ?? part.length;
      const body = part.slice(lines[first ?? index]?.start, lines[index]?.start);
      const newLine = part.slice(lines[0]?.end, lines[1]?.start);
      const last = line.trim() + part.slice(lines[index]?.end, next);
      const front = (brace ?? mark) + newLine + body + last + (next === lines[index]?.end ? newLine : '');
      const edit = { start: 0, end: top + next, text: front + text.slice(0, top) };
      return first === undefined ? undefined : { start: top, end: top + (lines[0]?.end ?? 0), edit };
    }
    if (line.trim() !== '' && !isEntry(line, first === undefined)) {
      return undefined;
    }
    first ??= line.trim() === '' ? undefined : index;
  }
  return undefined;
}

function isEntry(line: string, isFirst: boolean): boolean {
  const begins = line.trimStart();
  return isFirst
    ? key.test(begins) || tomlTable.test(begins) || begins.startsWith('{')
    : key.test(line) || tomlTable.test(line) || otherLine.test(line);
}

function topOf(text: string): number {
  const empty = /(?:[ \t]*(?:\r\n|\r|\n))*/y;
  let at = 0;
  for (;;) {
    empty.lastIndex = at;
    at += empty.exec(text)?.[0].length ?? 0;
    const end = text.startsWith('<!--', at) ? text.indexOf('-->', at) : -1;
    // What follows the mark of a skipped region is not sent, so no front matter is searched for there.
    if (end === -1 || text.slice(at + 4, end).trim() === regionOpening) {
      return at;
    }
    at = end + 3;
  }
}
