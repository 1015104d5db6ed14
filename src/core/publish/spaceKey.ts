import * as l10n from '@vscode/l10n';
import { quote } from '../text/plainLine';
import type { Connection } from '../connection/connection';
import type { LookupResult, FoundSpace } from '../wiki/lookups';
import { isNumericId } from '../wiki/target';
import { spaceUnseenText } from '../wiki/notFoundCause';
import type { PageRecord } from '../records/pageRecord';
import type { DestinationDefaults, TargetValues } from './precedence';

/** Returns what a lookup found for a space's key; undefined if nothing was looked up. */
export type SpaceLookup = (endpoint: string, key: string) => LookupResult<FoundSpace> | undefined;

/** Whether a space is named by its key. The service takes IDs only (contract 2.1), so a key is looked up. */
export function isSpaceKey(space: string | undefined): space is string {
  return space !== undefined && !isNumericId(space);
}

type IdOf = (space: string | undefined) => string | undefined;

/** Returns the function that turns a space's key into its ID, or leaves it as it is if the ID is not known. */
export function spaceIdResolver(connection: Connection | undefined, spaceOf: SpaceLookup | undefined): IdOf {
  return (space) => {
    const known = connection && isSpaceKey(space) ? spaceOf?.(connection.endpoint, space) : undefined;
    return known?.kind === 'found' ? known.value.id : space;
  };
}

/** Replaces the space's key in the settings. A space chosen for a folder, or of a parent page, has its ID already. */
export function withSpaceId(defaults: DestinationDefaults, idOf: IdOf): DestinationDefaults {
  const space = defaults.endpoint === undefined ? idOf(defaults.space) : defaults.space;
  return space === undefined ? defaults : { ...defaults, space };
}

/** Says why a space that is named by its key can't be published to. */
export function spaceProblemText(key: string, found: LookupResult<FoundSpace>['kind'] | undefined): string {
  switch (found) {
    case undefined:
      return l10n.t(
        '{0} is a space’s key. Enter the space’s ID instead, or set a platform token, with which it is found.',
        quote(key),
      );
    case 'refused':
      return l10n.t(
        'The ID of space {0} could not be looked up: the platform token was refused.',
        quote(key),
      );
    case 'unseen':
      return spaceUnseenText(key);
    case 'missing':
      return l10n.t('Space {0} does not exist, or you can’t see it.', quote(key));
    default:
      return l10n.t(
        'The wiki did not tell the ID of space {0}. Enter it, or publish again later.',
        quote(key),
      );
  }
}

/** Returns the space's key if settings or front matter name it; other values are IDs. */
export function namedSpaceKey(
  { space }: TargetValues,
  here: readonly PageRecord[],
  { endpoint }: DestinationDefaults,
): string | undefined {
  const isNamed = space?.origin === 'frontMatter' || (space?.origin === 'setting' && endpoint === undefined);
  return isNamed && isSpaceKey(space.value) && !here.some(({ place }) => place.space === space.value)
    ? space.value
    : undefined;
}
