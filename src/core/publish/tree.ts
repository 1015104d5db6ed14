import * as l10n from '@vscode/l10n';
import { plainLine } from '../text/plainLine';
import type { PlatformTokenStatus } from '../wiki/platformToken';

/** The file whose page is the parent of another file's page in a tree, or a folder, whose address and path end in “/”. */
export interface ParentFile {
  readonly uri: string;
  /** The path as the person knows it. */
  readonly path: string;
  /** Where the page was or will be published. `id`: the ID that a lookup found. */
  readonly page?:
    { readonly endpoint: string; readonly space: string; readonly id?: string | undefined } | undefined;
}

/** Files that are published as a tree of pages. */
export interface Tree {
  /** The folder whose files are at the top of the tree, ending in “/”; empty for the workspace folder. */
  readonly top: string;
  /** A folder without a file for its page gets a page too. */
  readonly everyFolder: boolean;
}

/** The ID of the parent page for as long as that page is not published, or not found in the wiki; no real page has this ID. */
export const unknownParent = '0';

export type ParentProblem = 'no page' | 'no token' | ParentNotFound;
export type ParentNotFound = 'not found' | 'unseen' | 'refused';

/** Says why the parent page can't be looked up; undefined if it can. */
export function parentLookupProblem(
  hasPage: boolean,
  canLookUp: boolean,
): Exclude<ParentProblem, ParentNotFound> | undefined {
  return canLookUp ? (hasPage ? undefined : 'no page') : 'no token';
}

/** Returns why a lookup with this token did not find the parent page. */
export function parentNotFoundReason(standing: PlatformTokenStatus | undefined): ParentNotFound {
  return standing === 'refused' ? 'refused' : standing === 'untried' ? 'unseen' : 'not found';
}

/** Says why nothing can be published under the page of a file. */
export function parentProblemText(path: string, problem: ParentProblem): string {
  const shown = plainLine(path);
  switch (problem) {
    case 'no page':
      return l10n.t('It goes under {0}, which was not published. Publish that too.', shown);
    case 'no token':
      return l10n.t(
        'Set a platform token, then publish again: it goes under {0}, whose page is found with one.',
        shown,
      );
    case 'refused':
      return l10n.t(
        'It goes under {0}, whose page could not be looked up: the platform token was refused.',
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
