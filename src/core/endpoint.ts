import * as l10n from '@vscode/l10n';
import type { Parsed } from './parsed';

/**
 * The import endpoint's address in one spelling, since secrets are kept by it. Contract 4.1 documents
 * `{base_url}/wiki/apps/<app_id>/<environment_id>/webtrigger`; installations use other addresses too.
 */
export function parseEndpoint(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (trimmed === '') {
    return { problem: l10n.t('Paste the address of the import endpoint from the wiki’s token screen.') };
  }
  if (!URL.canParse(trimmed)) {
    return { problem: l10n.t('This is not a whole address. It starts with https://.') };
  }
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return {
      problem: l10n.t('The address must start with https://, so that nobody on the way can read the token.'),
    };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: l10n.t('The address must not contain a user name or a password.') };
  }
  if (url.hash !== '') {
    return { problem: l10n.t('The address must not contain “#”.') };
  }
  return { value: url.href };
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
