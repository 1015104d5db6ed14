import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import type { PlannedTarget, Target } from '../wiki/target';
import type { SuggestedPlace } from '../records/pageRecord';
import type { DestinationDefaults } from './precedence';
import { isSpaceKey } from './spaceKey';

/** Where a send goes. Its record gets the place from here too, so that decision and record mean the same page. */
export interface Destination extends PlannedDestination {
  readonly target: Target;
}

export interface PlannedDestination {
  readonly endpoint: string;
  readonly target: PlannedTarget;
  /** The title in the document; if `target.title` differs, the person chose that. */
  readonly suggestedTitle: string;
  readonly suggestedPlace: SuggestedPlace;
  /** A person publishes the document, whose front matter has `publishOnSave`. */
  readonly publishOnSave?: boolean;
}

export function destinationOf<T extends PlannedTarget>(
  {
    frontMatter: { space, parent, publishOnSave },
    title,
  }: { readonly frontMatter: FrontMatter; readonly title: string },
  { endpoint }: Pick<Connection, 'endpoint'>,
  target: T,
): PlannedDestination & { readonly target: T } {
  const suggested = { suggestedTitle: title, suggestedPlace: { space, parent } };
  return { endpoint, target, ...suggested, ...(publishOnSave === true && { publishOnSave }) };
}

/**
 * Whether front matter and `shared` settings name the space, parent and title of `target`. A space key counts as
 * equal, since only a lookup could compare it with the ID.
 */
export function isPlaceShared(
  { target, suggestedTitle, suggestedPlace }: PlannedDestination,
  shared: Pick<DestinationDefaults, 'space' | 'parent'>,
): boolean {
  const { space = shared.space, parent = shared.parent } = suggestedPlace;
  return (
    (space === target.space || isSpaceKey(space)) &&
    parent === target.parent &&
    suggestedTitle === target.title
  );
}
