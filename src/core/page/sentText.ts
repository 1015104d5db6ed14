import type { Span } from './lines';
import type { AddressEdit } from './links';
import { applyEdits, type Edit } from './problem';

/** A part of a document and what is sent for it: itself, an address, “***” for “---”, an empty comment or nothing. */
export interface Piece extends Span {
  readonly what: 'copied' | 'address' | 'leftOut';
  readonly sent: string;
  /**
   * The local path or fragment that `sent` replaces, if the link is a fragment or like `[[b]]`. For `[[b]]`, the
   * piece is only “]]”.
   */
  readonly local?: string | undefined;
}

/**
 * The Markdown that is sent for a document. `before`: where the Markdown begins in the document; offsets of
 * edits count from there.
 */
export class SentText {
  readonly text: string;
  readonly #edited: string;

  constructor(
    private readonly document: string,
    private readonly before: number,
    private readonly cuts: readonly Edit[],
    private readonly addresses: readonly AddressEdit[],
  ) {
    const markdown = document.slice(before);
    this.#edited = applyEdits(markdown, [...cuts, ...addresses]);
    this.text = editsAtTop(this.#edited, markdown, before);
  }

  /** Leaves no gaps: each character of the document is in one piece. */
  pieces(): readonly Piece[] {
    const { document, before } = this;
    const pieces: Piece[] = before === 0 ? [] : [{ what: 'leftOut', start: 0, end: before, sent: '' }];
    let copied = before;
    const copyTo = (end: number): void => {
      if (end > copied) {
        pieces.push({ what: 'copied', start: copied, end, sent: document.slice(copied, end) });
        copied = end;
      }
    };
    const edits = [
      ...this.cuts.map((edit) => ({ ...edit, what: 'leftOut' as const, local: undefined })),
      ...this.addresses.map((edit) => ({ local: undefined, ...edit, what: 'address' as const })),
    ].sort((one, other) => one.start - other.start);
    for (const { what, start, end, text, local } of edits) {
      // Where a cut keeps the beginning of its span, that beginning counts as copied.
      const keptLength =
        what === 'leftOut' && document.startsWith(text, before + start) && start + text.length <= end
          ? text.length
          : 0;
      copyTo(before + start + keptLength);
      const sent = text.slice(keptLength);
      pieces.push({
        ...{ what, start: copied, end: Math.max(copied, before + end), sent },
        ...(local !== undefined && { local }),
      });
      copied = Math.max(copied, before + end);
    }
    copyTo(document.length);
    return this.#withEditsAtTop(pieces);
  }

  /** Applies to the pieces what `editsAtTop` did to the text. */
  #withEditsAtTop(pieces: readonly Piece[]): readonly Piece[] {
    let gone = this.#edited.length - this.text.length;
    let marked = this.text.startsWith('***') && !this.#edited.startsWith('***', gone) ? 3 : 0;
    return pieces.flatMap((piece): Piece[] => {
      const { what, start, end, sent } = piece;
      const cut = Math.min(gone, sent.length);
      const replaced = Math.min(marked, sent.length - cut);
      gone -= cut;
      marked -= replaced;
      if (cut + replaced === 0) {
        return [piece];
      }
      if (what !== 'copied') {
        return [{ ...piece, sent: '*'.repeat(replaced) + sent.slice(cut + replaced) }];
      }
      const at = start + cut;
      const front: Piece[] = [
        { what: 'leftOut', start, end: at, sent: '' },
        { what: 'address', start: at, end: at + replaced, sent: '*'.repeat(replaced) },
        { what: 'copied', start: at + replaced, end, sent: sent.slice(cut + replaced) },
      ];
      return front.filter((each) => each.end > each.start);
    });
  }
}

/**
 * Removes empty lines that a removal left at the top. A “---” that has become the first line would begin front
 * matter, so it becomes “***”.
 */
function editsAtTop(text: string, markdown: string, before: number): string {
  if (before === 0 && text === markdown) {
    return text;
  }
  return text
    .replace(text.length === markdown.length ? '' : /^(?:[ \t]*(?:\r\n|\r|\n))+/, '')
    .replace(/^---(?=[ \t]*[\r\n])/, '***');
}
