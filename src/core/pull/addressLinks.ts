/** Matches `[text](address)` with a text without spaces, `<address>`, and a bare web or e-mail address. */
const addressLink =
  /\[([^\s[\]]+)\]\(<?((?:[^\s<>()[\]]|\([^\s<>()[\]]*\))+)>?\)|<([^\s<>]+)>|(?<!\]\(<?|["'=]|[\w.+-])((?:https?:\/\/|www\.)[^\s<>|`]*[^\s<>|`?!.,:;*_~'")\]]|[\w.+-]+@[\w.-]*\w)/gi;
const escapedPunctuation = /\\(?=[!-/:-@[-`{-~])/g;

/**
 * Spells each link whose text is its address as `other` does:
 * `<https://a.example>` becomes `https://a.example` if `other` has that.
 */
export function withLinksLike(other: string, text: string): string {
  const known = Map.groupBy(other.matchAll(addressLink), wordsOf);
  const spellings = new Map([...known].map(([words, links]) => [words, links.values()]));
  return text.replace(
    addressLink,
    (...link: string[]) => spellings.get(wordsOf(link))?.next().value?.[0] ?? link[0] ?? '',
  );
}

/**
 * Returns the address that a reader sees. For a link with another
 * text, the result ends with a space, and so equals no address.
 */
function wordsOf([whole, label, address, inBrackets, alone]: readonly (string | undefined)[]): string {
  const words = label?.replace(escapedPunctuation, '');
  const isAddress =
    words !== undefined && [words, `http://${words}`, `mailto:${words}`].includes(address ?? '');
  return isAddress ? words : (inBrackets ?? alone ?? `${whole} `);
}
