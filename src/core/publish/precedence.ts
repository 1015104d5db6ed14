import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import {
  isNumericId,
  parsePlace,
  composedTitle,
  isSameTitle,
  parseTitle,
  combinePlaces,
  type PlaceAddresses,
  type Parent,
  type PlannedTarget,
  type Target,
} from '../wiki/target';
import { isOnOtherSite } from '../wiki/site';
import type { PageRecord, Place } from '../records/pageRecord';
import type { ParentFile } from './tree';

/** The settings `publishToWiki.space`, `.parent` and `.overwrite`, and the destination remembered for the folder. */
export interface DestinationDefaults {
  /** Set for a place taken from a parent page, whose IDs count at this connection alone. */
  readonly endpoint?: string;
  readonly space?: string;
  readonly parent?: Parent;
  readonly addresses?: PlaceAddresses;
  readonly overwrite?: boolean;
  readonly parentFile?: ParentFile | undefined;
  /** What was chosen for the folder: it counts for what the settings leave open, at its connection alone. */
  readonly folder?: Omit<Place, 'title'> | undefined;
}

/** The place of a `parentFile` wins over space and parent in the settings. */
export function withPlaceOfParentFile(defaults: DestinationDefaults): DestinationDefaults {
  const { parentFile, addresses: _, ...others } = defaults;
  const { id = '', ...place } = parentFile?.page ?? {};
  return parentFile === undefined
    ? defaults
    : { ...others, parentFile, ...place, parent: isNumericId(id) ? id : { file: parentFile.uri } };
}

/** A value that can’t be used counts as missing. */
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

/**
 * `folder`: what was chosen for the folder. `attempt`: a failed publish, whose place only fills in prompts. `text`: the
 * document’s heading or file name.
 */
export type Origin = 'answer' | 'frontMatter' | 'record' | 'setting' | 'folder' | 'attempt' | 'text';

export interface ValueWithOrigin<V extends Parent = string> {
  readonly value: V;
  readonly origin: Origin;
}

export interface TargetValues {
  readonly space: ValueWithOrigin | undefined;
  readonly parent: ValueWithOrigin<Parent> | undefined;
  readonly title: ValueWithOrigin;
}

export type PageLocation = Omit<PlannedTarget, 'overwrite'>;

const parts = ['space', 'parent', 'title'] as const;

/**
 * The person’s choice wins, then front matter, a published record, settings, the folder. `idOf` turns a space key into
 * an ID.
 */
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
  typed: Partial<Place>,
  idOf: (space: string | undefined) => string | undefined = (space) => space,
): TargetValues {
  const place = record?.place;
  const { folder } = defaults;
  // Front matter that has not changed since the last publish does not move the page, wherever the page is.
  const valueInFrontMatter = (part: 'space' | 'parent'): ValueWithOrigin | undefined =>
    frontMatter[part] === record?.suggestedPlace?.[part] && frontMatter[part] !== place?.[part]
      ? undefined
      : valueOf(
          part === 'space' && frontMatter.space !== place?.space
            ? idOf(frontMatter.space)
            : frontMatter[part],
          'frontMatter',
        );
  // A send without an answer may have made no page, so today’s settings win over the place that it was sent to.
  const remembered = <P extends Parent>(
    first: ValueWithOrigin | undefined,
    setting: ValueWithOrigin<P> | undefined,
  ): ValueWithOrigin<P | string> | undefined =>
    record?.published === undefined ? (setting ?? first) : (first ?? setting);
  const space =
    valueOf(typed.space, 'answer') ??
    valueInFrontMatter('space') ??
    remembered(
      valueOf(place?.space, 'record'),
      valueOf(defaults.space, 'setting') ?? valueOf(folder?.space, 'folder'),
    ) ??
    valueOf(idOf(frontMatter.spaceKey), 'frontMatter');
  // A parent page is in one space, so it counts only together with that space.
  const inSpace = <P extends Parent>(named: string | undefined, parent: P | undefined): P | undefined =>
    named === undefined || named === space?.value ? parent : undefined;
  return {
    space,
    parent:
      valueOf(typed.parent, 'answer') ??
      valueInFrontMatter('parent') ??
      remembered(
        valueOf(inSpace(place?.space, place?.parent), 'record'),
        valueOf(inSpace(defaults.space, defaults.parent), 'setting') ??
          // In a tree, only the parent file’s page counts.
          valueOf(defaults.parentFile ? undefined : inSpace(folder?.space, folder?.parent), 'folder'),
      ),
    title:
      valueOf(typed.title, 'answer') ??
      (place !== undefined && title === record?.suggestedTitle && !isSameTitle(place.title, title)
        ? { value: place.title, origin: 'record' }
        : { value: composedTitle(title), origin: frontMatter.title === undefined ? 'text' : 'frontMatter' }),
  };
}

/** Returns the first address in another wiki: an ID from there would mean another page in the connection’s wiki. */
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

/** Returns the ID of a named parent page that a lookup did not find. */
export function lostParent(
  { parent }: TargetValues,
  { isMissing }: { readonly isMissing?: ((endpoint: string, id: string) => boolean) | undefined },
  connection: Connection | undefined,
): string | undefined {
  const { value, origin } = parent ?? {};
  const isNamed = connection !== undefined && typeof value === 'string' && origin !== 'answer';
  return isNamed && isMissing?.(connection.endpoint, value) === true ? value : undefined;
}

/** The parent is taken from `place` only if the space is that of `place`, since a parent page is in one space. */
export function fillFromPlace(
  values: TargetValues,
  place: { readonly space?: string | undefined; readonly parent?: string | undefined } | undefined,
  origin: Origin,
): TargetValues {
  const space = values.space ?? valueOf(place?.space, origin);
  const parent =
    values.parent ?? (space?.value === place?.space ? valueOf(place?.parent, origin) : undefined);
  return { ...values, space, parent };
}

export function locationIfComplete({ space, parent, title }: TargetValues): PageLocation | undefined {
  const read = parseTitle(title.value);
  return space === undefined || parent === undefined || read.problem !== undefined
    ? undefined
    : { space: space.value, parent: parent.value, title: read.value };
}

/** A title that can’t be sent counts as missing, too. */
export function missingParts(values: TargetValues): readonly (keyof PageLocation)[] {
  return parts.filter((part) => {
    const value = values[part]?.value;
    return value === undefined || (part === 'title' && parseTitle(values.title.value).problem !== undefined);
  });
}

export function knownParts(values: TargetValues): Partial<Omit<Target, 'overwrite'>> {
  return mapValues(values, ({ value }) => (typeof value === 'string' ? value : undefined));
}

export function originsOf(values: TargetValues): Partial<Record<keyof PageLocation, Origin>> {
  return mapValues(values, ({ origin }) => origin);
}

/** Unlike `isSamePlace`, ignores the endpoint, and tells titles apart that differ in case alone, as two pages may. */
export function hasPlaceOf(values: TargetValues, { place }: PageRecord): boolean {
  return parts.every((part) => values[part]?.value === place[part]);
}

function mapValues<T>(
  values: TargetValues,
  map: (value: ValueWithOrigin<Parent>) => T | undefined,
): Partial<Record<keyof PageLocation, T>> {
  const entries = parts.flatMap((part) => {
    const value = values[part] && map(values[part]);
    return value === undefined ? [] : [[part, value] as const];
  });
  return Object.fromEntries(entries);
}

function valueOf<V extends Parent>(value: V | undefined, origin: Origin): ValueWithOrigin<V> | undefined {
  return value === undefined ? undefined : { value, origin };
}
