import { HtmlRenderer, Parser } from 'commonmark';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** A renderer that the extension does not use. */
export type Render = (markdown: string) => string;

const parser = new Parser();
const renderer = new HtmlRenderer();

// It sees an empty line after a last one that ends with CR
export const commonMark: Render = (markdown) =>
  renderer.render(parser.parse(markdown.replace(/\r\n?/g, '\n')));
export const gitHub: Render = (markdown) =>
  micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });

// Of no document is the text between two rules that has no key the front matter
const frontMatter = /^---[ \t]*\n(?![ \t]+\S)(?:(?:[\w-]+:|[ \t#-]).*\n|[ \t]*\n)*---[ \t]*(?:\n|$)/;

export function withoutFrontMatter(text: string): string {
  const lines = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  return frontMatter.test(lines) ? lines.replace(frontMatter, '') : text.replace(/^\ufeff/, '');
}

const comments = /<!--(?:>|->|[^]*?(?:-->|$))/g;
const parts =
  /<!--(?:>|->|[^]*?(?:-->|$))|<pre><code[^]*?<\/code><\/pre>|<(script|style|textarea)\b[^]*?(?:<\/\1>|$)|<\/?[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>|[^<]+|</gi;
const block =
  /^<\/?(?:p|h[1-6]|ul|ol|li|blockquote|hr|br|table|thead|tbody|tr|td|th|pre|div|details|summary|section|dl|dd|dt)\b/i;

const ownAnchor = /^<a href="#[^"]*/;

/** The wiki names the headings of a page in other letter case, and with other punctuation, than Markdown's tools. */
function lettersAlone(start: string): string {
  const fragment = start.slice(start.indexOf('#') + 1).replace(/%(?![\da-f]{2})/gi, '%25');
  return `<a href="#${decodeURIComponent(fragment)
    .toLowerCase()
    .replace(/&\w+;|[^\p{L}\p{M}\p{N}]/gu, '')}`;
}

/** Whether a comment reaches over the end of a block, which nobody could take out. */
export function isBroken(html: string): boolean {
  return [...html.matchAll(comments)].some(([comment]) =>
    /<\/?(?:p|li|ul|ol|blockquote)>|--&gt;/.test(comment),
  );
}

/** What a reader sees of a page: its HTML without comments and regions, and with spaces as a browser has them. */
export function seen(html: string, withoutHeading = false): string {
  let depth = 0;
  let page = '';
  for (const [part] of html.replace(/\r\n?/g, '\n').matchAll(parts)) {
    const comment = /^<!--([^]*?)(?:-->|$)/.exec(part)?.[1]?.trim();
    if (comment !== undefined) {
      depth = comment === 'wiki:skip' ? depth + 1 : comment === '/wiki:skip' && depth > 0 ? depth - 1 : depth;
    } else if (depth === 0) {
      page += /^<img/i.test(part)
        ? part.replace(comments, '')
        : /^<pre><code/i.test(part)
          ? part.replaceAll(' ', '\u0001').replaceAll('\n', '\u0002').replaceAll('\t', '\u0003')
          : block.test(part)
            ? `\u0004${part}\u0004`
            : part.replace(ownAnchor, lettersAlone);
    }
  }
  const tidy = page
    .replace(/[ \t\n]+/g, ' ')
    .replace(/ ?\u0004 ?/g, '')
    .trim();
  // Its words are the title; whatever else it has must arrive
  return withoutHeading ? tidy.replace(/^<h1>(?:[^<]|<\/?(?:em|strong|code)>|<br \/>)*<\/h1> ?/, '') : tidy;
}
