import { isMarkdownName } from './markdownName';
import type { Span } from './lines';

/** A link or an image that leads to a file, to a path of a site, or to a heading of its own page. */
export interface LocalLink extends Span {
  /**
   * A `sitePath` such as `/a/b` begins at the root of a site, perhaps the wiki’s; a `fragment` such as `#a`
   * leads to a heading.
   */
  readonly kind: 'localImage' | 'relativeLink' | 'sitePath' | 'fragment';
  readonly addressAt: Span;
  readonly to: string;
  readonly inHtml?: boolean;
  readonly isUnquoted?: boolean;
  /** Undefined for definitions and HTML. */
  readonly label: string | undefined;
  /** Only for `[[to]]` and `[[to|label]]`, which become `[label](address)`. */
  readonly labelAt?: Span;
}

/** Undefined for an empty address, `#`, `//host`, a scheme other than `file:`, and an image’s `#fragment`. */
export function localLinkKind(to: string, isImage: boolean): LocalLink['kind'] | undefined {
  if (/^#./.test(to)) {
    return isImage ? undefined : 'fragment';
  }
  // A single letter before “:” is a drive of Windows, not a scheme.
  if (/^(?:[a-z][a-z0-9+.-]+:|\/\/|#|$)/i.test(to) && !/^file:/i.test(to)) {
    return undefined;
  }
  if (isImage) {
    return 'localImage';
  }
  // `/b` may lead somewhere in the wiki, but `/b.md` names a local file.
  return !to.startsWith('/') || isMarkdownName(withoutQueryAndFragment(to)) ? 'relativeLink' : 'sitePath';
}

/** True also of `b`, `b.html` and `b/`: site generators let these lead to the page of `b.md` or `b/index.md`, and `b` may have dots. */
export function canLeadToPage({ kind, to, labelAt }: LocalLink): boolean {
  const path = withoutQueryAndFragment(to);
  return (
    (kind === 'relativeLink' || kind === 'sitePath') &&
    (labelAt !== undefined || (!/^(?:[a-z]:|\\|\/?$)/i.test(path) && !path.includes('\\')))
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
