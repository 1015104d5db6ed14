import * as l10n from '@vscode/l10n';
import type { Parsed } from '../text/parsed';
import { plainLine } from '../text/plainLine';
import { parseParent } from '../wiki/target';

/** `elsewhere` returns a problem if what was typed is an address in another wiki. */
export function parsePageId(
  fileName: string | undefined,
  text: string,
  elsewhere: (address: string) => string | undefined,
): Parsed<string> {
  const typed = text.trim();
  const problem = typed === '' ? l10n.t('Enter the ID of the page, or paste its address.') : elsewhere(typed);
  const parsed = problem === undefined ? parseParent(typed) : { problem };
  return fileName === undefined || parsed.problem === undefined
    ? parsed
    : { problem: l10n.t('{0}: {1}', plainLine(fileName), parsed.problem) };
}

export function pagePromptText(fileName: string | undefined): string | undefined {
  return fileName === undefined
    ? undefined
    : l10n.t(
        'The page of {0} in the wiki. If there is none yet, press Escape and publish the file first.',
        plainLine(fileName),
      );
}
