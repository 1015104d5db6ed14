import { Blocks } from '../page/blocks';
import { findAddresses } from '../page/findLinks';
import { percentDecoded } from '../page/localLink';
import { applyEdits } from '../page/problem';
import type { Piece } from '../page/sentText';
import { idsInAddress } from '../wiki/target';

/**
 * Replaces a file’s local path and its page’s address by the same
 * word, so that both count as the same link in a comparison.
 */
export class AddressPlaceholders {
  readonly #words = new Map<string, string>();
  readonly #local: string[] = [];
  /** A known address of each site, against which relative addresses in the wiki’s Markdown are resolved. */
  readonly #bases: readonly string[];
  readonly #prefix: string;

  /** `others`: further texts in which the placeholder words must not occur by chance. */
  constructor(text: string, parts: readonly Piece[], others: readonly string[]) {
    const own = parts.filter(({ what, sent }) => what === 'address' && isAddress(sent));
    this.#prefix = prefixFor([text, ...others]);
    const sites = own
      .filter(({ sent }) => URL.canParse(bareAddress(sent)))
      .map(({ sent }) => [new URL(bareAddress(sent)).origin, bareAddress(sent)] as const);
    this.#bases = [...new Map(sites).values()];
    for (const { start, end, sent, local = bareAddress(text.slice(start, end)) } of own) {
      const known = this.#words.get(keyOf(bareAddress(sent)));
      const isFragment = local.startsWith('#');
      // In links to headings of their own page, the document’s fragment stands for the wiki’s, too.
      const word = known ?? (isFragment ? encodeURI(local) : `${this.#prefix}${this.#local.length}x`);
      if (known === undefined && !isFragment) {
        this.#local.push(local);
      }
      // The text that was published last has the local path if the linked file had no page at that time.
      for (const spelled of [keyOf(bareAddress(sent)), local]) {
        this.#words.set(spelled, word);
      }
    }
  }

  toPlaceholdersInPieces(parts: readonly Piece[]): readonly Piece[] {
    return parts.map((part) => {
      const word =
        part.what === 'address' && isAddress(part.sent)
          ? (this.#wordFor(part.local ?? '') ?? this.#wordFor(bareAddress(part.sent)))
          : undefined;
      return word === undefined
        ? part
        : { ...part, sent: part.sent.replace(bareAddress(part.sent), () => word) };
    });
  }

  /** Finds a page’s address however it is written: relative, percent-encoded, or with another title in its path. */
  toPlaceholders(markdown: string): string {
    if (this.#words.size === 0) {
      return markdown;
    }
    const edits = findAddresses(new Blocks(markdown)).flatMap(({ to, addressAt }) => {
      const word = this.#wordFor(to);
      return word === undefined ? [] : [{ ...addressAt, text: word }];
    });
    return applyEdits(markdown, edits);
  }

  fromPlaceholders(text: string): string {
    return this.#local.length === 0
      ? text
      : text.replace(
          new RegExp(`(\\]\\(|\\]:[ \\t]*)?${this.#prefix}(\\d+)x`, 'g'),
          (_, before: string | undefined, index) => {
            const local = this.#local[Number(index)] ?? '';
            // Markdown allows a space in an address only between “<” and “>”.
            return before === undefined ? local : before + (/\s/.test(local) ? `<${local}>` : local);
          },
        );
  }

  #wordFor(to: string): string | undefined {
    const own = this.#words.get(to) ?? this.#words.get(keyOf(to));
    if (own !== undefined) {
      return own;
    }
    // An empty address, or one that begins with “#”, leads to the page that it stands in.
    const isRelative = !/^(?:[a-z][a-z0-9+.-]+:|#|$)/i.test(to);
    const bases = isRelative ? this.#bases.filter((base) => URL.canParse(to, base)) : [];
    return bases
      .map((base) => this.#words.get(keyOf(new URL(to, base).href)))
      .find((word) => word !== undefined);
  }
}

function isAddress(sent: string): boolean {
  const address = bareAddress(sent);
  return address.startsWith('#') || URL.canParse(address);
}

function bareAddress(written: string): string {
  return written.replace(/^(?:\]\(|["'<])|[)"'>]$/g, '').replaceAll('&amp;', '&');
}

/** Equal for addresses of a wiki with the same page ID and fragment; the title in them may differ or be missing. */
function keyOf(address: string): string {
  if (!URL.canParse(address)) {
    return address.startsWith('#') ? percentDecoded(address) : address;
  }
  const { origin, href, hash } = new URL(address);
  const { page } = idsInAddress(address);
  return page === undefined ? percentDecoded(href) : `${origin} ${page} ${hash}`;
}

function prefixFor(texts: readonly string[]): string {
  let prefix = 'linkedfile';
  while (texts.some((text) => text.includes(prefix))) {
    prefix += 'x';
  }
  return prefix;
}
