import { commentsIn } from './comments';
import type { Span } from './lines';
import type { localLinkKind as KindOf, LocalLink } from './localLink';
import { createSpanTest } from './problem';

export const possibleHtmlLinkPattern = /<(?:a|area|link|img|source|video|audio|track|object|embed|iframe)\s/i;
const tag =
  /<(a|area|link|img|source|video|audio|track|object|embed|iframe)(?=[\s/])((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;
const addressAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  object: ['data'],
  embed: ['src'],
  iframe: ['src'],
};

export function htmlLinks(
  html: string,
  place: (offset: number) => number,
  kindOf: typeof KindOf,
): LocalLink[] {
  const isInComment = createSpanTest(commentsIn(html));
  return [...html.matchAll(tag)].flatMap(({ 0: { length }, 1: name = '', 2: attributes = '', index }) => {
    if (isInComment(index)) {
      return [];
    }
    const wanted = new Set(addressAttributes[name.toLowerCase()]);
    const start = place(index);
    const end = place(index + length - 1) + 1;
    return [...attributes.matchAll(attribute)].flatMap(({ 0: whole, 1: key = '', 2: written, index: at }) => {
      const isFirst = wanted.delete(key.toLowerCase());
      if (!isFirst || written === undefined) {
        return [];
      }
      const marks = /^["']/.test(written) ? 1 : 0;
      const from = index + 1 + name.length + at + whole.length - written.length + marks;
      const value = written.slice(marks, written.length - marks);
      return addressesIn(key.toLowerCase(), value).flatMap((span) => {
        const to = value.slice(span.start, span.end).replaceAll('&amp;', '&').trim();
        const kind = kindOf(to, !/^(?:href|data)$/i.test(key) && name.toLowerCase() !== 'iframe');
        const addressAt = { start: place(from + span.start), end: place(from + span.end - 1) + 1 };
        return kind === undefined
          ? []
          : [{ kind, to, addressAt, label: undefined, inHtml: true, isUnquoted: marks === 0, start, end }];
      });
    });
  });
}

/** `srcset="a.png 1x, b.png 2x"` has two addresses. */
function addressesIn(key: string, value: string): readonly Span[] {
  return key === 'srcset'
    ? [...value.matchAll(/[^\s,][^\s]*[^\s,]|[^\s,]/g)]
        .filter(({ index }) => /(?:^|,)\s*$/.test(value.slice(Math.max(0, index - 100), index)))
        .map(({ 0: { length }, index }) => ({ start: index, end: index + length }))
    : [{ start: 0, end: value.length }];
}
