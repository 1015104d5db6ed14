import { newLineOf, type Span } from '../page/lines';
import { readWithPieces, type PageOptions } from '../page/page';
import { applyEdits, type Edit } from '../page/problem';
import type { Piece } from '../page/sentText';
import { contentForTitle } from '../publish/contentForTitle';
import { plainLine } from '../text/plainLine';
import { AddressPlaceholders } from './addressPlaceholders';
import { differences, mergeThree } from './differences';
import { readBlocks } from './readBlocks';
import { restyle, normalizeText } from './restyle';
import { documentEdits, gapsOf, hunksOf, sentMarkdownOf, sentLines } from './sentEdits';

/** `text`: the document; `wiki`: the Markdown of its page in the wiki. */
export interface MergeInput {
  readonly text: string;
  readonly fileName: string;
  readonly options: PageOptions;
  readonly title: string;
  /**
   * The Markdown that was published last. Undefined if no copy was kept:
   * then the lines that document and wiki have in common stand for it.
   */
  readonly published: string | undefined;
  readonly wiki: string;
}

export interface MergeResult {
  readonly edits: readonly Edit[];
  readonly conflicts: number;
}

/**
 * Returns edits that bring the wiki’s changes into the document and keep its text that is not sent.
 * Null if no edits were found that do both; undefined if the document is too large to be read.
 */
export function merge(merging: MergeInput): MergeResult | null | undefined {
  const { text, fileName, options, title } = merging;
  const { page, pieces } = readWithPieces(text, fileName, options);
  const sent = contentForTitle(page, title);
  const asSent = pieces(sent);
  if (page.problems.some(({ kind, isFatal }) => kind === 'size' && isFatal === true)) {
    return undefined;
  }
  if (sentMarkdownOf(asSent) !== sent) {
    return null;
  }
  const { published: before = '', wiki: after } = merging;
  const addresses = new AddressPlaceholders(text, asSent, [before, after]);
  const parts = addresses.toPlaceholdersInPieces(asSent);
  const content = sentMarkdownOf(parts);
  const own = linesOf(content);
  // Differences in Markdown style would be conflicts, so each text gets the document’s style. The wiki’s text
  // first gets that of the published text, if this is known.
  const spelled = (other: string): string[] => linesOf(restyle(other, content, title));
  const last = merging.published === undefined ? undefined : addresses.toPlaceholders(before);
  const wiki = spelled(restyle(addresses.toPlaceholders(after), last ?? content, title));
  const published = last === undefined ? commonLines(own, wiki) : spelled(last);
  const editsFor = (lines: readonly string[]): readonly Edit[] =>
    documentEdits(
      text,
      parts,
      lines,
      (change) => change.startsWith(openingMark) && !change.endsWith(closingMark),
    );
  const isKept = (lines: readonly string[]): boolean => {
    const ours = keepOwnSides(lines);
    const edits = editsFor(ours).map((edit) => ({ ...edit, text: addresses.fromPlaceholders(edit.text) }));
    const result = applyEdits(text, edits);
    const read = readWithPieces(result, fileName, withNames(options));
    // If a heading has become the first line, it may be left out as the title: the content with it is tried, too.
    return [contentForTitle(read.page, title), read.page.content].some((content) => {
      const pieces = read.pieces(content);
      const sentNow = sentMarkdownOf(addresses.toPlaceholdersInPieces(pieces));
      return (
        renderedLines(linesOf(sentNow)) === renderedLines(ours) &&
        leftOut(pieces, result) === leftOut(parts, text)
      );
    });
  };
  const merged = threeWays(own, published, wiki);
  const lines = [merged, withDoubtfulConflicts(content, merged, gapsOf(parts))].find(isKept);
  return lines === undefined
    ? null
    : {
        edits: withBlocksApart(text, editsFor(lines)).map((edit) => ({
          ...edit,
          text: withConflictMarks(addresses.fromPlaceholders(edit.text), fileName),
        })),
        conflicts: lines.filter((line) => line === openingMark).length,
      };
}

/** A merge may turn `[[b]]` into `[b](docs/b.md)`, so the address of the linked page is known by that path, too. */
function withNames(options: PageOptions): PageOptions {
  const { linkedPages } = options;
  const named = linkedPages.flatMap(([, address, file]) =>
    file === undefined ? [] : [[file, address] as const],
  );
  return named.length === 0 ? options : { ...options, linkedPages: [...linkedPages, ...named] };
}

// No text contains these marks, since `normalizeText` replaces U+0000.
const openingMark = '\0<\n';
const separatorMark = '\0=\n';
const closingMark = '\0>\n';

/** VS Code recognizes these marks and offers its actions to resolve the conflict. */
function withConflictMarks(text: string, fileName: string): string {
  return text
    .replaceAll('\0<', `<<<<<<< ${plainLine(fileName)}`)
    .replaceAll('\0=', '=======')
    .replaceAll('\0>', '>>>>>>> wiki');
}

/**
 * If both sides of a conflict are whole blocks, moves the empty line before the conflict into both. The two sides
 * then stay two paragraphs if the person keeps both.
 */
function withBlocksApart(text: string, edits: readonly Edit[]): readonly Edit[] {
  const newLine = newLineOf(text);
  const separator = `\0=${newLine}`;
  const isBetweenBlocks = (index: number): boolean => {
    const [before, start, end] = [edits[index - 1], edits[index], edits[index + 1]];
    return (
      start?.text === `\0<${newLine}` &&
      end !== undefined &&
      /^[\r\n]*\0=[\r\n]+(?!\0>)/.test(end.text) &&
      text.slice(before?.end ?? 0, start.start).endsWith(newLine + newLine) &&
      /^(?:[\r\n]|$)/.test(text.slice(end.end))
    );
  };
  return edits.map((edit, index) =>
    isBetweenBlocks(index)
      ? { ...edit, start: edit.start - newLine.length, text: edit.text + newLine }
      : isBetweenBlocks(index - 1)
        ? { ...edit, text: edit.text.replace(separator, separator + newLine) }
        : edit,
  );
}

function conflictLines(ours: readonly string[], theirs: readonly string[]): readonly string[] {
  return [openingMark, ...ours, separatorMark, ...theirs, closingMark];
}

function threeWays(
  own: readonly string[],
  published: readonly string[],
  wiki: readonly string[],
): readonly string[] {
  return mergeThree(own, published, wiki).flatMap((region) =>
    region.other === undefined ? region.own : conflictLines(region.own, region.other),
  );
}

function keepOwnSides(lines: readonly string[]): readonly string[] {
  let isTheirs = false;
  return lines.filter((line) => {
    isTheirs = line === separatorMark || (isTheirs && line !== closingMark);
    return !isTheirs && line !== openingMark && line !== closingMark;
  });
}

/**
 * Turns each change beside text that is not sent into a conflict:
 * the person decides on which side of that text the change belongs.
 */
function withDoubtfulConflicts(
  content: string,
  lines: readonly string[],
  gaps: readonly Span[],
): readonly string[] {
  const units = sentLines(content);
  const result: string[] = [];
  let at = 0;
  const ours = units.map(({ text }) => text);
  for (const { from, to, coming } of hunksOf(units, lines)) {
    result.push(...ours.slice(at, from));
    at = to;
    const start = units[from - 1]?.end ?? 0;
    const end = units[to]?.start ?? content.length;
    const isDoubtful =
      !coming.some((line) => line.startsWith('\0')) &&
      gaps.some((gap) => gap.end >= start && gap.start <= end);
    result.push(...(isDoubtful ? conflictLines(ours.slice(from, to), coming) : coming));
  }
  return [...result, ...ours.slice(at)];
}

function commonLines(one: readonly string[], other: readonly string[]): string[] {
  const lines: string[] = [];
  let from = 0;
  for (const { buffer1 } of differences(one, other)) {
    lines.push(...one.slice(from, buffer1[0]));
    from = buffer1[0] + buffer1[1];
  }
  return [...lines, ...one.slice(from)];
}

function leftOut(parts: readonly Piece[], text: string): string {
  const hidden = parts.filter(({ what }) => what === 'leftOut');
  return hidden.map(({ start, end }) => text.slice(start, end).replace(/\s+/g, '')).join('');
}

function renderedLines(lines: readonly string[]): string {
  return JSON.stringify(readBlocks(lines.join('')).map((block) => block.rendered));
}

function linesOf(text: string): string[] {
  return sentLines(normalizeText(text)).map((each) => each.text);
}
