import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatTime, parseNewApiToken, type ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import type { ApiTokens } from '../../services/connection/apiTokens';
import { completeWalkthroughStep } from '../prompt/walkthrough';
import { askChoice, askText, type back, type Position } from '../prompt/steps';
import type { WindowServices } from '../windowServices';

/** Asks for a token and stores it. Resolves with undefined if the person cancelled. */
export async function replaceToken(tokens: ApiTokens, connection: Connection): Promise<ApiToken | undefined> {
  const title = l10n.t('API Token for {0}', connection.name);
  const token = await askToken({ title, step: 1, totalSteps: 1, canGoBack: false });
  if (typeof token !== 'object') {
    return undefined;
  }
  await tokens.store(connection.endpoint, token);
  completeWalkthroughStep('hasToken');
  vscode.window.setStatusBarMessage(
    l10n.t('API token stored, valid until {0}', formatTime(token.expiresAt)),
    5_000,
  );
  return token;
}

export function askToken(position: Position): Promise<ApiToken | typeof back | undefined> {
  return askText(position, {
    placeholder: l10n.t('Paste the API token'),
    prompt: l10n.t('The token from the wiki’s token screen. It is kept in VS Code’s secret storage.'),
    password: true,
    parse: (text) => parseNewApiToken(text, Date.now()),
  });
}

/** Returns the only connection, or asks which one; adds one if there is none. */
export async function pickConnection(
  connecting: Pick<WindowServices, 'settings' | 'recentPlaces' | 'addConnection'>,
): Promise<Connection | undefined> {
  const { connections } = connecting.settings.read();
  const [only] = connections;
  if (only === undefined) {
    return connecting.addConnection();
  }
  if (connections.length === 1) {
    return only;
  }
  const items = connections.map((connection) => ({
    label: connection.name,
    description: new URL(connection.endpoint).host,
    answer: connection,
  }));
  const position = { title: l10n.t('Publish to Wiki'), step: 1, totalSteps: 1, canGoBack: false };
  const chosen = await askChoice(position, {
    placeholder: l10n.t('Which wiki?'),
    items,
    active: items.find(({ answer }) => answer.endpoint === connecting.recentPlaces.endpoint()),
  });
  return typeof chosen === 'object' ? chosen : undefined;
}
