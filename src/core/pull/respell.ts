import { diffIndices } from 'node-diff3';
import { Blocks } from '../page/blocks';
import { splitFrontMatter } from '../page/frontMatter';
import { firstHeading } from '../page/heading';
import { rendering } from '../page/rendering';

/** A block with the empty lines behind it, and what it is rendered to. */
interface Block {
  readonly text: string;
  readonly rendered: string;
}

/**
 * The wiki's Markdown in the spelling of another text: a block that is rendered to the same is spelled the same, and a
 * front matter, or a heading with the title, that the other does not have is left out.
 */
export function respell(wiki: string, like: string, title: string): string {
  const known = tidy(like);
  const beginning = /^[ \t\n]*\n/.exec(known)?.[0] ?? '';
  const own = blocksOf(known.slice(beginning.length));
  const theirs = withoutTitle(blocksOf(withoutFrontMatter(tidy(wiki))), own, title);
  const same = pairs(
    theirs.map(({ rendered }) => rendered),
    own.map(({ rendered }) => rendered),
  );
  const text = theirs.map((block, index) => {
    const match = same.get(index);
    const ours = match === undefined ? undefined : own[match];
    if (match === undefined || ours === undefined) {
      return block.text.trim() === mark ? '' : block.text;
    }
    // A wiki may drop what nobody reads
    const unread = own.slice(match + 1, unreadUntil(own, match + 1));
    const after = match + 1 + unread.length;
    const next = same.get(index + 1);
    const goesOn = next === after || (index + 1 === theirs.length && after === own.length);
    const spelled = [ours, ...(next === match + 1 ? [] : unread)].map((each) => each.text).join('');
    return goesOn || next === match + 1 ? spelled : spelled.trimEnd() + trailing(block.text);
  });
  const unread = same.get(0) === 0 ? [] : own.slice(0, unreadUntil(own, 0));
  const whole = [...unread.map((block) => block.text), ...text].join('').trimEnd();
  return beginning + whole + (known.trim() === '' ? '\n' : trailing(known));
}

/** Of something private that the other text has no mark of. */
const mark = '<!-- -->';

/** The first block from there on of which a reader sees something. */
function unreadUntil(blocks: readonly Block[], from: number): number {
  const until = blocks.findIndex(({ rendered }, index) => index >= from && rendered !== '');
  return until === -1 ? blocks.length : until;
}

/** All lines end alike, and nothing is U+0000. */
export function tidy(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\ufffd');
}

function withoutFrontMatter(text: string): string {
  return text.slice(splitFrontMatter(text).contentAt).replace(/^[ \t\n]*\n/, '');
}

/** A wiki may begin its export with the title as a heading, above the one that the document may have. */
function withoutTitle(theirs: readonly Block[], own: readonly Block[], title: string): readonly Block[] {
  return titlesAbove(theirs, title) > titlesAbove(own, title) ? theirs.slice(1) : theirs;
}

/** How many blocks that a text begins with are headings that say the title. */
function titlesAbove(blocks: readonly Block[], title: string): number {
  const isTitle = ({ text }: Block): boolean => firstHeading(new Blocks(text), () => false)?.text === title;
  const first = blocks.findIndex((block) => !isTitle(block));
  return first === -1 ? blocks.length : first;
}

function blocksOf(text: string): readonly Block[] {
  const blocks = new Blocks(text);
  const roots = blocks.roots();
  const startOf = (index: number): number => {
    const root = roots[index];
    return root === undefined ? text.length : index === 0 ? 0 : (blocks.lines[root.lines[0]]?.start ?? 0);
  };
  return roots.map((root, index) => {
    const block = text.slice(startOf(index), startOf(index + 1));
    const rendered = rendering(blocks, blocks.tokens.slice(...root.tokens), true, new Set());
    return { text: block, rendered: isTable(block) ? withoutWidths(block) : rendered };
  });
}

/** The parser knows no tables. */
function isTable(block: string): boolean {
  const [, rule = ''] = block.split('\n', 2);
  return block.includes('|') && rule.includes('-') && /^[ \t|:-]+$/.test(rule);
}

function withoutWidths(table: string): string {
  const rows = table.trim().split('\n');
  const cells = rows.map((row) =>
    row
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim()),
  );
  const rule = cells[1]?.map((cell) => cell.replace(/-+/g, '-')) ?? [];
  return `table ${JSON.stringify(cells.toSpliced(1, 1, rule))}`;
}

/** Which of the one's entries stand for which of the other's. */
function pairs(one: readonly string[], other: readonly string[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let [from, at] = [0, 0];
  const through = (to: number): void => {
    for (; from < to; from++, at++) {
      found.set(from, at);
    }
  };
  for (const { buffer1, buffer2 } of diffIndices([...one], [...other])) {
    through(buffer1[0]);
    from = buffer1[0] + buffer1[1];
    at = buffer2[0] + buffer2[1];
  }
  through(one.length);
  return found;
}

/** The line ends. */
function trailing(text: string): string {
  return text.slice(text.trimEnd().length).replace(/^[ \t]+/, '');
}
