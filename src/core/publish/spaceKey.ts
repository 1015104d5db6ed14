import * as l10n from '@vscode/l10n';
import { quote } from '../text/plain';
import type { Found, FoundSpace } from '../wiki/lookups';

/** What a lookup told of the space that has a key; undefined where nothing is looked up. */
export type SpaceOf = (endpoint: string, key: string) => Found<FoundSpace> | undefined;

/** The service takes ids (contract 2.1); what is not a number is looked up. */
export function isSpaceKey(space: string | undefined): space is string {
  return space !== undefined && !/^\d+$/.test(space);
}

/** Why a space that settings or front matter name by its key can’t be published to. */
export function spaceProblem(key: string, found: Found<FoundSpace>['kind'] | undefined): string {
  switch (found) {
    case undefined:
      return l10n.t(
        '{0} is a space’s key. Enter the space’s ID instead, or set a platform token, with which it is found.',
        quote(key),
      );
    case 'missing':
      return l10n.t('Space {0} does not exist, or you can’t see it.', quote(key));
    default:
      return l10n.t(
        'The wiki did not tell the ID of space {0}. Enter it, or publish again later.',
        quote(key),
      );
  }
}
