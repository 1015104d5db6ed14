import * as l10n from '@vscode/l10n';
import type { Failure } from '../network/http';
import { plainLine } from '../text/plainLine';
import type { Target } from './target';

export function unansweredText({ reason }: Failure): string {
  switch (reason) {
    case 'cancelled':
      return l10n.t('Cancelled after the page had been sent.');
    case 'timeout':
      return l10n.t('The page was sent, but the wiki did not answer in time.');
    default:
      return l10n.t('The page was sent, but the connection was lost before the wiki answered.');
  }
}

export function notSentText({ reason, code }: Failure, host: string): string {
  switch (reason) {
    case 'cancelled':
      return l10n.t('Cancelled.');
    case 'timeout':
      return l10n.t('Could not connect to {0} in time.', host);
    case 'name not found':
      return l10n.t(
        'The host name {0} was not found: are you offline, or outside your company’s network?',
        host,
      );
    case 'refused':
      return l10n.t('{0} refused the connection.', host);
    case 'unreachable':
      return l10n.t('{0} can’t be reached: are you offline?', host);
    case 'certificate':
      return l10n.t('The certificate of {0} is not trusted ({1}).', host, plainLine(code));
    case 'encryption':
      return l10n.t(
        'Could not make an encrypted connection to {0} ({1}): is the address right?',
        host,
        plainLine(code),
      );
    case 'proxy':
      return l10n.t(
        'The proxy did not connect to {0} ({1}). Check the proxy in VS Code’s settings.',
        host,
        plainLine(code),
      );
    case 'proxy address':
      return l10n.t(
        'The address of the proxy can’t be used ({0}): one such as http://proxy.example:8080 can. Correct it in VS Code’s setting http.proxy or in HTTPS_PROXY.',
        plainLine(code),
      );
    case 'proxy sign-in':
      return l10n.t(
        'The proxy asks for a user name and password before it connects to {0} ({1}). Add them to VS Code’s setting http.proxy.',
        host,
        plainLine(code),
      );
    case 'reset':
    case 'other':
      return l10n.t('Could not connect to {0} ({1}).', host, plainLine(code));
  }
}

export function unknownOutcomeText({ overwrite }: Target): string {
  return overwrite
    ? l10n.t('Whether the page was published is unknown. Sending it again is safe: it updates the same page.')
    : l10n.t(
        'Whether the page was published is unknown. Sending it again is safe: if a page with this title is there, nothing is replaced.',
      );
}
