import * as l10n from '@vscode/l10n';

const longestLine = 300;

// Many combining marks on one character would be drawn over the lines around it.
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

// Control characters, line separators, and characters that reorder text or are invisible.
const invisibleCharacters =
  /[\p{Cc}\u00ad\u034f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

// Zero-width joiners matter in Persian words and in emoji, but not between Latin letters.
const idleJoiners =
  /(?<!(?!\p{Script=Latin})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?!(?!\p{Script=Latin})[\p{L}\p{Extended_Pictographic}])/gu;

/** Makes the text one line: spaces replace invisible characters, and a letter keeps at most four combining marks. */
export function visibleLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(invisibleCharacters, ' ')
    .replace(idleJoiners, ' ')
    .replace(/\s+/g, ' ')
    .replace(stackedMarks, '$1')
    .trim();
  // Returning `text` itself saves memory: there may be thousands of such lines.
  return line === text ? text : line;
}

/** Returns `visibleLine` of the text, cut after 300 characters, with “…” if something was cut. */
export function plainLine(text: string): string {
  const start = text.trimStart().slice(0, 20 * longestLine);
  const line = visibleLine(start);
  const whole = start.length === text.trimStart().length;
  // Segmenting is slow, and needless if even the code units are few enough.
  if (whole && line.length <= longestLine) {
    return line;
  }
  const graphemes = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  return whole && graphemes.length <= longestLine
    ? line
    : `${graphemes.slice(0, longestLine).join('').trimEnd()}…`;
}

/** Some viewers make links of addresses even where all Markdown is escaped; a space in an address prevents that. */
export function withoutLinks(text: string): string {
  return text.replace(/:(?=\/\/)|www(?=\.)|(?<=\S)@(?=\S)/gi, '$& ');
}

/** Quotes `plainLine` of the text. Quotation marks inside become “'”, so no part can pass for this extension’s words. */
export function quote(text: string): string {
  return quoted(withoutMarks(plainLine(text)));
}

const longestTitle = 80;
// Matches a pair of quotation marks. A mark right behind a letter opens no pair: it could pass for the closing
// mark that `quoted` adds.
const quotedInside =
  /(?<![\p{L}\p{N}\p{P}])(?:\u201c[\p{L}\p{N}][^\u201c\u201d\u201e"«»]*\u201d|\u201e[\p{L}\p{N}][^\u201c\u201d\u201e"«»]*[\u201c\u201d]|«\s?[\p{L}\p{N}][^\u201c\u201d\u201e"«»]*»|»[\p{L}\p{N}][^\u201c\u201d\u201e"«»]*«|"[\p{L}\p{N}][^\u201c\u201d\u201e"«»]*(?<!\s)"|\u300c[^\u300c\u300d]+\u300d)(?![\p{L}\p{N}])/gu;

/** Quotation marks inside stay only if each is an apostrophe or in a pair. Over 80 characters, the middle is cut. */
export function quoteTitle(title: string): string {
  const line = cutInMiddle(plainLine(title));
  const rest = line.replace(quotedInside, '').replace(/['\u2018\u2019]/g, '');
  return quoted(withoutMarks(rest) === rest ? line : withoutMarks(line));
}

function quoted(line: string): string {
  return l10n.t('“{0}”', line);
}

function withoutMarks(line: string): string {
  return line.replace(/\p{Quotation_Mark}/gu, "'");
}

function cutInMiddle(line: string): string {
  if (line.length <= longestTitle) {
    return line;
  }
  const graphemes = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  const half = longestTitle / 2;
  return graphemes.length <= longestTitle
    ? line
    : `${graphemes.slice(0, half).join('').trimEnd()}…${graphemes.slice(-half).join('').trimStart()}`;
}

/** A notification renders `[text](command:…)` as a link that runs a command, so this breaks every `[…](…)`. */
export function withoutCommandLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** Returns `plainLine` of the text, with each `$(name)` broken, since a Quick Pick would render it as an icon. */
export function withoutIcons(text: string): string {
  return plainLine(text).replaceAll('$(', '$ (');
}
