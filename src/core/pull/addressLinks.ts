/** Matches a link whose text is its address: `[it](it)`, `<it>`, or the bare address. */
const addressLink =
  /\[([^\s[\]]+)\]\(<?((?:[^\s<>()[\]]|\([^\s<>()[\]]*\))+)>?\)|<([^\s<>]+)>|(?<!\]\(<?|["'=]|[\w.+-])((?:https?:\/\/|www\.)[^\s<>|`]*[^\s<>|`?!.,:;*_~'")\]]|[\w.+-]+@[\w.-]*\w)/gi;
const escapedPunctuation = /\\(?=[!-/:-@[-`{-~])/g;

/** Writes each link whose text is its address the way another text writes the same link. */
export function withLinksLike(other: string, text: string): string {
  const known = Map.groupBy(other.matchAll(addressLink), wordsOf);
  const spellings = new Map([...known].map(([words, links]) => [words, links.values()]));
  return text.replace(
    addressLink,
    (...link: string[]) => spellings.get(wordsOf(link))?.next().value?.[0] ?? link[0] ?? '',
  );
}

/** Returns the address that a reader sees; for any other link, a text that equals no address. */
function wordsOf([whole, label, address, inBrackets, alone]: readonly (string | undefined)[]): string {
  const words = label?.replace(escapedPunctuation, '');
  const isAddress =
    words !== undefined && [words, `http://${words}`, `mailto:${words}`].includes(address ?? '');
  return isAddress ? words : (inBrackets ?? alone ?? `${whole} `);
}
