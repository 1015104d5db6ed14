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
  const other = author === undefined ? l10n.t('somebody in the wiki') : quote(author);
  if (edits.length === 0) {
    return l10n.t('{0} has everything that the page in the wiki has.', file);
  }
  return sentences(
    l10n.t('{0} now has what changed in the wiki.', file),
    autoSave === 'off' ? l10n.t('It is not saved yet.') : '',
    conflicts === 0
      ? l10n.t('Check it and publish again.')
      : conflicts === 1
        ? l10n.t('You and {0} changed the same text: resolve the conflict.', other)
        : l10n.t(
            'You and {0} changed the same text: resolve the {1} conflicts.',
            other,
            formatNumber(conflicts),
          ),
  );
}
