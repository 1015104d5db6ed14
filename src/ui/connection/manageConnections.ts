import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection/connection';
import { standingText } from '../../core/wiki/platformToken';
import { pickConnection, replaceToken } from './connect';
import { askChoice, type ChoiceItem } from '../prompt/steps';
import { setPlatformToken } from './platformToken';
import { testConnection } from './testConnection';
import { currentConnection } from './tokenWatch';
import type { WindowServices } from '../windowServices';

/** Shows what a click on the status bar item offers. */
export async function manageToken(managing: WindowServices): Promise<void> {
  const connection = await currentConnection(managing);
  if (connection === undefined) {
    await managing.addConnection();
    return;
  }
  const stored = (await managing.tokens.get(connection.endpoint)) !== undefined;
  const standing = await managing.lookups.standing(connection.endpoint);
  const position = {
    title: l10n.t('API Token for {0}', connection.name),
    step: 1,
    totalSteps: 1,
    canGoBack: false,
  };
  const items: (ChoiceItem<() => Promise<unknown>> | false)[] = [
    {
      label: `$(key) ${stored ? l10n.t('Replace Token…') : l10n.t('Enter Token…')}`,
      answer: () => replaceToken(managing.tokens, connection),
    },
    stored && {
      label: `$(trash) ${l10n.t('Remove Token')}`,
      answer: () => removeToken(managing, connection),
    },
    {
      label: `$(globe) ${standing === undefined ? l10n.t('Set Platform Token…') : l10n.t('Replace Platform Token…')}`,
      description:
        standing === undefined ? l10n.t('to open pages, see changes and names') : standingText(standing),
      answer: () => setPlatformToken(managing, connection),
    },
    {
      label: `$(plug) ${l10n.t('Test Connection')}`,
      answer: () => testConnection(managing, connection),
    },
    {
      label: `$(copy) ${l10n.t('Copy Endpoint')}`,
      answer: () => copyEndpoint(connection),
    },
    { label: `$(add) ${l10n.t('Add Connection…')}`, answer: () => managing.addConnection() },
    { label: `$(output) ${l10n.t('Show Log')}`, answer: () => showLog(managing) },
  ];
  const task = await askChoice(position, {
    placeholder: l10n.t('What do you want to do?'),
    items: items.filter((item) => item !== false),
  });
  if (typeof task === 'function') {
    await task();
  }
}

/** Runs a task on a connection that the person picks when there are several. */
export async function withConnection(
  connecting: WindowServices,
  task: (connection: Connection) => Promise<unknown>,
): Promise<void> {
  const connection = await pickConnection(connecting);
  if (connection !== undefined) {
    await task(connection);
  }
}

export async function removeToken(
  { tokens }: Pick<WindowServices, 'tokens'>,
  connection: Connection,
): Promise<void> {
  await tokens.delete(connection.endpoint);
  vscode.window.setStatusBarMessage(l10n.t('API token for {0} removed', connection.name), 5_000);
}

export async function copyEndpoint({ endpoint }: Connection): Promise<void> {
  await vscode.env.clipboard.writeText(endpoint);
  vscode.window.setStatusBarMessage(l10n.t('Endpoint copied'), 5_000);
}

export function showLog({ log }: Pick<WindowServices, 'log'>): Promise<void> {
  log.show();
  return Promise.resolve();
}
