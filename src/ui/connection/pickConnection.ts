import * as l10n from '@vscode/l10n';
import { connectionPickItem, type Connection } from '../../core/connection/connection';
import { onlyStep, askChoice, type back, type ChoiceItem, type StepPosition } from '../prompt/steps';
import type { WindowServices } from '../windowServices';

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
): Promise<Connection | typeof back | undefined> {
  const others = services.settings.read().connections.filter(({ endpoint }) => endpoint !== known?.endpoint);
  const position = onlyStep(l10n.t('Publish to Another Wiki'), true);
  const chosen = others.length === 0 ? 'add' : await askConnection(position, others, { canAdd: true });
  return chosen === 'add' ? services.addConnection() : chosen;
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
