import type { Token } from 'markdown-it';
import type { Blocks } from './blocks';
import { headingIdIn } from './dialects';
import { shownInline, textOf } from './heading';
import { percentDecoded } from './localLink';

/** The heading “Set up” is `#set-up` in links of Markdown (the slug), and `#Set-up` in the wiki (the anchor). */
export type Anchor = readonly [slug: string, anchor: string];

/**
 * A heading for which `isSent` is false has no anchor, but counts where equal slugs are numbered (`set-up-1`).
 * A heading that is left out does not even count.
 */
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
    // The wiki numbers equal anchors with a dot: `Set-up.1`.
    const anchor = encodeURIComponent(numberedName(anchors, text.replace(/\s/g, '-'), '.'));
    return [...idsOf(inline, tokens[index + 3]), slug].map((id) => [looseSlug(id), anchor]);
  });
}

/** Finds `intro` in “# Start {#intro}”, and in a line “{: #intro}” right below the heading. */
function idsOf(inline: readonly Token[], below: Token | undefined): readonly string[] {
  return [
    ...inline.filter(({ type }) => type === 'hidden'),
    below?.type === 'hidden_block' ? below : undefined,
  ]
    .map((token) => token && headingIdIn(token.content)?.toLowerCase())
    .filter((id) => id !== undefined);
}

export function anchorOf(anchors: readonly Anchor[], fragment: string): string | undefined {
  const written = percentDecoded(fragment);
  const wanted = [looseSlug(written.toLowerCase().replaceAll(' ', '-')), looseSlug(slugOf(written))];
  const [, anchor] = anchors.find(([slug]) => wanted.includes(slug)) ?? [];
  return anchor === '' ? undefined : anchor;
}

/** `fragment` comes without “#”. If it leads to no heading, the address is returned without a fragment. */
export function addressOfHeading(address: string, anchors: readonly Anchor[], fragment: string): string {
  const anchor = anchorOf(anchors, fragment);
  return anchor === undefined ? address : `${address}#${anchor}`;
}

/** True for `…/spaces/A/pages/1/B`: a wiki with such addresses names its anchors as `anchorsIn` does. */
export function hasKnownAnchors(address: string): boolean {
  return /\/spaces\/[^/]+\/pages\/\d+(?:\/[^/?#]*)?$/.test(address);
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** For “a - b”, some tools write `a---b` and others `a-b`, so both become `a-b`. */
function looseSlug(slug: string): string {
  return slug.replace(/-+/g, '-').replace(/^-|-$/g, '');
}

function numberedName(counts: Map<string, number>, name: string, mark: string): string {
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  return count === 0 ? name : `${name}${mark}${count}`;
}
