import { isMarkdownName } from './markdownName';
import type { Span } from './lines';

/** A link or an image whose address only this computer can follow. */
export interface LocalLink extends Span {
  /** A `sitePath` begins at the root of a site, which may be the wiki’s; a `fragment` leads to a heading of its own page. */
  readonly kind: 'localImage' | 'relativeLink' | 'sitePath' | 'fragment';
  /** Where the address is written. */
  readonly address: Span;
  readonly to: string;
  /** The address is written in an HTML attribute. */
  readonly inHtml?: boolean;
  /** The HTML attribute has no quotation marks. */
  readonly isBare?: boolean;
  /** The text of the link; undefined for a definition. */
  readonly label: string | undefined;
  /** Where the text of a link of the form `[[to|label]]` is written. Such a link is written anew. */
  readonly labelAt?: Span;
}

/** Returns the kind of a link to a local file or heading; undefined for any other link. */
export function localLinkKind(to: string, isImage: boolean): LocalLink['kind'] | undefined {
  if (/^#./.test(to)) {
    return isImage ? undefined : 'fragment';
  }
  // A single letter is a drive, not a scheme.
  if (/^(?:[a-z][a-z0-9+.-]+:|\/\/|#|$)/i.test(to) && !/^file:/i.test(to)) {
    return undefined;
  }
  if (isImage) {
    return 'localImage';
  }
  // An absolute path may lead somewhere in the wiki, unless it names a Markdown file.
  return !to.startsWith('/') || isMarkdownName(withoutQueryAndFragment(to)) ? 'relativeLink' : 'sitePath';
}

/**
 * Whether a link may lead to a Markdown file’s page. It may name the file, the file without ending, its
 * folder, or the path on a site.
 */
export function canLeadToPage({ kind, to, labelAt }: LocalLink): boolean {
  const path = withoutQueryAndFragment(to);
  return (
    (kind === 'relativeLink' || kind === 'sitePath') &&
    (labelAt !== undefined ||
      isMarkdownName(path) ||
      (/(?:^|\/)(?:[^./\\][^./\\]*(?:\.html?)?|\.{1,2})?$/i.test(path) && path !== '' && path !== '/'))
  );
}

export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function withoutQueryAndFragment(to: string): string {
  return to.split(/[?#]/, 1)[0] ?? '';
}
