import { Blocks } from '../page/blocks';
import { findAddresses } from '../page/findLinks';
import { percentDecoded } from '../page/localLink';
import { applyEdits } from '../page/problem';
import type { Piece } from '../page/sentText';
import { idsInAddress } from '../wiki/target';

/**
 * Maps links between local paths and the addresses of their pages. During a merge, a placeholder word stands
 * for both.
 */
export class AddressPlaceholders {
  readonly #words = new Map<string, string>();
  readonly #local: string[] = [];
  /** One address for each site, from which other relative addresses of the wiki are resolved. */
  readonly #bases: readonly string[];
  readonly #prefix: string;

  /** `others`: texts that must not contain the placeholder words. */
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
      // A link inside the page stays as written, since its heading may be renamed.
      const word = known ?? (isFragment ? encodeURI(local) : `${this.#prefix}${this.#local.length}x`);
      if (known === undefined && !isFragment) {
        this.#local.push(local);
      }
      // An older published text may still have the local path.
      for (const spelled of [keyOf(bareAddress(sent)), local]) {
        this.#words.set(spelled, word);
      }
    }
  }

  /** Returns what is sent, with placeholders for the addresses. */
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

  /** Replaces the addresses in a text of the wiki by placeholders, however they are written. */
  toPlaceholders(markdown: string): string {
    if (this.#words.size === 0) {
      return markdown;
    }
    const edits = findAddresses(new Blocks(markdown)).flatMap(({ to, address }) => {
      const word = this.#wordFor(to);
      return word === undefined ? [] : [{ ...address, text: word }];
    });
    return applyEdits(markdown, edits);
  }

  /** Replaces the placeholders in a text by the document's own paths. */
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
    // An empty address, or one that begins with “#”, leads to its own page.
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

/** Returns a key that is equal for all addresses of one page. */
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
