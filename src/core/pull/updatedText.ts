import * as l10n from '@vscode/l10n';
import { formatNumber } from '../text/locale';
import { plainLine, quote } from '../text/plainLine';
import { sentences } from '../text/sentences';
import type { MergeResult } from './merge';

/**
 * `autoSave`: VS Code’s setting `files.autoSave`. Unless it is `off`, the file may have been saved by now.
 * `author`: who changed the page in the wiki last; undefined if no lookup told it.
 */
export function updateReportText(
  fileName: string,
  { edits, conflicts }: Pick<MergeResult, 'edits' | 'conflicts'>,
  autoSave: unknown,
  author: string | undefined,
): string {
  const file = plainLine(fileName);
  if (edits.length === 0) {
    return l10n.t('{0} has everything that the page in the wiki has.', file);
  }
  if (conflicts > 0) {
    const other =
      author === undefined
        ? l10n.t({ message: 'the wiki', comment: 'As in “the conflict with the wiki”.' })
        : quote(author);
    // The conflict itself is shown, so one line is enough: VS Code gives a longer text a button.
    return conflicts === 1
      ? l10n.t('Resolve the conflict with {0}.', other)
      : l10n.t('Resolve the {1} conflicts with {0}.', other, formatNumber(conflicts));
  }
  return sentences(
    l10n.t('{0} now has what changed in the wiki.', file),
    autoSave === 'off' ? l10n.t('It is not saved yet.') : '',
    l10n.t('Check it and publish again.'),
  );
}
