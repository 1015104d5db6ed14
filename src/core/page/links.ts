import * as l10n from '@vscode/l10n';
import { unescapeAll, type Blocks } from './blocks';
import { htmlLinks } from './htmlLinks';
import { kindOf, pathOf, type LocalLink } from './localLink';
import { isMarkdownName } from './markdownName';
import { quote } from '../text/plain';
import { firstOfEachKind, type Edit, type Fix, type Problem } from './problem';
import type { Span } from './lines';

/** What makes public addresses of relative ones. */
export interface PublicPlace {
  /** The two addresses that are put before a path in the workspace folder; they end with a slash. */
  readonly address: string | undefined;
  readonly imageAddress: string | undefined;
  /** The document's own folder in the workspace folder: '' or 'docs/'. */
  readonly folder: string;
  /** The names of the settings whose values can't be used. */
  readonly unusable: readonly string[];
}

/** A link to a file, as the document writes it, and the address of the file's page; null if the page's address is not known. */
export type LinkedPage = readonly [to: string, address: string | null];

export interface Destinations {
  readonly publicPlace?: PublicPlace | undefined;
  readonly linkedPages?: readonly LinkedPage[] | undefined;
}

export interface CheckedLinks {
  readonly problems: readonly Problem[];
  /** The links to pages whose address is not known, which lead nowhere unless the wiki’s pages can be looked up. */
  readonly unresolved: readonly Problem[];
  readonly edits: readonly Edit[];
  /** The Markdown files that links lead to, as the document writes them. */
  readonly linked: readonly string[];
}

const mostLinked = 5_000;

/** Finds the images and links that the wiki could not show because they are only on this computer, and makes the edits for those whose public address is known. */
export function checkLinks(
  blocks: Blocks,
  { publicPlace: place, linkedPages }: Destinations,
  isLeftOut: (offset: number) => boolean,
): CheckedLinks {
  const pages = new Map(linkedPages);
  const publicAddress = place && publicAddresses(place);
  const here: LocalLink[] = [];
  const unresolved: LocalLink[] = [];
  const edits: Edit[] = [];
  const linked = new Set<string>();
  const links = [...linksIn(blocks), ...definitionsIn(blocks)];
  blocks.limit(links);
  for (const link of links) {
    if (isLeftOut(link.start)) {
      continue;
    }
    const isPage = link.kind === 'relativeLink' && isMarkdownName(pathOf(link.to));
    if (isPage && linked.size < mostLinked) {
      linked.add(link.to);
    }
    const page = isPage ? pages.get(link.to) : undefined;
    const there = page ?? publicAddress?.(link);
    if (there !== undefined) {
      edits.push({ start: link.address.start, end: link.address.end, text: escapedAddress(there, link) });
    } else {
      (page === undefined ? here : unresolved).push(link);
    }
  }
  const problems = firstOfEachKind(here).map((link) => problemOf(link));
  const unusable = problems.length === 0 ? [] : (place?.unusable ?? []).map(unusableAddressProblem);
  const broken = brokenLinks(blocks).filter(({ start }) => !isLeftOut(start));
  return {
    problems: [...unusable, ...problems, ...broken],
    unresolved: firstOfEachKind(unresolved).map((link) => problemOf(link, { hasPage: true })),
    edits,
    linked: [...linked],
  };
}

/** Finds all addresses in links, definitions and HTML attributes, wherever they lead. */
export function findAddresses(blocks: Blocks): readonly Pick<LocalLink, 'to' | 'address'>[] {
  return [...linksIn(blocks, anyLinks), ...definitionsIn(blocks, anyLinks)];
}

interface Wanted {
  /** Matches any text that has such a link, so that most texts need no parsing. */
  readonly maybe: RegExp;
  readonly kindOf: typeof kindOf;
}

const localLinks: Wanted = {
  maybe: /\]\(\s*<?(?!(?!file:)[a-z][a-z0-9+.-]+:|\/\/|#)|<(?:a|img)\s/i,
  kindOf,
};
const anyLinks: Wanted = {
  maybe: /\]\(|<(?:a|img)\s/i,
  kindOf: (_, isImage) => (isImage ? 'localImage' : 'relativeLink'),
};

function linksIn(blocks: Blocks, wanted = localLinks): readonly LocalLink[] {
  return blocks.tokens.flatMap(({ type, content }, index) => {
    if (!wanted.maybe.test(content)) {
      return [];
    }
    const place = blocks.place(index);
    return type === 'html_block'
      ? htmlLinks(content, place, wanted.kindOf)
      : type === 'inline'
        ? inlineLinks(blocks, content, place, wanted)
        : [];
  });
}

function inlineLinks(
  blocks: Blocks,
  content: string,
  place: (offset: number) => number,
  { kindOf }: Wanted,
): LocalLink[] {
  const span = ({ start, end }: Span): Span => ({ start: place(start), end: place(end - 1) + 1 });
  return blocks.inline(content).placed.flatMap(({ token, start, limit }) => {
    if (token.type === 'html_inline') {
      return htmlLinks(token.content, (offset) => place(start + offset), kindOf);
    }
    const isImage = token.type === 'image';
    if (!isImage && token.type !== 'link_open') {
      return [];
    }
    const to = String(token.attrGet(isImage ? 'src' : 'href') ?? '');
    const kind = kindOf(to, isImage);
    const from = isImage ? start + 2 : start;
    const labelEnd = isImage ? from + token.content.length : limit;
    // A link that refers to a definition has its address there.
    const written = kind && blocks.addressAfter(content, labelEnd);
    if (kind === undefined || written === undefined) {
      return [];
    }
    const { start: first, end } = span({ start: isImage ? start : start - 1, end: written.end });
    const label = content.slice(from, labelEnd);
    return [{ start: first, end, kind, to, address: span(written.address), label }];
  });
}

function definitionsIn(blocks: Blocks, { kindOf } = localLinks): LocalLink[] {
  return blocks.tokens.flatMap((token) => {
    const address = token.type === 'reference_definition' ? blocks.addressOf(token) : undefined;
    // Some parsers read a label like “^1” as a footnote.
    if (address === undefined || String((token.meta as { label?: unknown }).label).startsWith('^')) {
      return [];
    }
    const to = unescapeAll(blocks.text.slice(address.start, address.end).replace(/^<|>$/g, ''));
    const kind = kindOf(to, /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i.test(to));
    const { start, end } = address;
    return kind === undefined ? [] : [{ start, end, kind, to, address, label: undefined }];
  });
}

const linkWithSpaces = /\[[^[\]\n]*\]\(([^()<>\n"']+)\)/g;

/** Finds links that are sent as text because their address has a space. */
function brokenLinks(blocks: Blocks): Problem[] {
  return blocks.tokens.flatMap(({ type, content }, index) => {
    const found =
      type === 'inline' && content.includes('](')
        ? [...content.matchAll(linkWithSpaces)].filter(
            ([, to = '']) => to.trim().includes(' ') && /\.\w{1,8}\s*$/.test(to),
          )
        : [];
    if (found.length === 0) {
      return [];
    }
    const text = blocks
      .inline(content)
      .all.map((token) => (token.type === 'text' ? token.content : ''))
      .join('');
    const place = blocks.place(index);
    return found
      .filter(([whole]) => text.includes(whole))
      .map(({ 0: whole, 1: to = '', index: from }) => {
        const [start, end] = [place(from), place(from + whole.length - 1) + 1];
        const edit = { start: end - 1 - to.length, end: end - 1, text: `<${to.trim()}>` };
        return {
          kind: 'brokenLink',
          message: l10n.t(
            'This is sent as text, not as a link: an address with spaces needs “<” and “>” around it.',
          ),
          start,
          end,
          fixes: [{ kind: 'edit', title: l10n.t('Put the Address in “<” and “>”'), edit }],
        };
      });
  });
}

function publicAddresses(place: PublicPlace): (link: LocalLink) => string | undefined {
  const folder = place.folder.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return ({ to, kind }) => {
    const address = (kind === 'localImage' ? place.imageAddress : undefined) ?? place.address;
    // Browsers read “/\” as the beginning of a host's address.
    const read = to.replace(/[\t\n\r]/g, '');
    if (address === undefined || /^(?:file:|[a-z]:|\\|\/[\\/])/i.test(read)) {
      return undefined;
    }
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(read.toWellFormed()) ?? [];
    const names = (path.startsWith('/') ? path.slice(1) : folder + path)
      .replaceAll('\\', '/')
      .replace(/%2e/gi, '.')
      .split('/');
    // A path must not lead out of the public folder.
    let level = 0;
    for (const name of names) {
      level += name === '..' ? -1 : name === '.' || name === '' ? 0 : 1;
      if (level < 0) {
        return undefined;
      }
    }
    const root = 'place://public/';
    const url = new URL(rest, root);
    url.pathname = `/${names.join('/')}`;
    return address + url.href.slice(root.length);
  };
}

/** Escapes what would end the address, or the cell of a table that it is in, or have another meaning there. */
function escapedAddress(address: string, { inHtml, isBare }: LocalLink): string {
  const there = address.replace(/[()<>"'`|;\\\s]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  const escaped = inHtml === true ? there.replaceAll('&', '&amp;') : there;
  // Not all renderers accept a slash or “=” in an attribute without quotation marks.
  return isBare === true ? `"${escaped}"` : escaped;
}

function unusableAddressProblem(setting: string): Problem {
  const message = l10n.t(
    'The setting {0} is not used: it must begin with “https://” or “http://”, and must not contain “?” or “#”.',
    setting,
  );
  const fix = { kind: 'setting', title: l10n.t('Open the Setting'), setting } as const;
  return { kind: 'publicAddress', message, start: 0, end: 0, fixes: [fix] };
}

function problemOf(
  { kind, to, start, end, label, inHtml }: LocalLink,
  has: { readonly hasPage?: boolean } = {},
): Problem {
  const setting: Fix = {
    kind: 'setting',
    title: l10n.t('Set the Public Address of These Files…'),
    setting: 'publishToWiki.publicAddress',
  };
  if (kind === 'localImage') {
    const message = l10n.t('The image {0} is only on this computer, so the wiki can’t show it.', quote(to));
    return { kind, message, start, end, fixes: [setting], to };
  }
  const message =
    has.hasPage === true
      ? l10n.t(
          'The link to {0} leads nowhere in the wiki: only with a platform token is the address of its page known.',
          quote(to),
        )
      : l10n.t('The link to {0} leads nowhere in the wiki.', quote(to));
  const words = label === undefined || label.trim() === '' ? undefined : label;
  const plain: readonly Fix[] =
    words === undefined || inHtml === true
      ? []
      : [{ kind: 'edit', title: l10n.t('Turn the Link into Plain Text'), edit: { start, end, text: words } }];
  return { kind, message, start, end, fixes: [setting, ...plain], to, ...has };
}
