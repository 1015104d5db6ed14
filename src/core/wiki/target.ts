import * as l10n from '@vscode/l10n';
import * as v from 'valibot';
import { booleanOrFalseSchema } from '../text/json';
import { formatNumber } from '../text/locale';
import type { Parsed } from '../text/parsed';
import { visibleLine } from '../text/plainLine';
import { tokenInTextProblem } from '../text/tokenInText';

/** Where a title is unique: under its parent page, as contract 4.1 (2) says, or in a whole space, as in some wikis. */
export type TitleScope = 'parent' | 'space';

/** The ID of a parent page, in digits; or the URI of its file, while nobody knows an ID of the page. */
export type Parent = string | { readonly file: string };

/** Where a page will go. */
export interface PlannedTarget {
  readonly space: string;
  readonly parent: Parent;
  readonly title: string;
  /** Whether to update a page of the same title and parent, which the service refuses otherwise (contract 4.1 (3)). */
  readonly overwrite: boolean;
}

/** Where a page goes (contract 2.1). */
export interface Target extends PlannedTarget {
  readonly parent: string;
}

export function hasParentId(target: PlannedTarget): target is Target {
  return typeof target.parent === 'string';
}

export const maxTitleLength = 255;

export function parseSpace(text: string): Parsed<string> {
  const space = text.trim();
  if (space === '') {
    return { problem: l10n.t('Enter the ID of the space.') };
  }
  if (/[\s/:?#]/.test(space)) {
    return { problem: l10n.t('A space’s ID is a single word, usually a number, and not an address.') };
  }
  const problem = tokenInTextProblem(space);
  return problem === undefined ? { value: space } : { problem };
}

/** True for digits alone. Whatever else names a space counts as its key. */
export function isNumericId(id: string): boolean {
  return /^\d+$/.test(id);
}

/** `0100102` is the page `100102`. */
function withoutZeros(id: string): string {
  return id.replace(/^0+(?=\d)/, '');
}

/** Accepts the ID (contract 2.1), or the address of a page, which contains the ID. */
export function parseParent(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (isNumericId(trimmed)) {
    return { value: withoutZeros(trimmed) };
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

/**
 * A place as settings and front matter name it. `spaceKey`: the key
 * in the parent page’s address, if nothing names the space itself.
 */
export interface PlaceSetting {
  readonly space?: string;
  readonly parent?: string;
  readonly spaceKey?: string;
  readonly addresses?: PlaceAddresses;
}

/** The addresses that name space and parent page, if addresses do; they tell which wiki is meant. */
export interface PlaceAddresses {
  readonly space?: string | undefined;
  readonly parent?: string | undefined;
}

/** The address of a page names its space, and that page as the parent, whichever `part` it is given for. */
export function parsePlace(text: string, part: 'space' | 'parent'): Parsed<PlaceSetting> {
  const address = text.trim();
  const isAddress = /^https?:/i.test(address) && URL.canParse(address);
  const { page, spaceKey } = isAddress ? idsInAddress(address) : {};
  const key = spaceKey !== undefined && parseSpace(spaceKey).problem === undefined ? { spaceKey } : {};
  const addresses = isAddress ? { addresses: { space: address, parent: address } } : {};
  if (part === 'parent') {
    const { value, problem } = parseParent(text);
    return problem === undefined ? { value: { parent: value, ...key, ...addresses } } : { problem };
  }
  const { value, problem } = parseSpace(key.spaceKey ?? text);
  return problem === undefined
    ? { value: { space: value, ...(page && { parent: page }), ...addresses } }
    : { problem };
}

/** A space or parent page that is named itself wins over one that is read from the other part’s address. */
export function combinePlaces({
  space,
  parent,
}: Partial<Record<'space' | 'parent', PlaceSetting | undefined>>): PlaceSetting {
  const { spaceKey, addresses: _, ...named } = { ...space, ...parent };
  return {
    ...named,
    ...(space === undefined && spaceKey !== undefined && { spaceKey }),
    ...combineAddresses(space ?? parent, parent ?? space),
  };
}

type Addressed = Pick<PlaceSetting, 'addresses'>;

export function combineAddresses(ofSpace: Addressed = {}, ofParent: Addressed = {}): Addressed {
  const addresses = { space: ofSpace.addresses?.space, parent: ofParent.addresses?.parent };
  return (addresses.space ?? addresses.parent) === undefined ? {} : { addresses };
}

/** Reads `?pageId=1`, `/pages/1/Title` or `?homepageId=1`, and the key in `/spaces/KEY` or `/display/KEY`. */
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
    page: id !== null && isNumericId(id) ? withoutZeros(id) : undefined,
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

/** Invisible characters are replaced, so that the title is sent as it is shown, in composed letters as wikis store it. */
export function parseTitle(text: string): Parsed<string> {
  return checkTitle(composedTitle(visibleLine(text)));
}

/** Wikis store and compare titles in composed letters (NFC), while a Mac’s file names have decomposed ones. */
export function composedTitle(title: string): string {
  return title.normalize('NFC');
}

/** A wiki’s page of one title is also its page of the other. */
export function isSameTitle(one: string, other: string): boolean {
  return composedTitle(one) === composedTitle(other);
}

function checkTitle(text: string): Parsed<string> {
  const title = text.trim();
  if (title === '') {
    return { problem: l10n.t('Enter the title of the page.') };
  }
  if (title.length > maxTitleLength) {
    return {
      problem: l10n.t(
        'The title has {0} characters; at most {1} are allowed.',
        formatNumber(title.length),
        formatNumber(maxTitleLength),
      ),
    };
  }
  return { value: title };
}

/** Stored texts are checked again when they are read, since another program may have changed them. */
function parsedText(parse: (text: string) => Parsed<string>) {
  return v.pipe(
    v.string(),
    v.transform((text) => parse(text).value),
    v.string(),
  );
}

export const targetSchema = v.object({
  space: parsedText(parseSpace),
  parent: parsedText(parseParent),
  title: parsedText(checkTitle),
  overwrite: booleanOrFalseSchema,
});
