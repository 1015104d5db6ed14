/** Matches `<address>`, a bare web or e-mail address, and `[text](address)` if the text has no spaces. */
const addressLink =
  /\[([^\s[\]]+)\]\(<?((?:[^\s<>()[\]]|\([^\s<>()[\]]*\))+)>?\)|<([^\s<>]+)>|(?<!\]\(<?|["'=]|[\w.+-])((?:https?:\/\/|www\.)[^\s<>|`]*[^\s<>|`?!.,:;*_~'")\]]|[\w.+-]+@[\w.-]*\w)/gi;
const escapedPunctuation = /\\(?=[!-/:-@[-`{-~])/g;

/**
 * In `text`, spells each link that shows its own address as `other` spells it:
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
 * Returns the address if the link shows it to the reader. For any other
 * link, returns the whole link and a space, which equals no address.
 */
function wordsOf([whole, label, address, inBrackets, alone]: readonly (string | undefined)[]): string {
  const words = label?.replace(escapedPunctuation, '');
  const isAddress =
    words !== undefined && [words, `http://${words}`, `mailto:${words}`].includes(address ?? '');
  return isAddress ? words : (inBrackets ?? alone ?? `${whole} `);
}
