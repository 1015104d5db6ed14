import type { Token } from 'markdown-it';
import type { Blocks } from './blocks';
import { headingIdIn } from './dialects';
import { shownInline, textOf } from './heading';
import { percentDecoded } from './localLink';

/** The fragment that leads to a heading in Markdown, and the anchor that the wiki gives the same heading. */
export type Anchor = readonly [slug: string, anchor: string];

/** Returns the anchors of the headings that are sent. Headings that are not sent are counted too, since headings of the same text are numbered. */
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
    const inline = shownInline(blocks, content, blocks.offsetMapper(index + 1), isLeftOut);
    const text = textOf(inline).toWellFormed().replace(/\s+/g, ' ').trim();
    const slug = numberedName(slugs, slugOf(text), '-');
    if (!isSent(start)) {
      return [];
    }
    // The anchors follow the platform's rules.
    const anchor = encodeURIComponent(numberedName(anchors, text.replace(/\s/g, '-'), '.'));
    return [...idsOf(inline, tokens[index + 3]), slug].map((id) => [looseSlug(id), anchor]);
  });
}

/** Returns the ids that an author gave a heading, in it or in the line below it. */
function idsOf(inline: readonly Token[], below: Token | undefined): readonly string[] {
  return [
    ...inline.filter(({ type }) => type === 'hidden'),
    below?.type === 'hidden_block' ? below : undefined,
  ]
    .map((token) => token && headingIdIn(token.content)?.toLowerCase())
    .filter((id) => id !== undefined);
}

/** Returns the anchor that a fragment leads to. */
export function anchorOf(anchors: readonly Anchor[], fragment: string): string | undefined {
  const wanted = looseSlug(percentDecoded(fragment).toLowerCase().replaceAll(' ', '-'));
  const [, anchor] = anchors.find(([slug]) => slug === wanted) ?? [];
  return anchor === '' ? undefined : anchor;
}

/** Returns the page's address, with the anchor of the heading if the wiki's name for it is known. */
export function addressOfHeading(address: string, anchors: readonly Anchor[], fragment: string): string {
  const anchor = anchorOf(anchors, fragment);
  return anchor === undefined ? address : `${address}#${anchor}`;
}

/** Whether a page's address is one of a wiki whose anchors are known. */
export function hasAnchors(address: string): boolean {
  return /\/spaces\/[^/]+\/pages\/\d+(?:\/[^/?#]*)?$/.test(address);
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** Makes slugs equal that differ only in how many hyphens a tool writes for punctuation. */
function looseSlug(slug: string): string {
  return slug.replace(/-+/g, '-').replace(/^-|-$/g, '');
}

function numberedName(counts: Map<string, number>, name: string, mark: string): string {
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  return count === 0 ? name : `${name}${mark}${count}`;
}
