import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../core/text/locale';

export function countText(count: number, what: 'file' | 'page' | 'line' | 'problem' | 'error'): string {
  const number = formatNumber(count);
  switch (what) {
    case 'file':
      return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', number);
    case 'page':
      return count === 1 ? l10n.t('1 page') : l10n.t('{0} pages', number);
    case 'line':
      return count === 1 ? l10n.t('1 line') : l10n.t('{0} lines', number);
    case 'problem':
      return count === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', number);
    case 'error':
      return count === 1 ? l10n.t('1 error') : l10n.t('{0} errors', number);
  }
}
