import * as l10n from '@vscode/l10n';
import type { TokenRemedy } from '../text/errors';
import { quoteTitle } from '../text/plainLine';
import type { Report } from '../text/report';
import { sentences } from '../text/sentences';
import type { PlatformTokenStatus } from '../wiki/platformToken';

export function notOpenedReport(
  title: string,
  tokenStatus: PlatformTokenStatus | undefined,
  isParentOpened: boolean,
): Report<TokenRemedy> {
  const { text, actions } = whyNotOpened(quoteTitle(title), tokenStatus);
  const instead = isParentOpened ? l10n.t('The parent page was opened.') : '';
  const severity = tokenStatus === undefined || isParentOpened ? 'information' : 'error';
  return { severity, text: sentences(instead, text), actions };
}

function whyNotOpened(
  page: string,
  tokenStatus: PlatformTokenStatus | undefined,
): Omit<Report<TokenRemedy>, 'severity'> {
  switch (tokenStatus) {
    case undefined:
      return {
        text: l10n.t('To open {0} itself, VS Code needs a platform token.', page),
        actions: ['setPlatformToken'],
      };
    case 'refused':
      return {
        text: l10n.t(
          'Where {0} is in the wiki could not be looked up: the platform token was refused.',
          page,
        ),
        actions: ['replacePlatformToken'],
      };
    default:
      return {
        text: l10n.t('Where {0} is in the wiki is not known: a lookup did not find it.', page),
        actions: [],
      };
  }
}
