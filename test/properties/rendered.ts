import { HtmlRenderer, Parser } from 'commonmark';
import GitHubSlugger from 'github-slugger';
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

const ownLink = /<a href="#([^"]*)/g;
const heading = /<(h[1-6])>([^]*?)<\/\1>/g;

/** The names of a page's headings are those of Markdown's tools, or those of the wiki, which counts the same words in the same letter case. */
export type HeadingNames = 'markdown' | 'wiki';

/** Returns a function that says to which heading a fragment leads, counted from the page's end, after the fragment's letters. */
function destinations(page: string, names: HeadingNames): (fragment: string) => string {
  const texts = Array.from(page.matchAll(heading), ([, , inner = '']) =>
    unescaped(inner.replace(/<[^>]*>/g, ''))
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const slugger = new GitHubSlugger();
  const counts = new Map<string, number>();
  const named = texts.map((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return names === 'markdown'
      ? hyphensAlike(slugger.slug(text))
      : text.replaceAll(' ', '-') + (count === 0 ? '' : `.${count}`);
  });
  return (written) => {
    const fragment = decodeURIComponent(unescaped(written).replace(/%(?![\da-f]{2})/gi, '%25'));
    const at = named.indexOf(names === 'markdown' ? hyphensAlike(fragment) : fragment);
    return `${letters(fragment)}|${at < 0 ? '' : texts.length - at}`;
  };
}

/** Tools differ in how many hyphens stand for punctuation. */
function hyphensAlike(slug: string): string {
  return slug.toLowerCase().replace(/-+/g, '-').replace(/^-|-$/g, '');
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Whether a comment reaches over the end of a block, which nobody could take out. */
export function isBroken(html: string): boolean {
  return [...html.matchAll(comments)].some(([comment]) =>
    /<\/?(?:p|li|ul|ol|blockquote)>|--&gt;/.test(comment),
  );
}

/** Whether a reader sees the same: links within the page may have other fragments that lead to the same heading. */
export function looksAlike(one: string, other: string): boolean {
  const [fragments, others] = [one, other].map((page) =>
    Array.from(page.matchAll(ownLink), ([, to = '']) => to),
  );
  const withoutFragments = (page: string): string => page.replace(ownLink, '#');
  return (
    withoutFragments(one) === withoutFragments(other) &&
    fragments?.every((fragment, index) => {
      const [[words, at], [otherWords, otherAt]] = [fragment.split('|'), (others?.[index] ?? '').split('|')];
      return words === otherWords || (at !== '' && at === otherAt);
    }) === true
  );
}

/** What a reader sees of a page: its HTML without comments and regions, and with spaces as a browser has them. */
export function seen(html: string, withoutHeading = false, names: HeadingNames = 'markdown'): string {
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
            : part;
    }
  }
  const leadsTo = destinations(page.replace(/\u0004/g, ''), names);
  const tidy = page
    .replace(ownLink, (_, fragment: string) => `<a href="#${leadsTo(fragment)}`)
    .replace(/[ \t\n]+/g, ' ')
    .replace(/ ?\u0004 ?/g, '')
    .trim();
  // Its words are the title; whatever else it has must arrive
  return withoutHeading ? tidy.replace(/^<h1>(?:[^<]|<\/?(?:em|strong|code)>|<br \/>)*<\/h1> ?/, '') : tidy;
}
