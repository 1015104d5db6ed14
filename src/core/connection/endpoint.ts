import * as l10n from '@vscode/l10n';
import type { Parsed } from '../text/parsed';

/**
 * The import endpoint's address in one spelling, since secrets are kept by it. Contract 4.1 documents
 * `{base_url}/wiki/apps/<app_id>/<environment_id>/webtrigger`; installations use other addresses too.
 */
export function parseEndpoint(text: string): Parsed<string> {
  return text.trim() === ''
    ? { problem: l10n.t('Paste the address of the import endpoint from the wiki’s token screen.') }
    : parseAddress(text);
}

/** An address that a secret may be sent to. */
export function parseAddress(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) {
    return { problem: l10n.t('This is not a complete address. An address starts with https://.') };
  }
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return {
      problem: l10n.t('The address must start with https://, so that nobody can read the token in transit.'),
    };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: l10n.t('The address must not contain a user name or a password.') };
  }
  if (url.href.includes('#')) {
    return { problem: l10n.t('The address must not contain “#”.') };
  }
  return { value: url.href };
}

/** Requests to these never leave the machine, nor go through a proxy. */
export const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

function isLoopback(hostname: string): boolean {
  return loopback.includes(hostname);
}
