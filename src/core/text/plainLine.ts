import * as l10n from '@vscode/l10n';

const longestLine = 300;

// Many combining marks on one character would reach far beyond its line.
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

// Control characters, separators, and characters that reorder or hide text.
const invisibleCharacters =
  /[\p{Cc}\u00ad\u034f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

// Joiners mean something in Persian words and in emoji, and nothing in Latin words.
const idleJoiners =
  /(?<!(?!\p{Script=Latin})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?!(?!\p{Script=Latin})[\p{L}\p{Extended_Pictographic}])/gu;

/** Returns text as one line of visible characters. */
export function visibleLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(invisibleCharacters, ' ')
    .replace(idleJoiners, ' ')
    .replace(/\s+/g, ' ')
    .replace(stackedMarks, '$1')
    .trim();
  // Returning the same string saves memory, since there may be thousands.
  return line === text ? text : line;
}

/** Returns text from elsewhere as one line of at most 300 visible characters. */
export function plainLine(text: string): string {
  const start = text.trimStart().slice(0, 20 * longestLine);
  const line = visibleLine(start);
  const whole = start.length === text.trimStart().length;
  // Segmenting is slow, and unnecessary if there are few code units.
  if (whole && line.length <= longestLine) {
    return line;
  }
  const graphemes = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  return whole && graphemes.length <= longestLine
    ? line
    : `${graphemes.slice(0, longestLine).join('').trimEnd()}…`;
}

/** Removes control characters from a text of several lines, since it may be pasted into a terminal. */
export function withoutControls(text: string): string {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.toWellFormed().replace(invisibleCharacters, ' ').replace(idleJoiners, ' '))
    .join('\n');
}

/** Keeps addresses from becoming links, which happens even where all Markdown is escaped. */
export function withoutLinks(text: string): string {
  return text.replace(/:(?=\/\/)|www(?=\.)|(?<=\S)@(?=\S)/gi, '$& ');
}

/** Quotes a text, whose own quotation marks are replaced. So it can’t look like words of this extension. */
export function quote(text: string): string {
  return quoted(withoutMarks(plainLine(text)));
}

const longestTitle = 80;
// A quotation mark right behind a letter opens nothing, so a reader could take it for our closing one.
const quotedInside =
  /(?<![\p{L}\p{N}\p{P}])(?:\u201c[\p{L}\p{N}][^\u201c\u201d\u201e"«»]*\u201d|\u201e[\p{L}\p{N}][^\u201c\u201d\u201e"«»]*[\u201c\u201d]|«\s?[\p{L}\p{N}][^\u201c\u201d\u201e"«»]*»|»[\p{L}\p{N}][^\u201c\u201d\u201e"«»]*«|"[\p{L}\p{N}][^\u201c\u201d\u201e"«»]*(?<!\s)"|\u300c[^\u300c\u300d]+\u300d)(?![\p{L}\p{N}])/gu;

/**
 * Quotes a title, and shortens a long one in its middle. Quotation marks inside stay where they form a pair.
 */
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

/** A notification renders `[text](command:…)` as a link that runs a command, so this breaks such links. */
export function withoutCommandLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** A list renders `$(…)` as an icon, so this breaks such icons in text from elsewhere. */
export function withoutIcons(text: string): string {
  return plainLine(text).replaceAll('$(', '$ (');
}
