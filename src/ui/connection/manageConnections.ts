import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { formatTime, type ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import { quote } from '../../core/text/plainLine';
import { platformTokenStatusText } from '../../core/wiki/platformToken';
import { askConnection, pickConnection } from './pickConnection';
import { onlyStep, askChoice, back, type ChoiceItem } from '../prompt/steps';
import { setPlatformToken } from './platformToken';
import { openConnectionSettings, replaceToken, testConnection } from './testConnection';
import { currentConnection } from './tokenWatch';
import type { WindowServices } from '../windowServices';

type Task = () => Promise<unknown>;

/**
 * `endpoint`: the status bar passes that of its connection; for any other value, the person picks one of
 * several connections.
 */
export async function manageConnections(services: WindowServices, endpoint?: unknown): Promise<void> {
  const { connections } = services.settings.read();
  // With the argument of the status bar, VS Code runs the command under another ID, which the walkthrough
  // does not notice. So its step waits for this context key.
  void vscode.commands.executeCommand('setContext', 'publishToWiki.hasManaged', true);
  const [only, ...others] = connections;
  const known =
    connections.find((each) => each.endpoint === endpoint) ?? (others.length > 0 ? undefined : only);
  if (only === undefined) {
    await services.addConnection();
    return;
  }
  for (;;) {
    const connection = known ?? (await pickOrAdd(services, connections));
    if (connection === undefined) {
      return;
    }
    const task = await askTask(services, connection, known === undefined);
    if (task !== back) {
      await task?.();
      return;
    }
  }
}

async function pickOrAdd(
  services: WindowServices,
  connections: readonly Connection[],
): Promise<Connection | undefined> {
  const chosen = await askConnection(onlyStep(l10n.t('Manage Connections')), connections, {
    current: (await currentConnection(services, (uri) => services.flow.connectionOf(uri)))?.endpoint,
    canAdd: true,
  });
  if (chosen === 'add') {
    await services.addConnection();
  }
  return typeof chosen === 'object' ? chosen : undefined;
}

async function askTask(
  services: WindowServices,
  connection: Connection,
  canGoBack: boolean,
): Promise<Task | typeof back | undefined> {
  return askChoice<Task>(onlyStep(l10n.t('Connection {0}', quote(connection.name)), canGoBack), {
    placeholder: l10n.t('What do you want to do?'),
    items: await tasks(services, connection),
  });
}

async function tasks(services: WindowServices, connection: Connection): Promise<readonly ChoiceItem<Task>[]> {
  const token = await services.tokens.get(connection.endpoint);
  const tokenStatus = await services.lookups.platformTokenStatus(connection.endpoint);
  return [
    {
      label: `$(key) ${token ? l10n.t('Replace API Token…') : l10n.t('Enter API Token…')}`,
      ...(token && { description: lifetime(token) }),
      answer: () => replaceToken(services, connection),
    },
    {
      label: `$(globe) ${tokenStatus === undefined ? l10n.t('Set Platform Token…') : l10n.t('Replace Platform Token…')}`,
      description:
        tokenStatus === undefined
          ? l10n.t('to open pages, see changes and names')
          : platformTokenStatusText(tokenStatus),
      answer: () => setPlatformToken(services, connection),
    },
    {
      label: `$(plug) ${l10n.t('Test Connection')}`,
      description: l10n.t('writes nothing'),
      answer: () => testConnection(services, connection),
    },
    {
      label: `$(edit) ${l10n.t('Change or Remove in Settings')}`,
      description: l10n.t('a connection that is removed loses its tokens'),
      answer: openConnectionSettings,
    },
    { label: `$(add) ${l10n.t('Add Connection…')}`, answer: () => services.addConnection() },
  ];
}

function lifetime({ expiresAt }: ApiToken): string {
  const text = formatTime(expiresAt);
  return expiresAt <= Date.now() ? l10n.t('Expired: {0}', text) : l10n.t('Expires: {0}', text);
}

export async function withPickedConnection(
  services: WindowServices,
  task: (connection: Connection) => Promise<unknown>,
): Promise<void> {
  const connection = await pickConnection(services);
  if (connection !== undefined) {
    await task(connection);
  }
}
