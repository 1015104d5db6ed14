import * as l10n from '@vscode/l10n';
import { parseNewApiToken, type ApiToken } from '../../core/connection/apiToken';
import { connectionPickItem, type Connection } from '../../core/connection/connection';
import { onlyStep, askChoice, askText, type back, type ChoiceItem, type StepPosition } from '../prompt/steps';
import type { WindowServices } from '../windowServices';

/** `wait`: is run with the token while the box is busy, such as a test of the connection. */
export function askToken(
  position: StepPosition,
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
  const chosen = await askConnection(onlyStep(l10n.t('Publish to Wiki')), connections, {
    current: services.recentPlaces.endpoint(),
  });
  return typeof chosen === 'object' ? chosen : undefined;
}

/** `known`: the connection that is not offered. If there is no other one, the person is asked to add one. */
export async function pickAnother(
  services: Pick<WindowServices, 'settings' | 'addConnection'>,
  known: Connection | undefined,
): Promise<Connection | undefined> {
  const others = services.settings.read().connections.filter(({ endpoint }) => endpoint !== known?.endpoint);
  const position = onlyStep(l10n.t('Publish to Another Wiki'));
  const chosen = others.length === 0 ? 'add' : await askConnection(position, others, { canAdd: true });
  return chosen === 'add' ? services.addConnection() : typeof chosen === 'object' ? chosen : undefined;
}

export function askConnection(
  position: StepPosition,
  connections: readonly Connection[],
  { current, canAdd = false }: { readonly current?: string | undefined; readonly canAdd?: boolean },
): Promise<Connection | 'add' | typeof back | undefined> {
  const items: readonly ChoiceItem<Connection | 'add'>[] = [
    ...connections.map((connection) => ({ ...connectionPickItem(connection), answer: connection })),
    ...(canAdd ? [{ label: `$(add) ${l10n.t('Add Connection…')}`, answer: 'add' as const }] : []),
  ];
  return askChoice(position, {
    placeholder: l10n.t('Which wiki?'),
    items,
    active: items.find(({ answer }) => typeof answer === 'object' && answer.endpoint === current),
  });
}
