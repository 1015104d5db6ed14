import { unescapeAll, type Blocks, type InlineToken } from './blocks';
import { isDelimiterRow } from './delimiterRow';
import { wikiLinkOf } from './dialects';
import { htmlLinks, possibleHtmlLinkPattern } from './htmlLinks';
import { localLinkKind, type LocalLink } from './localLink';
import type { Span } from './lines';

/** Unlike `findLocalLinks`, also finds links to the web, except bare ones such as `<https://a.example>`. */
export function findAddresses(blocks: Blocks): readonly Pick<LocalLink, 'to' | 'addressAt'>[] {
  return [...linksIn(blocks, anyLinks), ...definitionsIn(blocks, anyLinks)];
}

export function findLocalLinks(blocks: Blocks): readonly LocalLink[] {
  return [...linksIn(blocks, localLinks), ...definitionsIn(blocks, localLinks)];
}

interface Wanted {
  /** A text without a match and without HTML has no wanted link, and so need not be parsed. */
  readonly maybe: RegExp;
  readonly kindOf: typeof localLinkKind;
}

const localLinks: Wanted = {
  maybe: /\]\(\s*<?(?!(?!file:)[a-z][a-z0-9+.-]+:|\/\/)|\[\[[^[\]\n]+\]\]/i,
  kindOf: localLinkKind,
};
const anyLinks: Wanted = {
  maybe: /\]\(/i,
  kindOf: (_, isImage) => (isImage ? 'localImage' : 'relativeLink'),
};

type ToTextOffset = (offset: number) => number;

function linksIn(blocks: Blocks, wanted: Wanted): readonly LocalLink[] {
  return blocks.tokens.flatMap(({ type, content }, index) =>
    type === 'html_block' && possibleHtmlLinkPattern.test(content)
      ? htmlLinks(content, blocks.offsetMapper(index), wanted.kindOf)
      : type === 'inline' && (wanted.maybe.test(content) || possibleHtmlLinkPattern.test(content))
        ? inlineLinks(blocks, content, blocks.offsetMapper(index), wanted)
        : [],
  );
}

function inlineLinks(blocks: Blocks, content: string, place: ToTextOffset, { kindOf }: Wanted): LocalLink[] {
  const span = ({ start, end }: Span): Span => ({ start: place(start), end: place(end - 1) + 1 });
  return blocks.parseInline(content).placed.flatMap((found): LocalLink[] => {
    const { token, start, limit } = found;
    if (token.type === 'html_inline') {
      return htmlLinks(token.content, (offset) => place(start + offset), kindOf);
    }
    if (token.type === 'wiki_link') {
      return wikiLink(content, found, span);
    }
    const isImage = token.type === 'image';
    if (!isImage && token.type !== 'link_open') {
      return [];
    }
    const to = String(token.attrGet(isImage ? 'src' : 'href') ?? '');
    const kind = kindOf(to, isImage);
    const from = isImage ? start + 2 : start;
    const labelEnd = isImage ? from + token.content.length : limit;
    // The address of `[a][b]` is in the definition `[b]: …`, which `definitionsIn` finds.
    const written = kind && blocks.addressAfter(content, labelEnd);
    if (kind === undefined || written === undefined) {
      return [];
    }
    const { start: first, end } = span({ start: isImage ? start : start - 1, end: written.end });
    const label = content.slice(from, labelEnd);
    return [{ start: first, end, kind, to, addressAt: span(written.address), label }];
  });
}

/** An embed is no link. In a table, “|” ends the cell, so `[[to|label]]` is no link there, but `[[to\|label]]` is. */
function wikiLink(content: string, { token, start }: InlineToken, span: (span: Span) => Span): LocalLink[] {
  const { to, label: written, isEmbed } = wikiLinkOf(token);
  const label = written === to ? to.replace(/^#/, '') : written;
  const end = start + token.content.length;
  const isCut = /(?<!\\)\|/.test(token.content) && content.split('\n').some(isDelimiterRow);
  if (isEmbed || isCut) {
    return [];
  }
  const labelAt = span({ start: end - 2 - label.length, end: end - 2 });
  const there = span({ start, end });
  return to.startsWith('#')
    ? [{ ...there, kind: 'fragment', to, addressAt: there, label, labelAt }]
    : [{ ...there, kind: 'relativeLink', to: `[[${to}]]`, addressAt: there, label, labelAt }];
}

function definitionsIn(blocks: Blocks, wanted: Wanted): LocalLink[] {
  return blocks.tokens.flatMap((token) => {
    const address = token.type === 'reference_definition' ? blocks.addressOf(token) : undefined;
    if (address === undefined) {
      return [];
    }
    const { start, end } = address;
    const written = blocks.text.slice(start, end);
    // For some parsers, `[^1]: …` is a footnote, whose text may have links.
    if (String((token.meta as { label?: unknown }).label).startsWith('^')) {
      return wanted.maybe.test(written) || written.includes('[[')
        ? inlineLinks(blocks, written, (offset) => start + offset, wanted)
        : [];
    }
    const to = unescapeAll(written.replace(/^<|>$/g, ''));
    const kind = wanted.kindOf(to, /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i.test(to));
    return kind === undefined ? [] : [{ start, end, kind, to, addressAt: address, label: undefined }];
  });
}
