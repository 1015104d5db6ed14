import * as l10n from '@vscode/l10n';

const longest = 300;

// Marks stacked on one character reach far beyond its line
const stacked = /(\p{M}{4})\p{M}+/gu;

// Controls, separators and marks that reorder, hide or join text
const unseen =
  /[\p{Cc}\u00ad\u034f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/** Text from elsewhere as one line that shows what it says, and no more than 300 characters of it. */
export function plain(text: string): string {
  const start = text.trimStart().slice(0, 20 * longest);
  const line = start.toWellFormed().replace(unseen, ' ').replace(/\s+/g, ' ').replace(stacked, '$1').trim();
  const whole = start.length === text.trimStart().length;
  // Segmenting is slow, and every character has at least one code unit
  if (whole && line.length <= longest) {
    // The text itself is returned and no copy, since there may be thousands
    return line === text ? text : line;
  }
  const graphemes = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  return whole && graphemes.length <= longest ? line : `${graphemes.slice(0, longest).join('').trimEnd()}…`;
}

/** The same of a text of several lines, whole: for the clipboard, from where it may get into a terminal. */
export function withoutControls(text: string): string {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.toWellFormed().replace(unseen, ' '))
    .join('\n');
}

/** An address becomes a link even where all marks of Markdown are only text. */
export function withoutLinks(text: string): string {
  return text.replace(/:(?=\/\/)|www(?=\.)|(?<=\S)@(?=\S)/gi, '$& ');
}

/** The same in quotation marks that it can't close, so that it is never taken for our own words. */
export function quote(text: string): string {
  return l10n.t('“{0}”', plain(text).replace(/\p{Quotation_Mark}/gu, "'"));
}

/** A notification turns `[text](command:…)` into a link that runs: no part of a message may do that. */
export function withoutCommandLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** The same for a list, where `$(…)` is an icon: outside text brings none of its own. */
export function withoutIcons(text: string): string {
  return plain(text).replaceAll('$(', '$ (');
}
