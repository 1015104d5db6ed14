import * as l10n from '@vscode/l10n';
import { parseAddress } from '../connection/endpoint';
import { membersOf, stringOrEmpty } from '../text/json';
import type { Parsed } from '../text/parsed';
import { tokenInTextProblem } from '../text/tokenInText';
import type { Client } from './tokenRequest';

/** The OAuth client of the setting `publishToWiki.export`. */
export interface ExportClient extends Client {
  readonly authorizeUrl: string;
  readonly scopes: readonly string[];
}

/** Contract 5.2 (3) requires the first two; `offline_access` brings a refresh token (5.2 (4)). */
export const defaultScopes: readonly string[] = [
  'export:markdown:custom',
  'read:platform-app:wiki',
  'offline_access',
];

export function parseExportClient(setting: unknown): Parsed<ExportClient> | undefined {
  const { authUrl, clientId } = membersOf(setting);
  if (isUnset(authUrl) && isUnset(clientId)) {
    return undefined;
  }
  const provider = parseAuthUrl(stringOrEmpty(authUrl));
  if (provider.problem !== undefined) {
    return provider;
  }
  const client = parseClientId(stringOrEmpty(clientId));
  if (client.problem !== undefined) {
    return client;
  }
  const asks = parseAuthorizationSettings(setting);
  if (asks.problem !== undefined) {
    return asks;
  }
  const { authorizeUrl = `${provider.value}/authorize`, scopes } = asks.value;
  return { value: { authUrl: provider.value, authorizeUrl, clientId: client.value, scopes } };
}

/** People write `authorizeUrl` and `scopes` into the setting by hand; signing in asks for the other members only. */
export function parseAuthorizationSettings(
  setting: unknown,
): Parsed<Pick<ExportClient, 'scopes'> & { readonly authorizeUrl: string | undefined }> {
  const { authorizeUrl, scopes = defaultScopes } = membersOf(setting);
  const asks: Parsed<string | undefined> = isUnset(authorizeUrl)
    ? { value: undefined }
    : parseAddress(stringOrEmpty(authorizeUrl));
  if (asks.problem !== undefined) {
    return { problem: l10n.t('The address of the sign-in page can’t be used: {0}', asks.problem) };
  }
  return isScopes(scopes)
    ? { value: { authorizeUrl: asks.value, scopes } }
    : { problem: l10n.t('The scopes must be a list of words without spaces.') };
}

/** Removes slashes at the end of `{auth_url}` (contract 4.2), since secrets are stored under the result. */
export function parseAuthUrl(text: string): Parsed<string> {
  if (text.trim() === '') {
    return { problem: l10n.t('Enter the address of the identity provider that issues the export tokens.') };
  }
  const inText = tokenInTextProblem(text);
  const address: Parsed<string> = inText === undefined ? parseAddress(text) : { problem: inText };
  if (address.problem !== undefined) {
    return address;
  }
  const problem = address.value.includes('?') ? l10n.t('The address must not contain “?”.') : undefined;
  return problem === undefined ? { value: address.value.replace(/(?<!\/)\/+$/, '') } : { problem };
}

export function parseClientId(text: string): Parsed<string> {
  const id = text.trim();
  if (id === '') {
    return { problem: l10n.t('Enter the client ID of your OAuth integration.') };
  }
  // Between the fields of a form there is “&”: one of them may be a secret.
  const problem = /^[\x21-\x25\x27-\x7e]+$/.test(id)
    ? tokenInTextProblem(id)
    : l10n.t('A client ID contains only ASCII characters and no spaces. Copy it again.');
  return problem === undefined ? { value: id } : { problem };
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === '';
}

/** The syntax of a scope is that of RFC 6749 §3.3. */
function isScopes(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((scope) => typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
  );
}
