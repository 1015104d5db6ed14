import * as l10n from '@vscode/l10n';
import type { Token } from 'markdown-it';
import type { Blocks } from './blocks';
import { commentsIn } from './comments';
import { isDelimiterRow } from './delimiterRow';
import { possibleHiddenPattern } from './dialects';
import type { Span } from './lines';
import { createSpanTest, type Problem } from './problem';
import type { LeftOutSpan } from './regions';

export interface HiddenByOtherTools {
  /** Marks such as `{#id}`, and comments such as `%% … %%` of Obsidian, which stay if comments are sent. */
  readonly leftOut: readonly LeftOutSpan[];
  readonly problems: readonly Problem[];
}

const hidesElsewhere =
  /%%|\{[ \t]{0,9}[/%{:#.-]|\{[ \t]{0,9}[\w-]+=|\[(?:\/\/|comment)\]:|\[\[_TOC_|\]:[ \t]*(?:#|<>)[ \t]/i;
/** Inside HTML, it depends on the tool whether these begin a comment. */
const commentInHtml = /\{\/\*|\{\{-?[ \t]?\/\*|\{%-?[ \t]{0,9}comment\b|%%(?=\s)/;
const usedLabel = /\[([^[\]]{1,999})\](?!:)/g;

export function hiddenByOtherTools(blocks: Blocks): HiddenByOtherTools {
  const leftOut: LeftOutSpan[] = [];
  const doubts: Span[] = [];
  if (!hidesElsewhere.test(blocks.text)) {
    return { leftOut, problems: [] };
  }
  const isUsed = usedLabels(blocks.text);
  for (const [index, token] of blocks.tokens.entries()) {
    const { type, content, info } = token;
    if (type === 'hidden_block') {
      const span = spanIn(blocks, index, content);
      leftOut.push({ what: info === 'mark' ? 'mark' : 'comment', ...span, inBlock: false });
    } else if (type === 'reference_definition') {
      const label = blocks.commentDefinitionLabel(token);
      if (label !== undefined && !label.startsWith('^') && !isUsed(label)) {
        leftOut.push({ what: 'comment', ...definitionAt(blocks, token), inBlock: false });
      }
    } else if (type === 'inline' && possibleHiddenPattern.test(content)) {
      const isHeading = blocks.tokens[index - 1]?.type === 'heading_open';
      inText(blocks, content, blocks.offsetMapper(index), { isHeading, leftOut, doubts });
    } else if (type === 'html_block') {
      doubts.push(...inHtml(content, blocks.offsetMapper(index)));
    }
  }
  return { leftOut, problems: doubts.map(problemOf) };
}

function usedLabels(text: string): (label: string) => boolean {
  let used: Set<string> | undefined;
  return (label) => {
    used ??= new Set([...text.matchAll(usedLabel)].map(([, each = '']) => each.toLowerCase()));
    return used.has(label.toLowerCase());
  };
}

function spanIn(blocks: Blocks, index: number, content: string): Span {
  const place = blocks.offsetMapper(index);
  return { start: place(content.search(/\S/)), end: place(content.trimEnd().length - 1) + 1 };
}

function definitionAt({ lines, text }: Blocks, { map }: Token): Span {
  const start = text.indexOf('[', lines[map?.[0] ?? 0]?.start);
  const end = lines[(map?.[1] ?? 1) - 1]?.end ?? start;
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

interface InText {
  readonly isHeading: boolean;
  readonly leftOut: LeftOutSpan[];
  readonly doubts: Span[];
}

function inText(blocks: Blocks, content: string, place: (offset: number) => number, into: InText): void {
  const span = (start: number, end: number): Span => ({ start: place(start), end: place(end - 1) + 1 });
  const inTable = content.split('\n').some(isDelimiterRow);
  const { placed, doubts } = blocks.parseInline(content, into.isHeading);
  into.doubts.push(...doubts.map(({ start, end }) => span(start, end)));
  for (const { token, start } of placed) {
    if (token.type === 'image' && possibleHiddenPattern.test(token.content)) {
      // An image’s alternative text begins after “![”.
      inText(blocks, token.content, (offset) => place(start + 2 + offset), into);
    } else if (token.type === 'hidden') {
      const there = span(start, start + token.content.length);
      // In parsers with tables, “|” and the end of the line end a cell, which would cut the comment in two.
      if (inTable && /[|\n]/.test(token.content)) {
        into.doubts.push(there);
      } else {
        into.leftOut.push({ what: token.info === 'mark' ? 'mark' : 'comment', ...there, inBlock: true });
      }
    }
  }
}

function inHtml(html: string, place: (offset: number) => number): readonly Span[] {
  const { 0: found, index } = commentInHtml.exec(html) ?? { 0: '', index: -1 };
  const isInComment = createSpanTest(commentsIn(html));
  return index === -1 || isInComment(index)
    ? []
    : [{ start: place(index), end: place(index + found.length - 1) + 1 }];
}

function problemOf({ start, end }: Span): Problem {
  const message = l10n.t(
    'This is sent: it may be meant as a comment, but that is not certain. Write “<!-- … -->” around what nobody else should read.',
  );
  return { kind: 'notLeftOut', message, start, end };
}
