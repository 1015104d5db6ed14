import type { FrontMatter } from '../page/wikiFrontMatter';
import { isNumericId, parsePlace, parseTitle, placeIn, type Target } from '../wiki/target';
import type { PageRecord } from './pageRecord';
import { unknownParent, type FileAbove } from './tree';

/** The workspace's defaults: `publishToWiki.space`, `.parent` and `.overwrite`; what was chosen for a folder comes below. */
export interface Defaults {
  /** Where several connections are. */
  readonly endpoint?: string;
  readonly space?: string;
  readonly parent?: string;
  readonly overwrite?: boolean;
  /** In a tree, the page goes under the page of this file. */
  readonly above?: FileAbove | undefined;
}

/** In a tree, all that is above says where the page goes. */
export function underAbove(defaults: Defaults): Defaults {
  const { above } = defaults;
  const { id = '', ...place } = above?.page ?? {};
  return above === undefined
    ? defaults
    : { ...defaults, ...place, parent: isNumericId(id) ? id : unknownParent };
}

/** Reads the settings; what can't be used counts as not given. */
export function readDefaults(space: unknown, parent: unknown, overwrite: unknown): Defaults {
  const { spaceKey, ...place } = placeIn({
    space: typeof space === 'string' ? parsePlace(space, 'space').value : undefined,
    parent: typeof parent === 'string' ? parsePlace(parent, 'parent').value : undefined,
  });
  return {
    ...(spaceKey !== undefined && { space: spaceKey }),
    ...place,
    ...(typeof overwrite === 'boolean' && { overwrite }),
  };
}

/** What the person chose for this publish: in a prompt, in a row of the plan, with a button. */
export type Chosen = Partial<
  Target & {
    readonly endpoint: string;
    /** The change in the wiki that they know of and publish over, by its key. */
    readonly accepted: string;
  }
>;

/** Where a value came from; in this order one wins over the next, and a failed attempt only fills in prompts. */
export type Origin = 'chosen' | 'frontMatter' | 'record' | 'setting' | 'attempt' | 'text';

export interface Value {
  readonly value: string;
  readonly origin: Origin;
}

/** The parts of a place, each with where it came from; undefined where nobody has said it. */
export interface TargetValues {
  readonly space: Value | undefined;
  readonly parent: Value | undefined;
  readonly title: Value;
}

export type PageLocation = Omit<Target, 'overwrite'>;

const parts = ['space', 'parent', 'title'] as const;

/** Chosen, then front matter, then the page's record, then the settings. */
export function valuesOf(
  {
    frontMatter,
    title,
  }: {
    readonly frontMatter: FrontMatter;
    readonly title: string;
  },
  record: PageRecord | undefined,
  defaults: Defaults,
  chosen: Chosen,
  idOf: (space: string | undefined) => string | undefined = (space) => space,
): TargetValues {
  const place = record?.place;
  // What differs from what the document already said then was chosen by the person
  const written = (part: 'space' | 'parent'): Value | undefined =>
    frontMatter[part] === record?.suggestedPlace?.[part] && frontMatter[part] !== place?.[part]
      ? undefined
      : valueOf(
          part === 'space' && frontMatter.space !== place?.space
            ? idOf(frontMatter.space)
            : frontMatter[part],
          'frontMatter',
        );
  const space =
    valueOf(chosen.space, 'chosen') ??
    written('space') ??
    valueOf(place?.space, 'record') ??
    valueOf(defaults.space, 'setting') ??
    valueOf(idOf(frontMatter.spaceKey), 'frontMatter');
  // A parent belongs to its space
  const inSpace = (named: string | undefined, parent: string | undefined): string | undefined =>
    named === undefined || named === space?.value ? parent : undefined;
  return {
    space,
    parent:
      // Chosen while the page above was not known
      valueOf(chosen.parent === unknownParent ? defaults.parent : chosen.parent, 'chosen') ??
      written('parent') ??
      valueOf(inSpace(place?.space, place?.parent), 'record') ??
      valueOf(inSpace(defaults.space, defaults.parent), 'setting'),
    title:
      valueOf(chosen.title, 'chosen') ??
      (place !== undefined && title === record?.suggestedTitle && place.title !== title
        ? { value: place.title, origin: 'record' }
        : { value: title, origin: frontMatter.title === undefined ? 'text' : 'frontMatter' }),
  };
}

/** Fills in space and parent where they are missing. */
export function fill(
  values: TargetValues,
  page: Omit<PageLocation, 'title'> | undefined,
  origin: Origin,
): TargetValues {
  const space = values.space ?? valueOf(page?.space, origin);
  const parent = values.parent ?? (space?.value === page?.space ? valueOf(page?.parent, origin) : undefined);
  return { ...values, space, parent };
}

/** Undefined when something is missing, or can't be a title. */
export function wholePage({ space, parent, title }: TargetValues): PageLocation | undefined {
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
  return each(values, ({ value }) => value);
}

export function originsOf(values: TargetValues): Partial<Record<keyof PageLocation, Origin>> {
  return each(values, ({ origin }) => origin);
}

/** The page that a record is of, exactly: titles that differ in case alone may be two. */
export function isPage(values: TargetValues, { place }: PageRecord): boolean {
  return parts.every((part) => values[part]?.value === place[part]);
}

function each<T>(values: TargetValues, map: (value: Value) => T): Partial<Record<keyof PageLocation, T>> {
  const entries = parts.flatMap((part) => {
    const value = values[part];
    return value === undefined ? [] : [[part, map(value)] as const];
  });
  return Object.fromEntries(entries);
}

function valueOf(value: string | undefined, origin: Origin): Value | undefined {
  return value === undefined ? undefined : { value, origin };
}
