import { Blocks } from '../page/blocks';
import { splitFrontMatter } from '../page/frontMatter';
import { firstHeading } from '../page/heading';
import { withLinksLike } from './addressLinks';
import { differences } from './differences';
import { frontMatterAsText } from './newDocument';
import { blocksWithTables, readBlocks, renderedIn, type Block } from './readBlocks';
import { reword } from './reword';

/** A block of the result of `restyle`: `own`, from `like`, gives the style, and `their`, from `wiki`, the content. */
interface Entry {
  readonly text: string;
  readonly own?: Block | undefined;
  readonly their?: Block | undefined;
}

/**
 * Writes `wiki` in the Markdown style of `like`: equal blocks are copied from `like`, changed ones keep as much
 * of its style as possible. Comments, front matter and a title heading are dropped if only `wiki` has them.
 */
export function restyle(wiki: string, like: string, title: string): string {
  const known = normalizeText(like);
  const beginning = /^[ \t\n]*\n/.exec(known)?.[0] ?? '';
  const own = readBlocks(known.slice(beginning.length));
  const body = withoutFrontMatter(normalizeText(wiki));
  const theirs = withoutTitle(readBlocks(body), own, title);
  const entries = withUnread(entriesOf(theirs, own, blocksWithTables(body)), theirs, own);
  const end = known.trim() === '' ? '\n' : (own.at(-1)?.gap ?? '');
  return (
    beginning + entries.map((entry, index) => entry.text + gapAfter(entry, entries[index + 1])).join('') + end
  );
}

/** Makes line ends LF, drops a byte order mark, and replaces U+0000, which `merge.ts` has in its conflict marks. */
export function normalizeText(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\ufffd');
}

function withoutFrontMatter(text: string): string {
  return frontMatterAsText(text.slice(splitFrontMatter(text).contentAt).replace(/^[ \t\n]*\n/, ''));
}

/** The wiki’s export may begin with a title heading, dropped if `own` has fewer of these at its top and in all. */
function withoutTitle(theirs: readonly Block[], own: readonly Block[], title: string): readonly Block[] {
  const isTitle = ({ text }: Block): boolean => firstHeading(new Blocks(text), () => false)?.text === title;
  const above = (blocks: readonly Block[]): number =>
    [...blocks, undefined].findIndex((block) => block === undefined || !isTitle(block));
  const all = (blocks: readonly Block[]): number => blocks.filter(isTitle).length;
  // Headings below the top count too: in the wiki, text above the document’s own heading may have been deleted.
  return above(theirs) > above(own) && all(theirs) > all(own) ? theirs.slice(1) : theirs;
}

/** A link definition or footnote is not read where it stands, but where the text refers to it. */
function isRead({ rendered, label }: Block): boolean {
  return rendered !== '' && label === undefined;
}

/** Leaves out comments, and the definitions that `own` has too: `withUnread` adds those of `own`. */
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

/** Adds the comments and definitions of `own` at their places in `own`, since the wiki may move or drop them. */
function withUnread(
  entries: readonly Entry[],
  theirs: readonly Block[],
  own: readonly Block[],
): readonly Entry[] {
  const result = [...entries];
  const named = new Map(theirs.map((block) => [block.label, block]));
  for (const block of own.filter((each) => !isRead(each))) {
    const their = block.label === undefined ? undefined : named.get(block.label);
    const text = their === undefined ? block.text : spelledLike(block, their, blocksWithTables(their.text));
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

/**
 * Matches equal blocks. The blocks between those are matched in their order
 * if both texts have equally many there, or else only if they are similar.
 */
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

function areAlike(one: Block, other: Block): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const common = [...words].filter((word) => others.has(word)).length;
  return 2 * common >= Math.max(words.size, others.size);
}

function wordsOf({ text }: Block): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu));
}
