import * as l10n from '@vscode/l10n';
import { parseDocument, type YAMLError } from 'yaml';
import { plainLine, quote } from '../text/plainLine';
import type { Span } from './lines';
import { applyEdits, type Edit, type Problem } from './problem';

/** Each attempt parses the front matter once more. */
const mostAttempts = 5;
const longestMended = 5_000;
const entry = /^([ \t]*(?:- +)*(?:"[^"]*"|[\w@$][\w.@$-]*(?: [\w.@$-]+)*) ?:[ \t]+)(\S.*)$/;

/** `start`: the offset of `source` in the document, not counting a byte order mark. */
export function yamlProblem(source: string, errors: readonly YAMLError[], start: number): Problem {
  const [error] = errors;
  const at = (offset = 0): number => start + Math.min(offset, source.length);
  const line = (error?.linePos?.[0].line ?? 0) + 1;
  const there = { start: at(error?.pos[0]), end: at(error?.pos[1]) };
  if (error?.code === 'DUPLICATE_KEY') {
    return unreadable(there, repeatedText(source, error, line));
  }
  const edits = source.length > longestMended ? undefined : quotingEdits(source, errors);
  const [first] = edits ?? [];
  if (edits === undefined || first === undefined) {
    return unreadable(there, l10n.t('The front matter can’t be read: check line {0}.', line));
  }
  const last = edits.at(-1) ?? first;
  const inside = edits.map((edit) => ({
    ...edit,
    start: edit.start - first.start,
    end: edit.end - first.start,
  }));
  const edit = {
    start: at(first.start),
    end: at(last.end),
    text: applyEdits(source.slice(first.start, last.end), inside),
  };
  const lineStart = source.lastIndexOf('\n', first.start - 1) + 1;
  const example = plainLine(source.slice(lineStart, first.start) + first.text);
  const message = l10n.t(
    'The front matter can’t be read: what follows “{0}” in line {1} has to be in quotation marks. Write {2}',
    plainLine(source.slice(lineStart, first.start)),
    source.slice(0, first.start).split('\n').length + 1,
    example,
  );
  const fix = { kind: 'edit', title: l10n.t('Add Quotation Marks'), edit } as const;
  return { ...unreadable({ start: at(first.start), end: at(first.end) }, message), fixes: [fix] };
}

function unreadable(at: Span, message: string): Problem {
  return { kind: 'frontMatter', message, ...at, isFatal: true };
}

/** The parser’s error is at the second of two equal keys, so the first is searched for. */
function repeatedText(source: string, { pos: [at] }: YAMLError, line: number): string {
  const lineStart = source.lastIndexOf('\n', at - 1) + 1;
  const [key = ''] = /^[^\n:]*/.exec(source.slice(at)) ?? [];
  const before = source
    .slice(0, lineStart)
    .split('\n')
    .findLastIndex((each) => each.startsWith(`${source.slice(lineStart, at)}${key}`));
  return l10n.t(
    'The front matter can’t be read: {0} is in line {1} and again in line {2}. Keep one of them.',
    quote(key.trim()),
    before + 2,
    line,
  );
}

/** Quotes values until the YAML can be parsed; undefined if that does not help. */
function quotingEdits(source: string, found: readonly YAMLError[]): readonly Edit[] | undefined {
  let errors = found;
  const edits = new Map<number, Edit>();
  for (let attempt = 0; attempt < mostAttempts && errors.length > 0; attempt++) {
    const before = edits.size;
    for (const { linePos } of errors) {
      const number = (linePos?.[0].line ?? 1) - 1;
      const edit = quotingEdit(source, number);
      if (edit !== undefined) {
        edits.set(number, edit);
      }
    }
    if (edits.size === before) {
      return undefined;
    }
    errors = parseDocument(applyEdits(source, [...edits.values()]), { logLevel: 'silent' }).errors;
  }
  return errors.length > 0
    ? undefined
    : [...edits].sort(([one], [other]) => one - other).map(([, edit]) => edit);
}

/** `number`: the line, from 0. Undefined if no value in it needs quotation marks. */
function quotingEdit(source: string, number: number): Edit | undefined {
  const lines = source.split('\n');
  const [, before = '', rest = ''] = entry.exec((lines[number] ?? '').replace(/\r$/, '')) ?? [];
  // In YAML, a space and “#” begin a comment.
  const value = (rest.split(' #', 1)[0] ?? '').trimEnd();
  const isWrong = value !== '' && parseDocument(`a: ${value}`, { logLevel: 'silent' }).errors.length > 0;
  if (!isWrong) {
    return undefined;
  }
  const start = lines.slice(0, number).reduce((length, each) => length + each.length + 1, before.length);
  return { start, end: start + value.length, text: quotedYaml(value) };
}

/** Single quotes need no escapes for double quotes and backslashes. */
export function quotedYaml(value: string): string {
  return /["\\]/.test(value) ? `'${value.replaceAll("'", "''")}'` : `"${value}"`;
}
