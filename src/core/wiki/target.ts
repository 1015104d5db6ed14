import * as l10n from '@vscode/l10n';
import { formatNumber } from '../text/locale';
import type { Parsed } from '../text/parsed';

/** Where a wiki takes a title once: under each parent page, as contract 4.1 says, or in a whole space, as some do. */
export type TitleScope = 'parent' | 'space';

/** Where a page goes (contract 2.1). */
export interface Target {
  readonly space: string;
  /** Digits. */
  readonly parent: string;
  readonly title: string;
  /** Update a page of the same title and parent, instead of stopping when there is one. */
  readonly overwrite: boolean;
}

export const longestTitle = 255;

export function parseSpace(text: string): Parsed<string> {
  const space = text.trim();
  if (space === '') {
    return { problem: l10n.t('Enter the ID of the space.') };
  }
  if (/[\s/:?#]/.test(space)) {
    return { problem: l10n.t('A space’s ID is a single word, usually a number, and not an address.') };
  }
  return { value: space };
}

/** Whether it is the ID of a page or a space as the service takes it (contract 2.1), and no space’s key. */
export function isNumericId(id: string): boolean {
  return /^\d+$/.test(id);
}

/** Contract 2.1: a string of digits. A pasted page address carries them. */
export function parseParent(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (isNumericId(trimmed)) {
    return { value: trimmed };
  }
  if (trimmed === '') {
    return { problem: l10n.t('Enter the ID of the parent page, or paste its address.') };
  }
  if (!URL.canParse(trimmed)) {
    return {
      problem: l10n.t('A page ID consists of digits only. You can paste the page’s address instead.'),
    };
  }
  const { page } = idsInAddress(trimmed);
  return page === undefined
    ? { problem: l10n.t('This address contains no page ID. Open the page and copy the address again.') }
    : { value: page };
}

/** Where pages go, as settings and front matter name it. `spaceKey`: of the parent’s address, and not named otherwise. */
export interface NamedPlace {
  readonly space?: string;
  readonly parent?: string;
  readonly spaceKey?: string;
}

/** A space or a parent page, which may be an address: that of a page tells both. */
export function parsePlace(text: string, part: 'space' | 'parent'): Parsed<NamedPlace> {
  const address = text.trim();
  const isAddress = /^https?:/i.test(address) && URL.canParse(address);
  const { page, spaceKey } = isAddress ? idsInAddress(address) : {};
  const key = spaceKey !== undefined && parseSpace(spaceKey).problem === undefined ? { spaceKey } : {};
  if (part === 'parent') {
    const { value, problem } = parseParent(text);
    return problem === undefined ? { value: { parent: value, ...key } } : { problem };
  }
  const { value, problem } = parseSpace(key.spaceKey ?? text);
  return problem === undefined ? { value: { space: value, ...(page && { parent: page }) } } : { problem };
}

/** What is named itself counts more than what the other’s address tells. */
export function placeIn({
  space,
  parent,
}: Partial<Record<'space' | 'parent', NamedPlace | undefined>>): NamedPlace {
  const { spaceKey, ...named } = { ...space, ...parent };
  return space === undefined && spaceKey !== undefined ? { ...named, spaceKey } : named;
}

/** What the address of a page, or of a space's overview, tells. */
export function idsInAddress(address: string): {
  readonly page: string | undefined;
  readonly spaceKey: string | undefined;
} {
  const { pathname, searchParams } = new URL(address);
  const id =
    searchParams.get('pageId') ??
    /\/pages\/(?:[\w.-]+\/)??(\d+)(?:\/|$)/.exec(pathname)?.[1] ??
    searchParams.get('homepageId');
  const key = /\/(?:spaces|display)\/([^/]+)/.exec(pathname)?.[1];
  return {
    page: id !== null && isNumericId(id) ? id : undefined,
    spaceKey: key === undefined ? undefined : safelyDecoded(key),
  };
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parseTitle(text: string): Parsed<string> {
  const title = text.trim();
  if (title === '') {
    return { problem: l10n.t('Enter the title of the page.') };
  }
  if (title.length > longestTitle) {
    return {
      problem: l10n.t(
        'The title has {0} characters; at most {1} are allowed.',
        formatNumber(title.length),
        formatNumber(longestTitle),
      ),
    };
  }
  return { value: title };
}

/** Reads a target that was remembered, which an older version or another program may have written. */
export function readTarget(value: unknown): Target | undefined {
  const { space, parent, title, overwrite } = (value ?? {}) as Record<keyof Target, unknown>;
  if (typeof space !== 'string' || typeof parent !== 'string' || typeof title !== 'string') {
    return undefined;
  }
  const [readSpace, readParent, readTitle] = [parseSpace(space), parseParent(parent), parseTitle(title)];
  if (
    readSpace.problem !== undefined ||
    readParent.problem !== undefined ||
    readTitle.problem !== undefined
  ) {
    return undefined;
  }
  return {
    space: readSpace.value,
    parent: readParent.value,
    title: readTitle.value,
    overwrite: overwrite === true,
  };
}

/** The same page as far as the service can tell (contract 4.1 (2)). */
export function samePage(one: Target, other: Target): boolean {
  return one.space === other.space && one.parent === other.parent && one.title === other.title;
}
