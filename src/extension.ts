import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ApiTokens } from './services/apiTokens';
import { ConnectionSettings } from './services/connections';
import { Memory } from './services/memory';
import { createSend } from './services/network';
import { readNetworkSettings } from './services/networkSettings';
import { Once } from './services/once';
import { Published } from './services/published';
import { commandTable, registerCommands } from './ui/commands';
import { followFiles } from './ui/followFiles';
import { createFunnel } from './ui/funnel';
import { Log } from './ui/log';
import { Publisher } from './ui/publish';
import { TokenWatch } from './ui/tokenWatch';

export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle !== undefined) {
    l10n.config({ contents: vscode.l10n.bundle });
  }
  const log = new Log();
  const funnel = createFunnel(log);
  const settings = new ConnectionSettings(() => vscode.workspace.getConfiguration('publishToWiki'));
  const tokens = new ApiTokens(context.secrets, (secret) => log.hide(secret));
  const memory = new Memory(context.workspaceState, context.globalState, (error) => log.error(error));
  const storage = context.storageUri ?? context.globalStorageUri;
  const published = new Published(
    context.workspaceState,
    vscode.Uri.joinPath(storage, 'published').fsPath,
    Date.now,
  );
  const send = createSend(
    () => readNetworkSettings(vscode.workspace.getConfiguration('http'), process.env),
    (text) => log.info(text),
  );
  const once = new Once(vscode.Uri.joinPath(context.globalStorageUri, 'once').fsPath, Date.now);
  const connecting = { settings, tokens, memory };
  const publisher = new Publisher({ ...connecting, published, send, log, funnel });

  context.subscriptions.push(
    log,
    registerCommands(commandTable(publisher, { ...connecting, log }), funnel),
    new TokenWatch({ ...connecting, once, funnel }, context.secrets),
    followFiles(memory, published, funnel),
  );
}
