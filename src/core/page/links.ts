import * as l10n from '@vscode/l10n';
import { anchorOf, type Anchor } from './anchors';
import type { Blocks } from './blocks';
import { brokenLinkProblems } from './brokenLinks';
import { findLocalLinks } from './findLinks';
import { canLeadToPage, withoutQueryAndFragment, type LocalLink } from './localLink';
import { quote } from '../text/plainLine';
import { limitEachKind, type Edit, type Fix, type Problem } from './problem';

/** What `publishToWiki.publicAddress` says for a document. */
export interface PublicAddresses {
  /** A path from the workspace folder is appended to `address`, which ends with a slash. */
  readonly address: string | undefined;
  /** The document’s folder, relative to the workspace folder: '' or 'docs/'. */
  readonly folder: string;
  readonly unusable: readonly string[];
}

/**
 * `address`: of the linked file’s page; null if it is unknown, false if there is no page. `file`: path and
 * fragment of the linked file, if `to` is no path, as in `[[b]]`.
 */
export type LinkedPage = readonly [to: string, address: string | null | false, file?: string];

export interface LinkContext {
  readonly publicAddresses: PublicAddresses | undefined;
  readonly linkedPages: readonly LinkedPage[];
}

export interface CheckedLinks {
  readonly problems: readonly Problem[];
  /** Links to files whose page has an unknown address: see `Page.unresolved`. */
  readonly unresolved: readonly Problem[];
  readonly edits: readonly AddressEdit[];
  /** Links that may lead to Markdown files, as written in the document: `../b.md#c` or `[[b]]`. */
  readonly linked: readonly string[];
}

/**
 * `local`: the path or fragment that the new address replaces, if the link is a fragment or like `[[b]]`. For
 * `[[b]]`, the edit’s span is only “]]”.
 */
export interface AddressEdit extends Edit {
  readonly local?: string;
}

const mostLinked = 5_000;

/**
 * A link or image that works only on this computer becomes an edit if the address of its page or file is known.
 * Otherwise it is in `problems` or in `unresolved`.
 */
export function checkLinks(
  blocks: Blocks,
  { publicAddresses: place, linkedPages }: LinkContext,
  isLeftOut: (offset: number) => boolean,
  anchors: () => readonly Anchor[],
): CheckedLinks {
  const pages = new Map(linkedPages.map(([to, address, file]) => [to, { address, file }]));
  const publicAddress = place && publicAddresses(place);
  const here: LocalLink[] = [];
  const unresolved: LocalLink[] = [];
  const unknown: LocalLink[] = [];
  const edits: AddressEdit[] = [];
  const linked = new Set<string>();
  let ownAnchors: readonly Anchor[] | undefined;
  const links = findLocalLinks(blocks).filter(({ start }) => !isLeftOut(start));
  blocks.checkTokenLimit(links);
  for (const link of links) {
    const { to, kind, labelAt } = link;
    if (kind === 'fragment') {
      ownAnchors ??= anchors();
      const anchor = anchorOf(ownAnchors, to.slice(1));
      if (anchor === undefined && labelAt !== undefined) {
        unknown.push(link);
      } else if (anchor !== undefined && (labelAt !== undefined || `#${anchor}` !== to)) {
        edits.push(...editsFor(`#${anchor}`, link, to));
      }
      continue;
    }
    const isPage = canLeadToPage(link);
    if (isPage && linked.size < mostLinked) {
      linked.add(to);
    }
    const { address, file } = (isPage ? pages.get(to) : undefined) ?? {};
    const isFile = file !== undefined || (labelAt === undefined && kind !== 'sitePath');
    const ofFile = isFile ? publicAddress?.({ ...link, to: file ?? to }) : undefined;
    const there = typeof address === 'string' ? address : ofFile;
    if (there !== undefined) {
      edits.push(...editsFor(there, link, file ?? to));
    } else if (address === null) {
      unresolved.push(link);
    } else if (isFile) {
      here.push(link);
    } else if (labelAt !== undefined) {
      unknown.push(link);
    }
  }
  const problems = limitEachKind(here.map((link) => problemOf(link)));
  const unusable = problems.length === 0 ? [] : (place?.unusable ?? []).map(unusableAddressProblem);
  const broken = brokenLinkProblems(blocks).filter(({ start }) => !isLeftOut(start));
  return {
    problems: [...unusable, ...problems, ...broken, ...unknown.map(unknownProblem)],
    unresolved: limitEachKind(unresolved.map((link) => problemOf(link, { hasPage: true }))),
    edits,
    linked: [...linked],
  };
}

/** `[[b|label]]` becomes `[label](address)` by two edits, before and after the label. */
function editsFor(address: string, link: LocalLink, local: string): readonly AddressEdit[] {
  const { addressAt: at, start, end, labelAt } = link;
  const text = escapedAddress(address, link);
  return labelAt === undefined
    ? [{ start: at.start, end: at.end, text, ...(link.kind === 'fragment' && { local }) }]
    : [
        { start, end: labelAt.start, text: '[' },
        { start: labelAt.end, end, text: `](${text})`, local },
      ];
}

function publicAddresses(place: PublicAddresses): (link: LocalLink) => string | undefined {
  const folder = place.folder.toWellFormed().split('/').map(encodeURIComponent).join('/');
  const { address } = place;
  return ({ to }) => {
    // Browsers ignore tabs and line ends in an address, and read “/\” as “//”, which begins a host.
    const read = to.replace(/[\t\n\r]/g, '');
    if (address === undefined || /^(?:file:|[a-z]:|\\|\/[\\/])/i.test(read)) {
      return undefined;
    }
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(read.toWellFormed()) ?? [];
    const names = (path.startsWith('/') ? path.slice(1) : folder + path)
      .replaceAll('\\', '/')
      .replace(/%2e/gi, '.')
      .split('/');
    // A path with too many “..” would lead out of the public folder.
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

/** Escapes what would end the address or the table’s cell around it, such as “)”, a space or “|”. */
function escapedAddress(address: string, { inHtml, isUnquoted }: LocalLink): string {
  const there = address.replace(/[()<>"'`|;\\\s]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  const escaped = inHtml === true ? there.replaceAll('&', '&amp;') : there;
  // Not all renderers accept a slash or “=” in an attribute without quotation marks.
  return isUnquoted === true ? `"${escaped}"` : escaped;
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
  const isPicture = !/\.(?:mp[34]|m4[av]|og[gv]|oga|webm|wav|flac|mov|vtt)$/i.test(
    withoutQueryAndFragment(to),
  );
  const setting: Fix = {
    kind: 'setting',
    title: l10n.t('Set the Public Address of These Files…'),
    setting: 'publishToWiki.publicAddress',
  };
  if (kind === 'localImage') {
    const message = isPicture
      ? l10n.t('The image {0} is only on this computer, so the wiki can’t show it.', quote(to))
      : l10n.t('The file {0} is only on this computer, so the wiki can’t play it.', quote(to));
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
  return { kind: 'relativeLink', message, start, end, fixes: [setting, ...plain], to, ...has };
}

function unknownProblem({ kind, to, start, end }: LocalLink): Problem {
  const message =
    kind === 'fragment'
      ? l10n.t('{0} is sent as text: the page has no such heading.', quote(`[[${to}]]`))
      : l10n.t('{0} is sent as text: it leads to no file, or to more than one.', quote(to));
  return { kind: 'brokenLink', message, start, end };
}
