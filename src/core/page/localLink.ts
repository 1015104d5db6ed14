import { isMarkdownName } from './markdownName';
import type { Span } from './lines';

/** A link or an image whose address only this computer can follow. */
export interface LocalLink extends Span {
  readonly kind: 'localImage' | 'relativeLink';
  /** Where the address is written. */
  readonly address: Span;
  readonly to: string;
  /** The address is written in an HTML attribute. */
  readonly inHtml?: boolean;
  /** The HTML attribute has no quotation marks. */
  readonly isBare?: boolean;
  /** The text of the link; undefined for a definition. */
  readonly label: string | undefined;
}

/** Says whether an address leads to a local file, and undefined if it does not. */
export function kindOf(to: string, isImage: boolean): LocalLink['kind'] | undefined {
  // A single letter is a drive, not a scheme.
  if (/^(?:[a-z][a-z0-9+.-]+:|\/\/|#|$)/i.test(to) && !/^file:/i.test(to)) {
    return undefined;
  }
  if (isImage) {
    return 'localImage';
  }
  // An absolute path may lead somewhere in the wiki, unless it names a Markdown file.
  return !to.startsWith('/') || isMarkdownName(pathOf(to)) ? 'relativeLink' : undefined;
}

export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function pathOf(to: string): string {
  return to.split(/[?#]/, 1)[0] ?? '';
}
