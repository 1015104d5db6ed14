import * as l10n from '@vscode/l10n';
import type { Token } from 'markdown-it';
import type { Blocks } from './blocks';
import { commentsIn } from './comments';
import { formatNumber } from '../text/locale';
import { quote } from '../text/plainLine';
import { createSpanTest, type Problem } from './problem';

type Marks = readonly (readonly [mark: string, pattern: RegExp])[];

/** What other tools add to CommonMark and its tables. Of text, only what is no code is searched; code counts as “`”. */
const inText: Marks = [
  ['!!! note', /^(?:!!!|\?\?\?\+?)[ \t]+[\w-]/gm],
  [':::', /^:{3,}[ \t]*[\w{[]/gm],
  ['[!NOTE]', /^\[![a-z]{1,20}\]/gim],
  ['===', /^===[!+]?[ \t]+"/gm],
  [': definition', /\n:[ \t]{1,4}\S/g],
  ['[^1]', /\[\^[^\]\s]{1,99}\](?!:)/g],
  ['*[abbreviation]:', /^\*\[[^\]\n]{1,99}\]:/gm],
  ['[TOC]', /^\[TOC\]$/gim],
  ['--8<--', /^-{1,8}8<-{1,8}/gm],
  ['$$', /\$\$[^$]{1,999}\$\$/g],
  ['{{ }}', /(?<!\]\()\{\{[^{}]{0,999}\}\}/g],
  ['{% %}', /(?<!\]\()\{%[^{}]{0,999}%\}/g],
  ['{.class}', /\{:?[ \t]{0,9}[.#][a-z][^{}\n]{0,199}\}|(?<=\))\{:?[ \t]{0,9}[\w-]{1,99}=[^{}\n]{1,199}\}/gi],
  ['{role}', /\{[a-z][\w:-]{0,99}\}(?=`)|(?<![\w:/]):[a-z][\w:+-]{0,99}:(?=`)/gi],
  [':smile:', /(?<![\w:/])(?::[a-z](?:[\w+-]{0,99}[a-z0-9])?:|:\+1:|:-1:)(?![\w:/`])/gi],
  ['~~text~~', /~~[^~\s](?:[^~\n]{0,999}[^~\s])?~~/g],
  ['==text==', /(?<![=\w])==[^=\s](?:[^=\n]{0,999}[^=\s])?==(?![=\w])/g],
  ['++key++', /(?<![+\w])\+\+[\w-]{1,99}(?:\+[\w-]{1,99}){0,9}\+\+(?![+\w])/g],
];
/** One search of a text that most often has none of them takes a third of the time of one for each. */
const anyInText = new RegExp(inText.map(([, { source }]) => source).join('|'), 'im');
const task = /^\[[ x]\][ \t]/i;
/** Elements that HTML does not have are those of a tool: `<Tabs>` or `<my-element>`. */
const element =
  /<(details|[A-Z](?=\w{0,99}[a-z])\w{0,99}|(?!font-face|color-profile)[a-z]\w{0,99}-[\w-]{1,99})(?=[\s/>])/g;
const diagram = /^(?:mermaid|plantuml|puml|graphviz|d2|math|vega-lite|geojson|topojson|\{)/i;

const mostShown = 6;

/** Returns one problem at the first place, which counts all. */
export function otherSyntaxProblems(
  blocks: Blocks,
  isLeftOut: (offset: number) => boolean,
): readonly Problem[] {
  const counts = new Map<string, number>();
  let first: { readonly start: number; readonly end: number } | undefined;
  const { tokens } = blocks;
  for (const [index, token] of tokens.entries()) {
    const found = marksOf(blocks, index);
    if (found.length === 0) {
      continue;
    }
    const start =
      token.type === 'fence' ? lineOf(blocks, token) : blocks.offsetMapper(index)(found[0]?.at ?? 0);
    if (isLeftOut(start)) {
      continue;
    }
    first ??= { start, end: start + (found[0]?.length ?? 0) };
    for (const { mark } of found) {
      counts.set(mark, (counts.get(mark) ?? 0) + 1);
    }
  }
  if (first === undefined) {
    return [];
  }
  const marks = [...counts].sort(([, one], [, other]) => other - one);
  const list = marks.slice(0, mostShown).map(([mark, count]) => `${quote(mark)} (${formatNumber(count)})`);
  const message = l10n.t(
    'Plain Markdown with tables does not have these, so they may arrive as text, or not at all: {0}.',
    [...list, ...(marks.length > mostShown ? ['…'] : [])].join(', '),
  );
  return [{ kind: 'brokenLink', message, ...first, isNoted: true }];
}

interface Mark {
  readonly mark: string;
  /** Where it is in the token’s content. */
  readonly at: number;
  readonly length: number;
}

function marksOf(blocks: Blocks, index: number): readonly Mark[] {
  const { type, info, content } = blocks.tokens[index] ?? { type: '', info: '', content: '' };
  switch (type) {
    case 'fence': {
      const word = diagram.test(info) ? (info.split(/\s/, 1)[0] ?? '') : '';
      return word === '' ? [] : [{ mark: `\`\`\`${word}`, at: 0, length: 3 + word.length }];
    }
    case 'html_block':
      return elementsIn(content, 0);
    case 'inline':
      return task.test(content) || content.search(element) !== -1 || anyInText.test(content)
        ? marksInText(blocks, index, content)
        : [];
    default:
      return [];
  }
}

function marksInText(blocks: Blocks, index: number, content: string): readonly Mark[] {
  const { all, placed } = blocks.parseInline(content, blocks.tokens[index - 1]?.type === 'heading_open');
  const text = all.map(textOf).join('');
  const ofElements = placed.flatMap(({ token, start }) =>
    token.type === 'html_inline' ? elementsIn(token.content, start) : [],
  );
  const isTask = blocks.tokens[index - 2]?.type === 'list_item_open' && task.test(text);
  return [
    ...ofElements,
    ...(isTask ? [{ mark: '[ ]', at: 0, length: 3 }] : []),
    ...inText.flatMap(([mark, pattern]) =>
      [...text.matchAll(pattern)]
        .filter(([whole]) => isDefined(blocks, whole))
        .map(([whole]) => {
          const written = whole.trim();
          return { mark, at: Math.max(0, content.indexOf(written)), length: written.length };
        }),
    ),
  ].sort((one, other) => one.at - other.at);
}

/** `[^1]` is a footnote only if the text has `[^1]:`. */
function isDefined({ text }: Blocks, mark: string): boolean {
  return !mark.startsWith('[^') || text.includes(`${mark}:`);
}

function textOf({ type, content }: Token): string {
  switch (type) {
    case 'text':
      return content;
    case 'code_inline':
      return '`';
    case 'link_close':
    case 'image':
      return ')';
    default:
      return type.endsWith('break') ? '\n' : '';
  }
}

function elementsIn(html: string, from: number): readonly Mark[] {
  const isInComment = createSpanTest(commentsIn(html));
  const found = [...html.matchAll(element)].filter(({ index }) => !isInComment(index));
  return found.map(({ 0: { length }, 1: name = '', index }) => ({
    mark: `<${name}>`,
    at: from + index,
    length,
  }));
}

function lineOf({ lines }: Blocks, { map }: Token): number {
  return lines[map?.[0] ?? 0]?.start ?? 0;
}
