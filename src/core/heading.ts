import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';

// Every level-one heading outside containers has such a line
const candidate = /^ {0,3}(?:#(?:[ \t]|$)|=+[ \t]*$)/m;

/** The text of the first level-one heading (ATX or setext) that stands in no quote, list or code. */
export function firstHeading(markdown: string): string | undefined {
  const first = candidate.exec(markdown);
  if (first === null) {
    return undefined;
  }
  // CommonMark decides blocks line by line: a heading found in the first part of a text is one of the whole
  for (let end = lineEnd(markdown, first.index); ; end = lineEnd(markdown, 2 * end)) {
    const part = markdown.slice(0, end);
    const heading = fromMarkdown(part).children.find((node) => node.type === 'heading' && node.depth === 1);
    if (heading === undefined && end < markdown.length) {
      continue;
    }
    // A reference in brackets may be defined anywhere below
    if (heading !== undefined && end < markdown.length && textOf(heading).includes('[')) {
      const whole = fromMarkdown(markdown).children.find(
        (node) => node.type === 'heading' && node.depth === 1,
      );
      return textOf(whole);
    }
    return heading === undefined ? undefined : textOf(heading);
  }
}

function textOf(node: unknown): string {
  return toString(node, { includeHtml: false });
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline + 1;
}
