import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import {
  isNumericId,
  parsePlace,
  parseTitle,
  combinePlaces,
  type PlaceAddresses,
  type Target,
} from '../wiki/target';
import { isOnOtherSite } from '../wiki/site';
import type { PageRecord } from '../records/pageRecord';
import { unknownParent, type ParentFile } from './tree';

/**
 * The settings `publishToWiki.space`, `.parent` and `.overwrite`, or the destination remembered for the
 * folder.
 */
export interface DestinationDefaults {
  /** The connection that the defaults are for, where there are several. */
  readonly endpoint?: string;
  readonly space?: string;
  readonly parent?: string;
  readonly addresses?: PlaceAddresses;
  readonly overwrite?: boolean;
  /** In a tree, the file whose page is the parent. */
  readonly parentFile?: ParentFile | undefined;
}

/** In a tree, the parent page replaces the defaults for space and parent. */
export function withParentFile(defaults: DestinationDefaults): DestinationDefaults {
  const { parentFile, addresses: _, ...others } = defaults;
  const { id = '', ...place } = parentFile?.page ?? {};
  return parentFile === undefined
    ? defaults
    : { ...others, parentFile, ...place, parent: isNumericId(id) ? id : unknownParent };
}

/** Reads the settings; a value that can't be used counts as missing. */
export function readDefaults(space: unknown, parent: unknown, overwrite: unknown): DestinationDefaults {
  const { spaceKey, ...place } = combinePlaces({
    space: typeof space === 'string' ? parsePlace(space, 'space').value : undefined,
    parent: typeof parent === 'string' ? parsePlace(parent, 'parent').value : undefined,
  });
  return {
    ...(spaceKey !== undefined && { space: spaceKey }),
    ...place,
    ...(typeof overwrite === 'boolean' && { overwrite }),
  };
}

/** What the person chose for this publish, in a prompt, a row of the plan or with a button. */
export type PublishAnswers = Partial<
  Target & {
    readonly endpoint: string;
    /** The key of the change in the wiki that the person agreed to publish over. */
    readonly accepted: string;
  }
>;

/** Where a value came from. Earlier ones win; a failed attempt only fills in prompts. */
export type Origin = 'chosen' | 'frontMatter' | 'record' | 'setting' | 'attempt' | 'text';

export interface ValueWithOrigin {
  readonly value: string;
  readonly origin: Origin;
}

/** The parts of a place, each with its origin; undefined where nothing names it. */
export interface TargetValues {
  readonly space: ValueWithOrigin | undefined;
  readonly parent: ValueWithOrigin | undefined;
  readonly title: ValueWithOrigin;
}

export type PageLocation = Omit<Target, 'overwrite'>;

const parts = ['space', 'parent', 'title'] as const;

/** Collects the values, the first that there is: what was chosen, the front matter, the page's record, the settings. */
export function valuesOf(
  {
    frontMatter,
    title,
  }: {
    readonly frontMatter: FrontMatter;
    readonly title: string;
  },
  record: PageRecord | undefined,
  defaults: DestinationDefaults,
  chosen: PublishAnswers,
  idOf: (space: string | undefined) => string | undefined = (space) => space,
): TargetValues {
  const place = record?.place;
  // If the record's value differs from what the document said then, the person chose it.
  const valueInFrontMatter = (part: 'space' | 'parent'): ValueWithOrigin | undefined =>
    frontMatter[part] === record?.suggestedPlace?.[part] && frontMatter[part] !== place?.[part]
      ? undefined
      : valueOf(
          part === 'space' && frontMatter.space !== place?.space
            ? idOf(frontMatter.space)
            : frontMatter[part],
          'frontMatter',
        );
  // An unconfirmed send may have made no page, so the settings of now come before its place.
  const remembered = (
    first: ValueWithOrigin | undefined,
    setting: ValueWithOrigin | undefined,
  ): ValueWithOrigin | undefined =>
    record?.published === undefined ? (setting ?? first) : (first ?? setting);
  const space =
    valueOf(chosen.space, 'chosen') ??
    valueInFrontMatter('space') ??
    remembered(valueOf(place?.space, 'record'), valueOf(defaults.space, 'setting')) ??
    valueOf(idOf(frontMatter.spaceKey), 'frontMatter');
  // A parent page is in one space, so it counts only together with that space.
  const inSpace = (named: string | undefined, parent: string | undefined): string | undefined =>
    named === undefined || named === space?.value ? parent : undefined;
  return {
    space,
    parent:
      // The parent page had no ID yet when the person chose it.
      valueOf(chosen.parent === unknownParent ? defaults.parent : chosen.parent, 'chosen') ??
      valueInFrontMatter('parent') ??
      remembered(
        valueOf(inSpace(place?.space, place?.parent), 'record'),
        valueOf(inSpace(defaults.space, defaults.parent), 'setting'),
      ),
    title:
      valueOf(chosen.title, 'chosen') ??
      (place !== undefined && title === record?.suggestedTitle && place.title !== title
        ? { value: place.title, origin: 'record' }
        : { value: title, origin: frontMatter.title === undefined ? 'text' : 'frontMatter' }),
  };
}

/** Returns the address in front matter or settings by which the place is named, if it is not in the connection's wiki. */
export function addressInOtherWiki(
  { space, parent }: TargetValues,
  {
    document,
    siteOf,
  }: {
    readonly document: { readonly frontMatter: FrontMatter };
    readonly siteOf?: ((endpoint: string) => string | undefined) | undefined;
  },
  defaults: DestinationDefaults,
  connection: Connection | undefined,
): { readonly address: string; readonly site: string } | undefined {
  const site = connection && siteOf?.(connection.endpoint);
  const named = { frontMatter: document.frontMatter.addresses, setting: defaults.addresses };
  const addressOf = (part: 'space' | 'parent', origin: Origin | undefined): string | undefined =>
    origin === 'frontMatter' || origin === 'setting' ? named[origin]?.[part] : undefined;
  const address = [addressOf('space', space?.origin), addressOf('parent', parent?.origin)].find(
    (each) => site !== undefined && each !== undefined && isOnOtherSite(site, each),
  );
  return site === undefined || address === undefined ? undefined : { address, site };
}

/** Fills in space and parent where they are missing. */
export function fillFromPage(
  values: TargetValues,
  page: { readonly space?: string | undefined; readonly parent?: string | undefined } | undefined,
  origin: Origin,
): TargetValues {
  const space = values.space ?? valueOf(page?.space, origin);
  const parent = values.parent ?? (space?.value === page?.space ? valueOf(page?.parent, origin) : undefined);
  return { ...values, space, parent };
}

/** Returns the place, or undefined if a part is missing or the title is not valid. */
export function completeLocation({ space, parent, title }: TargetValues): PageLocation | undefined {
  const read = parseTitle(title.value);
  return space === undefined || parent === undefined || read.problem !== undefined
    ? undefined
    : { space: space.value, parent: parent.value, title: read.value };
}

export function missingParts(values: TargetValues): readonly (keyof PageLocation)[] {
  return parts.filter((part) => {
    const value = values[part]?.value;
    return value === undefined || (part === 'title' && parseTitle(value).problem !== undefined);
  });
}

export function knownParts(values: TargetValues): Partial<PageLocation> {
  return mapValues(values, ({ value }) => value);
}

export function originsOf(values: TargetValues): Partial<Record<keyof PageLocation, Origin>> {
  return mapValues(values, ({ origin }) => origin);
}

/** Whether the values name exactly the page of the record, since titles that differ in case alone may be two pages. */
export function hasPlaceOf(values: TargetValues, { place }: PageRecord): boolean {
  return parts.every((part) => values[part]?.value === place[part]);
}

function mapValues<T>(
  values: TargetValues,
  map: (value: ValueWithOrigin) => T,
): Partial<Record<keyof PageLocation, T>> {
  const entries = parts.flatMap((part) => {
    const value = values[part];
    return value === undefined ? [] : [[part, map(value)] as const];
  });
  return Object.fromEntries(entries);
}

function valueOf(value: string | undefined, origin: Origin): ValueWithOrigin | undefined {
  return value === undefined ? undefined : { value, origin };
}
