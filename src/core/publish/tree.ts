import * as l10n from '@vscode/l10n';
import { plainLine } from '../text/plainLine';
import type { TokenRemedy } from '../text/errors';
import type { LookupResult } from '../wiki/lookups';
import type { PlatformTokenStatus } from '../wiki/platformToken';

/** A file or folder whose page is the parent of another file’s page; `uri` and `path` of a folder end in “/”. */
export interface ParentFile {
  readonly uri: string;
  /** The path shown to people: relative to the workspace folder, absolute outside of it. */
  readonly path: string;
  /** Where its page is, or will be; `id` is undefined until a lookup has found it. */
  readonly page?:
    | { readonly endpoint: string; readonly space: string; readonly id?: string | undefined }
    | undefined;
}

export interface Tree {
  /** Files of this folder are at the top of the tree. It ends in “/”, or is empty for the workspace folder. */
  readonly top: string;
  /** Whether a folder gets a page even without a file for it, such as `README.md`. */
  readonly everyFolder: boolean;
}

export type ParentProblem = 'no page' | 'no token' | ParentNotFound;
export type ParentNotFound = 'not found' | 'unseen' | 'refused' | 'removed';

export function parentLookupProblem(
  hasPage: boolean,
  canLookUp: boolean,
): Exclude<ParentProblem, ParentNotFound> | undefined {
  return canLookUp ? (hasPage ? undefined : 'no page') : 'no token';
}

/**
 * `tokenStatus`: undefined if the token that was there at first has been removed;
 * `untried` for one that the wiki has never accepted, and that may not see the page.
 */
export function parentNotFoundReason(tokenStatus: PlatformTokenStatus | undefined): ParentNotFound {
  switch (tokenStatus) {
    case undefined:
      return 'removed';
    case 'refused':
      return 'refused';
    case 'untried':
      return 'unseen';
    case 'accepted':
      return 'not found';
  }
}

/** `problem`: why a parent page or a space was not found; undefined if nothing could be looked up. */
export function tokenRemedyFor(
  problem: ParentProblem | LookupResult<unknown>['kind'] | undefined,
): TokenRemedy | undefined {
  switch (problem) {
    case undefined:
    case 'no token':
    case 'removed':
      return 'setPlatformToken';
    case 'refused':
    case 'unseen':
      return 'replacePlatformToken';
    default:
      return undefined;
  }
}

export function parentProblemText(path: string, problem: ParentProblem): string {
  const shown = plainLine(path);
  switch (problem) {
    case 'no page':
      return l10n.t('It goes under {0}, which was not published. Publish that too.', shown);
    case 'no token':
      return l10n.t('It goes under {0}. Finding that page needs a platform token.', shown);
    case 'refused':
      return l10n.t(
        'It goes under {0}, whose page could not be looked up: the platform token was refused. Set another one, then publish again.',
        shown,
      );
    case 'removed':
      return l10n.t(
        'It goes under {0}, whose page could not be looked up: the platform token was removed. Set one, then publish again.',
        shown,
      );
    case 'unseen':
      return l10n.t(
        'It goes under {0}, whose page was not found in the wiki, or this platform token may not see it.',
        shown,
      );
    case 'not found':
      return l10n.t(
        'It goes under {0}, whose page was not found in the wiki. Look whether it is there, then publish again.',
        shown,
      );
  }
}
