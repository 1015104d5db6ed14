import * as l10n from '@vscode/l10n';
import { formatTime, type Lifetime } from './apiToken';
import { withConnectionName, type Connection } from './connection';
import { expiryOf, type Expiry } from './expiryLabel';
import { dayMs, daysText, durationText } from '../text/duration';
import { withoutIcons } from '../text/plainLine';
import { sentences } from '../text/sentences';

export interface TokenStatusBarItem {
  /** Begins with an icon for the state, such as `$(error)`, for people who can’t see `colour`. */
  readonly text: string;
  readonly accessibilityLabel: string;
  readonly colour: 'none' | 'warning' | 'error';
  readonly tooltip: readonly string[];
  readonly changesAt: number | undefined;
}

export interface TokenContext {
  readonly isRefused?: boolean;
  /** The connection’s name; undefined if there is no other connection. */
  readonly nameAmongOthers?: string | undefined;
}

/** To stay short, the text names the connection only if there are several and its token needs the person. */
export function tokenStatusBarItem(
  connection: Connection | undefined,
  token: Lifetime | undefined,
  now: number,
  { isRefused = false, nameAmongOthers: name }: TokenContext = {},
): TokenStatusBarItem {
  const item = unnamedItem(connection, token, now, isRefused);
  return {
    ...item,
    text: item.colour === 'none' ? item.text : withConnectionName(item.text, name && withoutIcons(name)),
    accessibilityLabel: withConnectionName(item.accessibilityLabel, name),
  };
}

function unnamedItem(
  connection: Connection | undefined,
  token: Lifetime | undefined,
  now: number,
  isRefused: boolean,
): TokenStatusBarItem {
  if (connection === undefined || token === undefined) {
    const missing =
      connection === undefined ? l10n.t('No wiki is connected yet.') : l10n.t('No API token is stored.');
    return {
      text: `$(key) ${l10n.t('no token')}`,
      accessibilityLabel: l10n.t('Wiki API token: none'),
      colour: 'none',
      tooltip: connection === undefined ? [missing] : [connectionLine(connection), missing],
      changesAt: undefined,
    };
  }
  const { state, label, accessibilityLabel, changesAt } = expiryOf(token, now);
  const expiresAt = formatTime(token.expiresAt);
  return {
    ...viewByState[isRefused && state !== 'expired' ? 'refused' : state](label, accessibilityLabel),
    tooltip: [
      connectionLine(connection),
      l10n.t('Wiki API Token'),
      l10n.t('Issued: {0}', formatTime(token.issuedAt)),
      state === 'expired' ? l10n.t('Expired: {0}', expiresAt) : l10n.t('Expires: {0}', expiresAt),
      l10n.t('Lifetime: {0}', chosenLife(token)),
    ],
    changesAt,
  };
}

const viewByState: Record<
  Expiry['state'] | 'refused',
  (left: string, spoken: string) => Pick<TokenStatusBarItem, 'text' | 'accessibilityLabel' | 'colour'>
> = {
  valid: (left: string, spoken: string) => ({
    text: `$(key) ${left}`,
    accessibilityLabel: l10n.t('Wiki API token: {0} left', spoken),
    colour: 'none',
  }),
  expiring: (left: string, spoken: string) => ({
    text: `$(warning) ${left}`,
    accessibilityLabel: l10n.t('Wiki API token: expires soon, {0} left', spoken),
    colour: 'warning',
  }),
  refused: () => ({
    text: `$(error) ${l10n.t('token refused')}`,
    accessibilityLabel: l10n.t('Wiki API token: refused by the wiki'),
    colour: 'error',
  }),
  expired: (expired: string) => ({
    text: `$(error) ${expired}`,
    accessibilityLabel: l10n.t('Wiki API token: expired'),
    colour: 'error',
  }),
};

function connectionLine({ name, endpoint }: Connection): string {
  const { host } = new URL(endpoint);
  return name === host ? l10n.t('Connection: {0}', name) : l10n.t('Connection: {0} ({1})', name, host);
}

/** A token’s life of half a day or more is shown in whole days: the service offers 1 to 30 of them (contract 2.3). */
function chosenLife({ issuedAt, expiresAt }: Lifetime): string {
  const count = Math.round((expiresAt - issuedAt) / dayMs);
  return count === 0 ? durationText(expiresAt - issuedAt) : daysText(count);
}

/** Undefined unless the token expires soon; an expired one is reported by the command that needs it. */
export function expiryNoticeText(connection: Connection, token: Lifetime, now: number): string | undefined {
  return expiryOf(token, now).state === 'expiring'
    ? sentences(
        l10n.t('The API token for {0} expires on {1}.', connection.name, formatTime(token.expiresAt)),
        newTokenText(),
      )
    : undefined;
}

export function expiredText({ name }: Connection, { expiresAt }: Lifetime): string {
  return sentences(
    l10n.t('The API token for {0} expired on {1}.', name, formatTime(expiresAt)),
    newTokenText(),
  );
}

function newTokenText(): string {
  return l10n.t('An administrator creates a new one on the wiki’s token screen: app settings, tab “API”.');
}
