import type { Span } from '../page/lines';
import { readWithPieces, type PageOptions } from '../page/page';
import { applyEdits, type Edit } from '../page/problem';
import type { Piece } from '../page/sent';
import { contentUnder } from '../publish/content';
import { plain } from '../text/plain';
import { Addresses } from './addresses';
import { differences, mergeThree } from './differences';
import { readBlocks } from './readBlocks';
import { respell, tidy } from './respell';
import { documentEdits, gapsOf, hunksOf, sentOf, unitsOf } from './sentEdits';

/** A document and what became of its page since it was published. */
export interface Merging {
  readonly text: string;
  readonly fileName: string;
  readonly options: PageOptions;
  readonly title: string;
  /** What was last published of it; undefined when that is not known any more. */
  readonly published: string | undefined;
  readonly wiki: string;
}

export interface Merged {
  readonly edits: readonly Edit[];
  readonly conflicts: number;
}

/**
 * The edits that bring into a document what was changed in the wiki. What is not sent of it (front matter, comments, regions)
 * stays as it is, if need be between the marks of a conflict; undefined where that can't be had.
 */
export function merge(merging: Merging): Merged | undefined {
  const { text, fileName, options, title } = merging;
  const { page, pieces } = readWithPieces(text, fileName, options);
  const sent = contentUnder(page, title);
  const asSent = pieces(sent);
  const isRead = page.problems.every(({ kind }) => kind !== 'size');
  if (!isRead || sentOf(asSent) !== sent) {
    return undefined;
  }
  const { published: before = '', wiki: after } = merging;
  const addresses = new Addresses(text, asSent, [before, after]);
  const parts = addresses.inPieces(asSent);
  const content = sentOf(parts);
  const own = linesOf(content);
  // All are spelled as the document is, and what it has no longer as it was published
  const spelled = (other: string): string[] => linesOf(respell(other, content, title));
  const last = merging.published === undefined ? undefined : addresses.hide(before);
  const wiki = spelled(respell(addresses.hide(after), last ?? content, title));
  const published = last === undefined ? common(own, wiki) : spelled(last);
  const editsFor = (lines: readonly string[]): readonly Edit[] =>
    documentEdits(text, parts, lines, (change) => change.startsWith(opening) && !change.endsWith(closing));
  const isKept = (lines: readonly string[]): boolean => {
    const ours = settled(lines);
    const edits = editsFor(ours).map((edit) => ({ ...edit, text: addresses.show(edit.text) }));
    const result = applyEdits(text, edits);
    const read = readWithPieces(result, fileName, options);
    const pieces = read.pieces(contentUnder(read.page, title));
    const sentNow = sentOf(addresses.inPieces(pieces));
    return rendered(linesOf(sentNow)) === rendered(ours) && leftOut(pieces, result) === leftOut(parts, text);
  };
  const merged = threeWays(own, published, wiki);
  const lines = [merged, doubtful(content, merged, gapsOf(parts))].find(isKept);
  return (
    lines && {
      edits: editsFor(lines).map((edit) => ({ ...edit, text: marked(addresses.show(edit.text), fileName) })),
      conflicts: lines.filter((line) => line === opening).length,
    }
  );
}

// No text has these: `tidy` takes care of it
const opening = '\0<\n';
const middle = '\0=\n';
const closing = '\0>\n';

/** As VS Code knows them. */
function marked(text: string, fileName: string): string {
  return text
    .replaceAll('\0<', `<<<<<<< ${plain(fileName)}`)
    .replaceAll('\0=', '=======')
    .replaceAll('\0>', '>>>>>>> wiki');
}

function conflict(ours: readonly string[], theirs: readonly string[]): readonly string[] {
  return [opening, ...ours, middle, ...theirs, closing];
}

function threeWays(
  own: readonly string[],
  published: readonly string[],
  wiki: readonly string[],
): readonly string[] {
  const regions = mergeThree(own, published, wiki);
  return regions.flatMap((region) =>
    region.conflict === undefined ? (region.ok ?? []) : conflict(region.conflict.a, region.conflict.b),
  );
}

/** Each conflict settled by what the document has. */
function settled(lines: readonly string[]): readonly string[] {
  let isTheirs = false;
  return lines.filter((line) => {
    isTheirs = line === middle || (isTheirs && line !== closing);
    return !isTheirs && line !== opening && line !== closing;
  });
}

/** What would change a part in which something private stands is the person's to decide. */
function doubtful(content: string, lines: readonly string[], gaps: readonly Span[]): readonly string[] {
  const units = unitsOf(content);
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
    result.push(...(isDoubtful ? conflict(ours.slice(from, to), coming) : coming));
  }
  return [...result, ...ours.slice(at)];
}

/** What both have: all else is what one of them added. */
function common(one: readonly string[], other: readonly string[]): string[] {
  const lines: string[] = [];
  let from = 0;
  for (const { buffer1 } of differences(one, other)) {
    lines.push(...one.slice(from, buffer1[0]));
    from = buffer1[0] + buffer1[1];
  }
  return [...lines, ...one.slice(from)];
}

/** Spaces aside. */
function leftOut(parts: readonly Piece[], text: string): string {
  const hidden = parts.filter(({ what }) => what === 'leftOut');
  return hidden.map(({ start, end }) => text.slice(start, end).replace(/\s+/g, '')).join('');
}

/** Without the marks of what is private: what they hold apart is one on both sides. */
function rendered(lines: readonly string[]): string {
  return JSON.stringify(readBlocks(lines.join('')).map((block) => block.rendered));
}

function linesOf(text: string): string[] {
  return unitsOf(tidy(text)).map((each) => each.text);
}
