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

/** Says whether an address leads to a local file, and undefined if it does not. */
export function kindOf(to: string, isImage: boolean): LocalLink['kind'] | undefined {
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
  return !to.startsWith('/') || isMarkdownName(pathOf(to)) ? 'relativeLink' : 'sitePath';
}

/** Whether a link may lead to the page of a Markdown file: by the file’s name, without its ending, by its folder, or as a site has it. */
export function mayBePage({ kind, to, labelAt }: LocalLink): boolean {
  const path = pathOf(to);
  return (
    (kind === 'relativeLink' || kind === 'sitePath') &&
    (labelAt !== undefined ||
      isMarkdownName(path) ||
      (/(?:^|\/)(?:[^./\\][^./\\]*(?:\.html?)?|\.{1,2})?$/i.test(path) && path !== '' && path !== '/'))
  );
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
