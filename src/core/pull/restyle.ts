import { Blocks } from '../page/blocks';
import { splitFrontMatter } from '../page/frontMatter';
import { firstHeading } from '../page/heading';
import { withLinksLike } from './addressLinks';
import { differences } from './differences';
import { frontMatterAsText } from './newDocument';
import { blocksOf, readBlocks, renderedIn, type Block } from './readBlocks';
import { reword } from './reword';

/** A block of the result, and the two blocks that it comes from. */
interface Entry {
  readonly text: string;
  readonly own?: Block | undefined;
  readonly their?: Block | undefined;
}

/**
 * Writes the wiki's Markdown in the style of another text. A block with the same rendering is copied from that text; a
 * changed block keeps as much of the style as does not change it. Comments, front matter and a title heading that only the
 * wiki's text has are left out.
 */
export function restyle(wiki: string, like: string, title: string): string {
  const known = normalizeText(like);
  const beginning = /^[ \t\n]*\n/.exec(known)?.[0] ?? '';
  const own = readBlocks(known.slice(beginning.length));
  const body = withoutFrontMatter(normalizeText(wiki));
  const theirs = withoutTitle(readBlocks(body), own, title);
  const entries = withUnread(entriesOf(theirs, own, blocksOf(body)), theirs, own);
  const end = known.trim() === '' ? '\n' : (own.at(-1)?.gap ?? '');
  return (
    beginning + entries.map((entry, index) => entry.text + gapAfter(entry, entries[index + 1])).join('') + end
  );
}

/** Unifies the line ends and replaces U+0000. */
export function normalizeText(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\ufffd');
}

function withoutFrontMatter(text: string): string {
  return frontMatterAsText(text.slice(splitFrontMatter(text).contentAt).replace(/^[ \t\n]*\n/, ''));
}

/** Removes the title as a heading from the top of the wiki's export, if the document has one such heading less. */
function withoutTitle(theirs: readonly Block[], own: readonly Block[], title: string): readonly Block[] {
  const isTitle = ({ text }: Block): boolean => firstHeading(new Blocks(text), () => false)?.text === title;
  const above = (blocks: readonly Block[]): number =>
    [...blocks, undefined].findIndex((block) => block === undefined || !isTitle(block));
  const all = (blocks: readonly Block[]): number => blocks.filter(isTitle).length;
  // Text above the document’s heading may have been deleted in the wiki.
  return above(theirs) > above(own) && all(theirs) > all(own) ? theirs.slice(1) : theirs;
}

/** Whether a reader sees the block where it stands. A definition is seen where it is used. */
function isRead({ rendered, label }: Block): boolean {
  return rendered !== '' && label === undefined;
}

/** Returns the rendered blocks of the wiki's text and its new definitions, in the style of the other text. */
function entriesOf(theirs: readonly Block[], own: readonly Block[], whole: Blocks): readonly Entry[] {
  const matches = matchesOf(theirs.filter(isRead), own.filter(isRead));
  const labels = new Set(own.map(({ label }) => label));
  return theirs
    .filter((block) => isRead(block) || (block.label !== undefined && !labels.has(block.label)))
    .map((their) => {
      const match = matches.get(their);
      return { text: match === undefined ? their.text : spelledLike(match, their, whole), own: match, their };
    });
}

/** Adds what is not rendered, at its place in the other text: comments, and definitions, which the wiki may move or drop. */
function withUnread(
  entries: readonly Entry[],
  theirs: readonly Block[],
  own: readonly Block[],
): readonly Entry[] {
  const result = [...entries];
  const named = new Map(theirs.map((block) => [block.label, block]));
  for (const block of own.filter((each) => !isRead(each))) {
    const their = block.label === undefined ? undefined : named.get(block.label);
    const text = their === undefined ? block.text : spelledLike(block, their, blocksOf(their.text));
    const before = result.findLastIndex((entry) => entry.own !== undefined && entry.own.index < block.index);
    result.splice(before + 1, 0, { text, own: block, their });
  }
  return result;
}

function gapAfter({ own, their }: Entry, next: Entry | undefined): string {
  if (next === undefined) {
    return '';
  }
  const follows = (one: Block | undefined, other: Block | undefined): boolean =>
    one !== undefined && other?.index === one.index + 1;
  const block = follows(own, next.own) ? own : follows(their, next.their) ? their : undefined;
  return block?.gap ?? '\n\n';
}

function spelledLike(own: Block, their: Block, whole: Blocks): string {
  if (own.rendered === their.rendered) {
    return own.text;
  }
  const isSame = (text: string): boolean => renderedIn(whole, text) === their.rendered;
  const linked = withLinksLike(own.text, their.text);
  const text = isSame(linked) ? linked : their.text;
  return reword(own.text, text, isSame) ?? text;
}

/** Matches blocks of two texts: equal blocks, and between these similar ones or, if there are equally many, all. */
function matchesOf(one: readonly Block[], other: readonly Block[]): ReadonlyMap<Block, Block> {
  const found = new Map<Block, Block>();
  const pair = (block: Block | undefined, match: Block | undefined): void => {
    if (block !== undefined && match !== undefined) {
      found.set(block, match);
    }
  };
  let [from, at] = [0, 0];
  const through = (to: number): void => {
    for (; from < to; from++, at++) {
      pair(one[from], other[at]);
    }
  };
  const rendered = (blocks: readonly Block[]): string[] => blocks.map((block) => block.rendered);
  for (const { buffer1, buffer2 } of differences(rendered(one), rendered(other))) {
    through(buffer1[0]);
    const end = at + buffer2[1];
    const isAsMany = buffer1[1] === buffer2[1];
    for (const block of one.slice(from, from + buffer1[1])) {
      const near = other.slice(at, Math.min(end, at + mostCompared));
      const like = isAsMany ? 0 : near.findIndex((each) => areAlike(block, each));
      pair(block, near[like]);
      at += like + 1;
    }
    [from, at] = [from + buffer1[1], end];
  }
  through(one.length);
  return found;
}

const mostCompared = 20;

/** Whether one block is so like the other that it may be that one, reworded. */
function areAlike(one: Block, other: Block): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const common = [...words].filter((word) => others.has(word)).length;
  return 2 * common >= Math.max(words.size, others.size);
}

function wordsOf({ text }: Block): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu));
}
