import * as l10n from '@vscode/l10n';
import { isMap, isScalar, parseDocument, stringify, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { findFrontMatter } from './findFrontMatter';
import { splitFrontMatter } from './frontMatter';
import { newLineOf } from './lines';
import { maxFrontMatterLength } from './longFrontMatter';
import { formatNumber } from '../text/locale';
import type { Parsed } from '../text/parsed';
import { applyEdits, type Edit } from './problem';
import { parseToml } from './toml';

/** An undefined entry stays as it is in the front matter. */
export interface WrittenTarget {
  readonly connection?: string | undefined;
  readonly space: string;
  readonly parent: string;
  readonly title?: string | undefined;
  readonly overwrite?: boolean | undefined;
}

type Entry = readonly [key: string, value: string | boolean];
type Keyed = Pair<Scalar>;

/** Keeps comments, order and style of all other entries. */
export function frontMatterEdit(text: string, target: WrittenTarget): Parsed<Edit> {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const newLine = newLineOf(text);
  const found = findFrontMatter(text.slice(mark));
  const { connection, space, parent, title, overwrite } = target;
  const entries = Object.entries({ connection, space, parent, title, overwrite }).filter(
    (entry): entry is [string, string | boolean] => entry[1] !== undefined,
  );
  if (found !== undefined && found.end - found.start > maxFrontMatterLength) {
    return {
      problem: l10n.t(
        'The front matter has more than {0} characters, so nothing was written to it. Write “wiki” with its entries there.',
        formatNumber(maxFrontMatterLength),
      ),
    };
  }
  if (found === undefined || splitFrontMatter(text.slice(mark)).contentAt === 0) {
    const lines = ['---', 'wiki:', ...entries.map((entry) => `  ${inLine(entry)}`), '---', '', ''];
    return { value: { start: mark, end: mark, text: lines.join(newLine) } };
  }
  const start = mark + found.start;
  const end = mark + found.end;
  const source = text.slice(start, end).replace(/\r\n?/g, '\n');
  const written = found.form === 'toml' ? intoToml(source, entries) : intoYaml(source, entries);
  if (typeof written !== 'string') {
    return written;
  }
  const edit = { start, end, text: written.replaceAll('\n', newLine) };
  const { frontMatter } = splitFrontMatter(applyEdits(text, [edit]).slice(mark));
  return frontMatter.space === space && frontMatter.parent === parent ? { value: edit } : unreadableResult();
}

function intoYaml(yaml: string, entries: readonly Entry[]): string | { problem: string } {
  const { contents, errors } = parseDocument(yaml, { logLevel: 'silent' });
  if (errors.length > 0 || (contents !== null && !isMap(contents))) {
    return unreadableResult();
  }
  const edits = editsOf(yaml, contents, entries);
  const written = applyEdits(yaml, edits ?? []);
  // Behind `{ a: 1 # remark`, an inserted entry would be part of the comment.
  return edits === undefined || parseDocument(written, { logLevel: 'silent' }).errors.length > 0
    ? unreadableResult()
    : written;
}

function intoToml(toml: string, entries: readonly Entry[]): string | { problem: string } {
  const lines = entries.map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
  const written = `${toml}[wiki]\n${lines.join('')}`;
  try {
    if ('wiki' in parseToml(toml)) {
      return { problem: l10n.t('The front matter already has “wiki” in TOML. Change it there.') };
    }
    parseToml(written);
    return written;
  } catch {
    return unreadableResult();
  }
}

function unreadableResult(): { problem: string } {
  return { problem: l10n.t('The front matter can’t be read, so nothing was written to it.') };
}

/** Undefined if there is a value that can’t be replaced, such as a list. */
function editsOf(yaml: string, map: YAMLMap | null, entries: readonly Entry[]): Edit[] | undefined {
  const wiki = map === null ? undefined : pairOf(map, 'wiki');
  const inLines = (indent: string): string[] => entries.map((entry) => indent + inLine(entry));
  if (map === null || wiki === undefined) {
    return map?.flow === true
      ? [intoFlow(yaml, map, [`${keyIn(yaml, 'wiki')}: { ${inFlow(yaml, entries)} }`])]
      : [intoLines(yaml, yaml.length, ['wiki:', ...inLines('  ')])];
  }
  if (isMap(wiki.value)) {
    return editsOfWiki(yaml, wiki.value, entries);
  }
  const { value } = wiki;
  if (map.flow === true || (value !== null && !(isScalar(value) && value.value === null))) {
    return undefined;
  }
  const [start, end] = value?.range ?? [0, 0];
  const indent = ' '.repeat(columnOf(yaml, wiki) + 2);
  const lines = intoLines(yaml, lineAfter(yaml, wiki), inLines(indent));
  return end > start ? [{ start, end, text: '' }, lines] : [lines];
}

function editsOfWiki(yaml: string, map: YAMLMap, entries: readonly Entry[]): Edit[] | undefined {
  const edits: Edit[] = [];
  const added: Entry[] = [];
  for (const entry of entries) {
    const old = pairOf(map, entry[0]);
    const value = old?.value ?? null;
    if (old === undefined) {
      added.push(entry);
    } else if (value !== null && !isScalar(value)) {
      return undefined;
    } else if (writtenScalar(value) !== String(entry[1])) {
      const text = map.flow === true ? JSON.stringify(entry[1]) : yamlScalar(entry[1]);
      edits.push(replaceValue(yaml, old, value, text));
    }
  }
  const last = map.items.at(-1) as Keyed | undefined;
  if (added.length > 0) {
    if (map.flow === true || last === undefined) {
      edits.push(intoFlow(yaml, map, [inFlow(yaml, added)]));
    } else {
      const indent = ' '.repeat(columnOf(yaml, map.items[0] as Keyed));
      const lines = added.map((entry) => indent + inLine(entry));
      edits.push(intoLines(yaml, lineAfter(yaml, last), lines));
    }
  }
  return edits;
}

/** Returns the value as it is written: an ID such as `007` is not the number 7. */
function writtenScalar(value: Scalar | null): string | undefined {
  return typeof value?.value === 'string' ? value.value : value?.source;
}

function replaceValue(yaml: string, { key }: Keyed, value: Scalar | null, text: string): Edit {
  const [start, end] = value?.range ?? [0, 0];
  if (end > start) {
    return { start, end, text };
  }
  const colon = yaml.indexOf(':', key.range?.[1]);
  // In `{ space, parent: 1 }`, the key `space` has no value, and no colon.
  return colon === -1 || /[,}\n]/.test(yaml.slice(key.range?.[1], colon))
    ? { start: key.range?.[1] ?? 0, end: key.range?.[1] ?? 0, text: `: ${text}` }
    : { start: colon + 1, end: colon + 1, text: ` ${text}` };
}

function pairOf(map: YAMLMap, name: string): Keyed | undefined {
  return map.items.find((pair): pair is Keyed => isScalar(pair.key) && pair.key.value === name);
}

function columnOf(yaml: string, { key }: Keyed): number {
  const at = key.range?.[0] ?? 0;
  return at - (yaml.lastIndexOf('\n', at - 1) + 1);
}

function lineAfter(yaml: string, { key, value }: Keyed): number {
  const [start, end] = ((value as Scalar | null)?.range ?? [0, 0]) as [number, number, number];
  const at = end > start ? end : (key.range?.[1] ?? 0);
  const next = yaml[at - 1] === '\n' ? at : yaml.indexOf('\n', at) + 1;
  return next === 0 ? yaml.length : next;
}

function intoLines(yaml: string, at: number, lines: readonly string[]): Edit {
  const before = at === 0 || yaml[at - 1] === '\n' ? '' : '\n';
  return { start: at, end: at, text: before + lines.map((line) => `${line}\n`).join('') };
}

function intoFlow(yaml: string, map: YAMLMap, entries: readonly string[]): Edit {
  const brace = (map.range?.[1] ?? 1) - 1;
  const inside = yaml.slice(0, brace).trimEnd();
  const comma = /[{,]$/.test(inside) ? '' : ',';
  // JSON front matter ends with a brace on a line of its own.
  const space = yaml.slice(inside.length, brace).includes('\n') ? yaml.slice(inside.length, brace) : ' ';
  return { start: inside.length, end: brace, text: `${comma} ${entries.join(', ')}${space}` };
}

function inLine([key, value]: Entry): string {
  return `${key}: ${yamlScalar(value)}`;
}

function inFlow(yaml: string, entries: readonly Entry[]): string {
  return entries.map(([key, value]) => `${keyIn(yaml, key)}: ${JSON.stringify(value)}`).join(', ');
}

/** JSON, unlike YAML, has its keys in quotation marks. */
function keyIn(yaml: string, key: string): string {
  return /^\s*\{\s*["}]/.test(yaml) ? JSON.stringify(key) : key;
}

/** On one line. `stringify` quotes an ID, which would be read as a number otherwise. */
function yamlScalar(value: string | boolean): string {
  return stringify(value, { lineWidth: 0, blockQuote: false }).trimEnd();
}
