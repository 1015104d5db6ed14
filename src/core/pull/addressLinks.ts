/** A link whose words are its address: `[it](it)`, `<it>`, or the address alone. */
const addressLink =
  /\[([^\s[\]]+)\]\(<?((?:[^\s<>()[\]]|\([^\s<>()[\]]*\))+)>?\)|<([^\s<>]+)>|(?<!\]\(<?|["'=]|[\w.+-])((?:https?:\/\/|www\.)[^\s<>|`]*[^\s<>|`?!.,:;*_~'")\]]|[\w.+-]+@[\w.-]*\w)/gi;
const escape = /\\(?=[!-/:-@[-`{-~])/g;

/** A text in which each link whose words are its address is spelled as in another, which has it too. */
export function withLinksLike(other: string, text: string): string {
  const known = Map.groupBy(other.matchAll(addressLink), wordsOf);
  const spellings = new Map([...known].map(([words, links]) => [words, links.values()]));
  return text.replace(
    addressLink,
    (...link: string[]) => spellings.get(wordsOf(link))?.next().value?.[0] ?? link[0] ?? '',
  );
}

/** What a reader sees of it; of another link nothing that could be one's address. */
function wordsOf([whole, label, address, inBrackets, alone]: readonly (string | undefined)[]): string {
  const words = label?.replace(escape, '');
  const isAddress =
    words !== undefined && [words, `http://${words}`, `mailto:${words}`].includes(address ?? '');
  return isAddress ? words : (inBrackets ?? alone ?? `${whole} `);
}
