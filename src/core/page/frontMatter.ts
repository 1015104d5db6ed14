import * as l10n from '@vscode/l10n';
import { isAlias, isMap, isScalar, parseDocument, type Document, type Node } from 'yaml';
import { doubtfulFrontMatter } from './doubtfulFrontMatter';
import { findFrontMatter } from './findFrontMatter';
import { newLineOf, withoutLoneReturns, type Span } from './lines';
import { maxFrontMatterLength, blankOtherEntries } from './longFrontMatter';
import { applyEdits, type Problem } from './problem';
import { isObject } from '../text/json';
import { formatNumber } from '../text/locale';
import { isOthersKey, readOthersEntries, type OthersEntry } from './othersEntries';
import { parseToml, patternOf, writtenValue } from './toml';
import { isWikiKey, readWikiEntries, type FrontMatter, type FrontMatterNode } from './wikiFrontMatter';
import { quotedYaml, yamlProblem } from './yamlErrors';

export interface SplitText {
  readonly frontMatter: FrontMatter;
  /** Where the Markdown begins; 0 if there is no front matter. */
  readonly contentAt: number;
  readonly problems: readonly Problem[];
}

const opening = /^---[ \t]*(?:\r\n|\r|\n)/;
/** Front matter without its closing mark is likely to go as far as lines have a key, a list’s dash or an indent. */
const likelyFrontMatter = /^(?:(?:[A-Za-z][\w-]*:(?:[ \t].*)?|[ \t]+\S.*|-[ \t].*)(?:\r\n|\r|\n|$))+/;

const startsEmpty = /^[ \t]*\r?\n[^]*\S/;

interface ReadFrontMatter<Value = FrontMatter | undefined> {
  /** Undefined if what is between the marks is no front matter, but text of the page. */
  readonly value: Value;
  readonly problems: readonly Problem[];
}

interface ReadOptions {
  /** A connection that is not among these is reported. */
  readonly connections?: readonly string[] | undefined;
  /** In milliseconds, to report a date of publication in the future. */
  readonly now?: number | undefined;
}

/** `text` must not begin with a byte order mark. */
export function splitFrontMatter(text: string, options: ReadOptions = {}): SplitText {
  const split = readTop(text, options);
  const { contentAt, problems } = split;
  const isText = contentAt === 0 && problems.length === 0;
  const doubtful = isText || contentAt > 0 ? doubtfulProblems(text, contentAt) : [];
  return doubtful.length === 0 ? split : { ...split, problems: [...problems, ...doubtful] };
}

function readTop(text: string, options: ReadOptions): SplitText {
  const found = findFrontMatter(text);
  if (found === undefined) {
    return { frontMatter: {}, contentAt: 0, problems: unclosedProblems(text) };
  }
  const { form, start, end, contentAt } = found;
  const source = withoutLoneReturns(text.slice(start, end));
  const { value, problems } = readers[form](source, start, options);
  if (value === undefined) {
    return { frontMatter: {}, contentAt: 0, problems };
  }
  // Text between two thematic breaks (“---”) begins with an empty line, and has no entry that is read.
  const isRule = start > 0 && startsEmpty.test(source) && Object.keys(value).length === 0;
  return isRule
    ? { frontMatter: {}, contentAt: 0, problems: [] }
    : { frontMatter: value, contentAt, problems };
}

function doubtfulProblems(text: string, from: number): readonly Problem[] {
  const found = doubtfulFrontMatter(text.slice(from), maxFrontMatterLength);
  if (found === undefined) {
    return [];
  }
  const { start, end, edit } = found;
  const isMended = from === 0 && readTop(applyEdits(text, [edit]), {}).contentAt > 0;
  const fix = { kind: 'edit', title: l10n.t('Make It Front Matter'), edit } as const;
  const message = l10n.t(
    'This may be meant as front matter, but it is sent as text. Front matter begins in the first line, with “---” for YAML, “+++” for TOML or “{” for JSON, and no empty line follows that.',
  );
  const fixes = isMended ? [fix] : [];
  return [{ kind: 'doubtfulFrontMatter', message, start: from + start, end: from + end, fixes }];
}

function tooLongProblem(start: number): Problem {
  const message = l10n.t(
    'The entries of the front matter that are read have more than {0} characters. Shorten them.',
    formatNumber(maxFrontMatterLength),
  );
  return { kind: 'frontMatter', message, start, end: start, isFatal: true };
}

function unreadableProblem(start: number, end: number, line: number): Problem {
  const message = l10n.t('The front matter can’t be read: check line {0}.', line);
  return { kind: 'frontMatter', message, start, end, isFatal: true };
}

function readYaml(whole: string, start: number, options: ReadOptions): ReadFrontMatter {
  const ours = whole.length > maxFrontMatterLength ? blankOtherEntries(whole) : { yaml: whole, length: 0 };
  if ('line' in ours) {
    return { value: {}, problems: [unreadableProblem(start, start + whole.length, ours.line + 1)] };
  }
  if (ours.length > maxFrontMatterLength) {
    return { value: {}, problems: [tooLongProblem(start)] };
  }
  const source = ours.yaml;
  const yaml = parseDocument(source, { logLevel: 'silent' });
  if (yaml.errors.length > 0) {
    return /^\s*(?:[^\s*+>|<[!~=&%`:-][^\n:]*:|<<:|\{|#)/.test(source)
      ? { value: {}, problems: [yamlProblem(source, yaml.errors, start)] }
      : { value: undefined, problems: [] };
  }
  if (yaml.contents !== null && !isMap(yaml.contents)) {
    return { value: undefined, problems: [] };
  }
  if (yaml.contents === null && source.trim() !== '') {
    return readRemarks(source, start);
  }
  const title = titleOf(yaml, source, start);
  const wiki = readWikiEntries(writtenNode(yaml, yaml.get('wiki', true), start), options.connections);
  return withOthers({ ...title.value, ...wiki.value }, [...title.problems, ...wiki.problems], options, () =>
    othersInYaml(yaml, start),
  );
}

function withOthers(
  value: FrontMatter,
  problems: readonly Problem[],
  { now = Infinity }: ReadOptions,
  entries: () => readonly OthersEntry[],
): ReadFrontMatter<FrontMatter> {
  const hasPlace = value.space !== undefined || value.parent !== undefined || value.spaceKey !== undefined;
  const { draft, problems: ofOthers } = readOthersEntries(entries(), { hasPlace, now });
  return {
    value: { ...value, ...(draft !== undefined && { draft }) },
    problems: [...problems, ...ofOthers],
  };
}

/** What front matter says counts before what comments say. */
export function withCommentEntries(
  frontMatter: FrontMatter,
  comments: readonly OthersEntry[],
  options: ReadOptions,
): ReadFrontMatter<FrontMatter> {
  const title = comments.find(({ key }) => key.toLowerCase() === 'title');
  const { value, problems } = readWikiEntries(
    title && {
      ...title,
      text: undefined,
      entries: [{ key: 'title', at: title, value: { ...title, style: 'block' } }],
    },
  );
  const read = withOthers(frontMatter, problems, options, () => comments);
  return { value: { ...value, ...read.value, ...frontMatter }, problems: read.problems };
}

function othersInYaml(yaml: Document, start: number): readonly OthersEntry[] {
  const items = isMap(yaml.contents) ? yaml.contents.items : [];
  return items.flatMap(({ key, value }): readonly OthersEntry[] => {
    const name = isScalar(key) && isOthersKey(String(key.value)) ? writtenNode(yaml, key, start) : undefined;
    const written = name && writtenNode(yaml, value, start, false);
    return written === undefined || name?.text === undefined
      ? []
      : [{ key: name.text, text: written.text, start: name.start, end: name.end }];
  });
}

/**
 * Lines with “#” may be YAML comments, or headings between two thematic breaks. An empty line above them tells
 * that they are text; without it, nothing is sent.
 */
function readRemarks(source: string, start: number): ReadFrontMatter {
  const message = l10n.t(
    'These lines are only comments: they may be front matter or text. To send them, put an empty line below the first “---”. To leave them out, add a key.',
  );
  const problem = { kind: 'frontMatter', message, start, end: start + source.length, isFatal: true } as const;
  return { value: undefined, problems: startsEmpty.test(source) ? [] : [problem] };
}

/** The parser of YAML reads JSON, too, and tells where each value is, but would take too long for long text. */
function readJson(source: string, start: number, options: ReadOptions): ReadFrontMatter {
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(source) as Record<string, unknown>;
  } catch {
    return { value: undefined, problems: [] };
  }
  return source.length > maxFrontMatterLength
    ? readData(data, source, start, options)
    : readYaml(source, start, options);
}

function readToml(source: string, start: number, options: ReadOptions): ReadFrontMatter {
  try {
    return readData(parseToml(source), source, start, options);
  } catch (error) {
    const { line } = error as { line?: number };
    return { value: {}, problems: [unreadableProblem(start, start + source.length, (line ?? 1) + 1)] };
  }
}

/** The parsers of TOML and JSON don’t tell where a key is, so it is searched for in `source`. */
function readData(
  data: Readonly<Record<string, unknown>>,
  source: string,
  start: number,
  options: ReadOptions,
): ReadFrontMatter {
  const place = (key: string): Span => {
    const at = source.search(new RegExp(`(?<![\\w-])${patternOf(key)}(?![\\w-])`));
    return at === -1
      ? { start, end: start + source.length }
      : { start: start + at, end: start + at + key.length };
  };
  const value = (key: string, is: unknown): FrontMatterNode => ({
    ...place(key),
    ...(isObject(is) || Array.isArray(is)
      ? {}
      : { text: writtenValue(source, key, is), style: 'block' as const }),
  });
  const entries = (record: Record<string, unknown>): FrontMatterNode['entries'] =>
    Object.entries(record).map(([key, is]) => {
      const known = isWikiKey(key);
      const at = known ? place(key) : place('wiki');
      return { key, at, value: known ? value(key, is) : undefined };
    });
  const { title, wiki } = data;
  const ofTitle =
    title === undefined || title === null
      ? undefined
      : readWikiEntries({ ...place('title'), entries: entries({ title }) });
  const ofWiki =
    wiki === undefined || wiki === null
      ? undefined
      : readWikiEntries(
          isObject(wiki) ? { ...place('wiki'), entries: entries(wiki) } : value('wiki', wiki),
          options.connections,
        );
  return withOthers(
    { ...ofTitle?.value, ...ofWiki?.value },
    [...(ofTitle?.problems ?? []), ...(ofWiki?.problems ?? [])],
    options,
    () =>
      Object.entries(data)
        .filter(([key, is]) => isOthersKey(key) && is !== null)
        .map(([key, is]) => ({ key, ...place(key), text: value(key, is).text })),
  );
}

const readers = { yaml: readYaml, json: readJson, toml: readToml };

function titleOf(
  yaml: Document,
  source: string,
  start: number,
): { value: FrontMatter; problems: readonly Problem[] } {
  const title = writtenNode(yaml, yaml.get('title', true), start, false);
  if (title === undefined) {
    return { value: {}, problems: [] };
  }
  const { value, problems } = readWikiEntries({
    ...title,
    entries: [{ key: 'title', at: title, value: title }],
  });
  const written = source.slice(title.start - start, title.end - start).trimEnd();
  const isFlow = /^\s*\{/.test(source);
  // For YAML, `title: [Draft]` is a list.
  if (title.text !== undefined || isFlow || !/^[[{].*$/.test(written)) {
    return { value, problems };
  }
  const edit = { start: title.start, end: title.start + written.length, text: quotedYaml(written) };
  const fix = { kind: 'edit', title: l10n.t('Add Quotation Marks'), edit } as const;
  return { value, problems: problems.map((problem) => ({ ...problem, fixes: [fix] })) };
}

/** `by` is added to offsets. Scalars stay as written: 1.10 is not 1.1. Undefined if there is no value. */
function writtenNode(
  yaml: Document,
  given: unknown,
  by: number,
  withEntries = true,
): FrontMatterNode | undefined {
  const node = isAlias(given) ? given.resolve(yaml) : (given as Node | null | undefined);
  const place = (given as Node | null | undefined)?.range;
  if (node === undefined || node === null || (isScalar(node) && node.value === null)) {
    return undefined;
  }
  const at = { start: (place?.[0] ?? 0) + by, end: (place?.[1] ?? 0) + by };
  if (isScalar(node)) {
    const text = typeof node.value === 'string' ? node.value : node.source;
    const style = node.type?.startsWith('QUOTE')
      ? 'quoted'
      : node.type?.startsWith('BLOCK')
        ? 'block'
        : 'plain';
    return { ...at, text, style };
  }
  if (!isMap(node) || !withEntries) {
    return at;
  }
  const entries = node.items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? writtenNode(yaml, key, by, false) : undefined;
    return name?.text === undefined
      ? []
      : [
          {
            key: name.text,
            at: name,
            value: isWikiKey(name.text) ? writtenNode(yaml, value, by, false) : undefined,
          },
        ];
  });
  return { ...at, entries };
}

/**
 * Reports a “---” at the top that is never closed, if a line such as “key: value” follows at once. If not, it may
 * be a thematic break.
 */
function unclosedProblems(text: string): readonly Problem[] {
  const start = opening.exec(text);
  if (
    start === null ||
    !/^[A-Za-z][\w-]*:(?:[ \t]|$)/m.test(text.slice(start[0].length).split(/\r|\n/, 1)[0] ?? '')
  ) {
    return [];
  }
  const message = l10n.t(
    'The front matter is not closed: a line with “---” is missing. It will be sent as text.',
  );
  const end = start[0].length + (likelyFrontMatter.exec(text.slice(start[0].length))?.[0].length ?? 0);
  const newLine = newLineOf(start[0]);
  const line = `${/[\r\n]$/.test(text.slice(0, end)) ? '' : newLine}---${newLine}`;
  const fix = {
    kind: 'edit',
    title: l10n.t('Close the Front Matter After Its Keys'),
    edit: { start: end, end, text: line },
  } as const;
  return [{ kind: 'unclosedFrontMatter', message, start: 0, end: 3, fixes: [fix] }];
}
