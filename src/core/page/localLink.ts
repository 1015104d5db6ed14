import { isMarkdownName } from './markdownName';
import type { Span } from './lines';

/** An address that only this computer can follow, and what it stands in. */
export interface LocalLink extends Span {
  readonly kind: 'localImage' | 'relativeLink';
  /** Where it is written. */
  readonly address: Span;
  readonly to: string;
  /** How the address is written in an attribute of HTML; undefined in Markdown. */
  readonly inHtml?: boolean;
  /** There, without quotation marks. */
  readonly isBare?: boolean;
  /** The words of a link; undefined for a definition. */
  readonly label: string | undefined;
}

/** What an address leads to, if that is a file beside this one. */
export function kindOf(to: string, isImage: boolean): LocalLink['kind'] | undefined {
  // A single letter is a drive, not a scheme
  if (/^(?:[a-z][a-z0-9+.-]+:|\/\/|#|$)/i.test(to) && !/^file:/i.test(to)) {
    return undefined;
  }
  if (isImage) {
    return 'localImage';
  }
  // A path from the root may lead somewhere in the wiki, unless it names a Markdown file
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
