import { HtmlRenderer, Parser } from 'commonmark';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** A renderer that the extension does not use. */
export type Render = (markdown: string) => string;

const parser = new Parser();
const renderer = new HtmlRenderer();

export const commonMark: Render = (markdown) => renderer.render(parser.parse(markdown));
export const gitHub: Render = (markdown) =>
  micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });

// Of no document is the text between two rules that has no key the front matter
const frontMatter = /^---[ \t]*\n(?:(?:[\w-]+:|[ \t#-]).*\n|[ \t]*\n)*---[ \t]*(?:\n|$)/;

export function withoutFrontMatter(text: string): string {
  const lines = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  return frontMatter.test(lines) ? lines.replace(frontMatter, '') : text.replace(/^\ufeff/, '');
}

const comments = /<!--(?:>|->|[^]*?(?:-->|$))/g;
const parts =
  /<!--(?:>|->|[^]*?(?:-->|$))|<(script|style|textarea|pre)\b[^]*?(?:<\/\1>|$)|<\/?[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>|[^<]+|</gi;
const block =
  /^<\/?(?:p|h[1-6]|ul|ol|li|blockquote|hr|br|table|thead|tbody|tr|td|th|div|details|summary|section|dl|dd|dt)\b/i;

/** What a reader sees of a page: its HTML without comments and regions, and with spaces as a browser has them. */
export function seen(html: string, withoutHeading = false): string {
  let depth = 0;
  let page = '';
  for (const [part] of html.replace(/\r\n?/g, '\n').matchAll(parts)) {
    const comment = /^<!--([^]*?)(?:-->|$)/.exec(part)?.[1]?.trim();
    if (comment !== undefined) {
      depth = comment === 'wiki:skip' ? depth + 1 : comment === '/wiki:skip' && depth > 0 ? depth - 1 : depth;
    } else if (depth === 0) {
      page += /^<img/i.test(part) ? part.replace(comments, '') : /^<(?:pre|script|style|textarea)/i.test(part)
        ? part.replace(comments, '').replaceAll(' ', '\u0001').replaceAll('\n', '\u0002').replaceAll('\t', '\u0003')
        : block.test(part)
          ? `\u0004${part}\u0004`
          : part;
    }
  }
  const tidy = page
    .replace(/[ \t\n]+/g, ' ')
    .replace(/ ?\u0004 ?/g, '')
    .trim();
  return withoutHeading ? tidy.replace(/^<h1>[^]*?<\/h1> ?/, '') : tidy;
}
