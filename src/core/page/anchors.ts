import type { Blocks } from './blocks';
import { oneLine, shownInline, textOf } from './heading';

/** The name of a heading in links of Markdown, and its name in the wiki. */
export type Anchor = readonly [slug: string, anchor: string];

/** The anchors of the headings that are sent. Headings of the same text are numbered, so those that are not sent count too. */
export function anchorsIn(
  blocks: Blocks,
  isLeftOut: (offset: number) => boolean,
  isSent: (offset: number) => boolean,
): readonly Anchor[] {
  const { tokens, lines } = blocks;
  const [slugs, anchors] = [new Map<string, number>(), new Map<string, number>()];
  return tokens.flatMap(({ type, map }, index): readonly Anchor[] => {
    const start = lines[map?.[0] ?? 0]?.start ?? 0;
    if (type !== 'heading_open' || isLeftOut(start)) {
      return [];
    }
    const content = tokens[index + 1]?.content ?? '';
    const inline = shownInline(blocks, content, blocks.place(index + 1), isLeftOut);
    const text = oneLine(textOf(inline).toWellFormed()) ?? '';
    const slug = nth(slugs, slugOf(text), '-');
    // These are made as the platform makes them
    return isSent(start)
      ? [[loose(slug), encodeURIComponent(nth(anchors, text.replace(/\s/g, '-'), '.'))]]
      : [];
  });
}

/** The page’s address, and the heading where it is known how the wiki calls it. */
export function addressOfHeading(address: string, anchors: readonly Anchor[], fragment: string): string {
  const wanted = loose(fragment.toLowerCase());
  const [, anchor] = anchors.find(([slug]) => slug === wanted) ?? [];
  return anchor === undefined || anchor === '' ? address : `${address}#${anchor}`;
}

/** The wikis whose anchors are known have pages at such addresses. */
export function hasAnchors(address: string): boolean {
  return /\/spaces\/[^/]+\/pages\/\d+(?:\/[^/?#]*)?$/.test(address);
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** The same for all anchors of a heading, though tools put different numbers of hyphens for the punctuation in it. */
function loose(slug: string): string {
  return slug.replace(/-+/g, '-').replace(/^-|-$/g, '');
}

function nth(counts: Map<string, number>, name: string, mark: string): string {
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  return count === 0 ? name : `${name}${mark}${count}`;
}
