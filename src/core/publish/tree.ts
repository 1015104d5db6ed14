import * as l10n from '@vscode/l10n';
import { plain } from '../text/plain';
import type { TokenStanding } from '../wiki/platformToken';

/** The file whose page is above that of another file in a tree, or a folder, whose address and path end in “/”. */
export interface FileAbove {
  readonly uri: string;
  /** The path as the person knows it. */
  readonly path: string;
  /** Where it was published, or will be. `id`: as a lookup found it. */
  readonly page?:
    { readonly endpoint: string; readonly space: string; readonly id?: string | undefined } | undefined;
}

/** Where files are a tree of pages. */
export interface Tree {
  /** The folder whose files are at its top; empty for the opened one, or it ends in “/”. */
  readonly top: string;
  /** A folder without a file that is its page gets one too. */
  readonly everyFolder: boolean;
}

/** The ID that stands for the page above while nobody knows it: no page has this ID. */
export const unknownParent = '0';

export type AboveProblem = 'no page' | 'no token' | NotFound;
export type NotFound = 'not found' | 'unseen' | 'refused';

/** What is in the way while nobody knows the page above; undefined where it can be looked up. */
export function findAboveProblem(
  hasPage: boolean,
  canLookUp: boolean,
): Exclude<AboveProblem, NotFound> | undefined {
  return canLookUp ? (hasPage ? undefined : 'no page') : 'no token';
}

/** What is said of a page above that a lookup with this token did not find. */
export function notFoundWith(standing: TokenStanding | undefined): NotFound {
  return standing === 'refused' ? 'refused' : standing === 'untried' ? 'unseen' : 'not found';
}

/** Why nothing can go under the page of a file. */
export function aboveProblem(path: string, problem: AboveProblem): string {
  const shown = plain(path);
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
