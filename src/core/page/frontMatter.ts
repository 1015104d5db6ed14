import * as l10n from '@vscode/l10n';
import { isAlias, isMap, isScalar, parseDocument, type Document, type Node } from 'yaml';
import type { Problem } from './problem';
import { isKnown, readWiki, type FrontMatter, type Written } from './wikiFrontMatter';

export interface SplitText {
  readonly frontMatter: FrontMatter;
  /** Where the Markdown begins. */
  readonly contentAt: number;
  readonly problems: readonly Problem[];
}

/** Reading takes time that grows with the square of the length; what people write is not a tenth as long. */
const longest = 20_000;
const opening = /^---[ \t]*(?:\r\n|\r|\n)/;
/** Lines with a key, an entry of a list or an indent. */
const keys = /^(?:(?:[A-Za-z][\w-]*:(?:[ \t].*)?|[ \t]+\S.*|-[ \t].*)(?:\r\n|\r|\n|$))+/;
const closing = /^(?:---|\.\.\.)[ \t]*(?:(?:\r\n|\r|\n)|$(?![\s\S]))/m;

/** Where the YAML of a document stands, without its marks, and where the Markdown begins. */
export function findFrontMatter(text: string): { start: number; end: number; contentAt: number } | undefined {
  const start = opening.exec(text)?.[0].length;
  const end = start === undefined ? null : closing.exec(text.slice(start));
  return start === undefined || end === null
    ? undefined
    : { start, end: start + end.index, contentAt: start + end.index + end[0].length };
}

/** Splits a document (without a byte order mark) into its YAML front matter and the Markdown after it. */
export function splitFrontMatter(text: string, connections?: readonly string[]): SplitText {
  const found = findFrontMatter(text);
  if (found === undefined) {
    return { frontMatter: {}, contentAt: 0, problems: unclosed(text) };
  }
  const { start, end, contentAt } = found;
  if (end - start > longest) {
    const message = l10n.t(
      'The front matter has more than {0} characters, so it is not read. Shorten it.',
      longest,
    );
    const problem = { kind: 'frontMatter', message, start: 0, end: 3, final: true } as const;
    return { frontMatter: {}, contentAt, problems: [problem] };
  }
  const yaml = parseDocument(text.slice(start, end), { logLevel: 'silent' });
  const [error] = yaml.errors;
  if (error !== undefined) {
    const line = (error.linePos?.[0].line ?? 0) + 1;
    const message = l10n.t('The front matter can’t be read: check line {0}.', line);
    const at = Math.min(start + error.pos[0], end);
    const problem = {
      kind: 'frontMatter',
      message,
      start: at,
      end: Math.min(start + error.pos[1], end),
      final: true,
    } as const;
    return { frontMatter: {}, contentAt, problems: [problem] };
  }
  if (yaml.contents !== null && !isMap(yaml.contents)) {
    // Text between two thematic breaks is content
    return { frontMatter: {}, contentAt: 0, problems: [] };
  }
  const title = titleOf(yaml, start);
  const wiki = readWiki(written(yaml, yaml.get('wiki', true), start), connections);
  const frontMatter = { ...title.value, ...wiki.value };
  return { frontMatter, contentAt, problems: [...title.problems, ...wiki.problems] };
}

function titleOf(yaml: Document, start: number): { value: FrontMatter; problems: readonly Problem[] } {
  const title = written(yaml, yaml.get('title', true), start);
  return title?.text === undefined
    ? { value: {}, problems: [] }
    : readWiki({ ...title, entries: [{ key: 'title', at: title, value: title }] });
}

/** A node with its place in the whole text. Scalars are as they are written, so that `title: 1.10` is not read as a number. */
function written(yaml: Document, given: unknown, by: number, withEntries = true): Written | undefined {
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
    const name = isScalar(key) ? written(yaml, key, by, false) : undefined;
    return name?.text === undefined
      ? []
      : [
          {
            key: name.text,
            at: name,
            value: isKnown(name.text) ? written(yaml, value, by, false) : undefined,
          },
        ];
  });
  return { ...at, entries };
}

/** A thematic break may begin a text, but a key below it makes front matter that was meant. */
function unclosed(text: string): readonly Problem[] {
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
  const end = start[0].length + (keys.exec(text.slice(start[0].length))?.[0].length ?? 0);
  const newLine = /\r\n|\r|\n/.exec(start[0])?.[0] ?? '\n';
  const line = `${/[\r\n]$/.test(text.slice(0, end)) ? '' : newLine}---${newLine}`;
  const fix = {
    kind: 'edit',
    title: l10n.t('Close the Front Matter After Its Keys'),
    edit: { start: end, end, text: line },
  } as const;
  return [{ kind: 'unclosedFrontMatter', message, start: 0, end: 3, fixes: [fix] }];
}
