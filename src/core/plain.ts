const longest = 300;

// Controls, separators and marks that reorder, hide or join text
const unseen = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+/gu;

/** Text from elsewhere as one line that shows what it says, and no more than 300 characters of it. */
export function plain(text: string): string {
  const line = text
    .slice(0, 20 * longest)
    .toWellFormed()
    .replace(unseen, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const graphemes = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  return graphemes.length <= longest ? line : `${graphemes.slice(0, longest).join('').trimEnd()}…`;
}

/** The same in quotation marks that it can't close, so that it is never taken for our own words. */
export function quote(text: string): string {
  return `“${plain(text).replace(/["“”„‟«»]/g, "'")}”`;
}

/** A notification turns `[text](command:…)` into a link that runs: no part of a message may do that. */
export function inert(text: string): string {
  return text.replaceAll('](', '] (');
}
