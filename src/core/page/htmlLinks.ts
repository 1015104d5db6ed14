import { commentsIn } from './comments';
import type { kindOf as KindOf, LocalLink } from './localLink';
import { insideAny } from './problem';

const tag = /<(a|img)(?=[\s/])((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;

/** Finds the addresses of links and images that are written as HTML. */
export function htmlLinks(
  html: string,
  place: (offset: number) => number,
  kindOf: typeof KindOf,
): LocalLink[] {
  const isInComment = insideAny(commentsIn(html));
  return [...html.matchAll(tag)].flatMap(({ 0: { length }, 1: name = '', 2: attributes = '', index }) => {
    if (isInComment(index)) {
      return [];
    }
    const isImage = name.toLowerCase() === 'img';
    const wanted = isImage ? 'src' : 'href';
    const found = [...attributes.matchAll(attribute)].find(([, key]) => key?.toLowerCase() === wanted);
    const written = found?.[2] ?? '';
    const marks = /^["']/.test(written) ? 1 : 0;
    const to = written
      .slice(marks, written.length - marks)
      .replaceAll('&amp;', '&')
      .trim();
    const kind = kindOf(to, isImage);
    if (found === undefined || kind === undefined) {
      return [];
    }
    const from = index + 1 + name.length + found.index + found[0].length - written.length + marks;
    const address = { start: place(from), end: place(from + written.length - 2 * marks - 1) + 1 };
    const start = place(index);
    const end = place(index + length - 1) + 1;
    return [{ kind, to, address, label: undefined, inHtml: true, isBare: marks === 0, start, end }];
  });
}
