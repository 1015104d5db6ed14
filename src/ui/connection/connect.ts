import * as l10n from '@vscode/l10n';
import { parseNewApiToken, type ApiToken } from '../../core/connection/apiToken';
import { choiceOf, type Connection } from '../../core/connection/connection';
import { askChoice, askText, type back, type Position } from '../prompt/steps';
import type { WindowServices } from '../windowServices';

/** `wait`: what is done with the token while the box is busy. */
export function askToken(
  position: Position,
  wait?: (token: ApiToken) => Promise<undefined>,
): Promise<ApiToken | typeof back | undefined> {
  return askText(position, {
    placeholder: l10n.t('Paste the API token'),
    prompt: l10n.t('The token from the wiki’s token screen. It is kept in VS Code’s secret storage.'),
    password: true,
    parse: (text) => parseNewApiToken(text, Date.now()),
    wait,
  });
}

/** Returns the only connection, or asks which one; adds one if there is none. */
export async function pickConnection(
  services: Pick<WindowServices, 'settings' | 'recentPlaces' | 'addConnection'>,
): Promise<Connection | undefined> {
  const { connections } = services.settings.read();
  const [only] = connections;
  if (only === undefined) {
    return services.addConnection();
  }
  if (connections.length === 1) {
    return only;
  }
  const items = connections.map((connection) => ({
    ...choiceOf(connection),
    answer: connection,
  }));
  const position = { title: l10n.t('Publish to Wiki'), step: 1, totalSteps: 1, canGoBack: false };
  const chosen = await askChoice(position, {
    placeholder: l10n.t('Which wiki?'),
    items,
    active: items.find(({ answer }) => answer.endpoint === services.recentPlaces.endpoint()),
  });
  return typeof chosen === 'object' ? chosen : undefined;
}
