import * as l10n from '@vscode/l10n';
import type { TokenRemedy } from '../text/errors';
import { quoteTitle } from '../text/plainLine';
import type { Report } from '../text/report';
import type { PlatformTokenStatus } from '../wiki/platformToken';

export type OpenAction = 'openParent' | TokenRemedy;

export function notOpenedReport(
  title: string,
  tokenStatus: PlatformTokenStatus | undefined,
  isParentKnown: boolean,
): Report<OpenAction> {
  const { text, actions } = whyNotOpened(title, tokenStatus);
  const severity = tokenStatus === undefined || isParentKnown ? 'information' : 'error';
  return { severity, text, actions: isParentKnown ? [...actions, 'openParent'] : actions };
}

export function tokenNeededText(title: string): string {
  return l10n.t('To open {0}, VS Code needs a platform token.', quoteTitle(title));
}

function whyNotOpened(
  title: string,
  tokenStatus: PlatformTokenStatus | undefined,
): Omit<Report<TokenRemedy>, 'severity'> {
  switch (tokenStatus) {
    case undefined:
      return { text: tokenNeededText(title), actions: ['setPlatformToken'] };
    case 'refused':
      return {
        text: l10n.t(
          'Where {0} is in the wiki could not be looked up: the platform token was refused.',
          quoteTitle(title),
        ),
        actions: ['replacePlatformToken'],
      };
    default:
      return {
        text: l10n.t('Where {0} is in the wiki is not known: a lookup did not find it.', quoteTitle(title)),
        actions: [],
      };
  }
}
