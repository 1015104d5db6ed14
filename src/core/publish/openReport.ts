import * as l10n from '@vscode/l10n';
import type { TokenRemedy } from '../text/errors';
import { quoteTitle } from '../text/plainLine';
import type { Report } from '../text/report';
import type { PlatformTokenStatus } from '../wiki/platformToken';

export type OpenAction = 'openParent' | TokenRemedy;

export function notOpenedReport(
  title: string,
  tokenStatus: PlatformTokenStatus | undefined,
  hasParent: boolean,
): Report<OpenAction> {
  const { text, actions } = whyNotOpened(quoteTitle(title), tokenStatus);
  const severity = tokenStatus === undefined ? 'information' : 'error';
  return { severity, text, actions: hasParent ? [...actions, 'openParent'] : actions };
}

function whyNotOpened(
  page: string,
  tokenStatus: PlatformTokenStatus | undefined,
): Omit<Report<TokenRemedy>, 'severity'> {
  switch (tokenStatus) {
    case undefined:
      return {
        text: l10n.t('To open the page, VS Code needs a platform token.'),
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
