import * as l10n from '@vscode/l10n';
import { quote } from '../text/plainLine';
import type { Connection } from '../connection/connection';
import type { LookupResult, FoundSpace } from '../wiki/lookups';
import { isNumericId } from '../wiki/target';
import { spaceUnseenText } from '../wiki/notFoundCause';
import type { PageRecord } from '../records/pageRecord';
import type { DestinationDefaults, TargetValues } from './precedence';

/** Returns the result of an earlier lookup; undefined if the key was not looked up. */
export type SpaceLookup = (endpoint: string, key: string) => LookupResult<FoundSpace> | undefined;

/** A key is whatever is not an ID, such as `DOC`. The service takes IDs only (contract 2.1), so keys are looked up. */
export function isSpaceKey(space: string | undefined): space is string {
  return space !== undefined && !isNumericId(space);
}

type IdOf = (space: string | undefined) => string | undefined;

/** The returned function turns a key whose ID was found into that ID, and returns anything else unchanged. */
export function spaceIdResolver(connection: Connection | undefined, spaceOf: SpaceLookup | undefined): IdOf {
  return (space) => {
    const known = connection && isSpaceKey(space) ? spaceOf?.(connection.endpoint, space) : undefined;
    return known?.kind === 'found' ? known.value.id : space;
  };
}

/** A place with an `endpoint` is that of a parent page, and has the space’s ID already. */
export function withSpaceId(defaults: DestinationDefaults, idOf: IdOf): DestinationDefaults {
  const space = defaults.endpoint === undefined ? idOf(defaults.space) : defaults.space;
  return space === undefined ? defaults : { ...defaults, space };
}

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

/** Only front matter and settings name a space by its key. Where a record has the same word, it is an ID. */
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
