import * as vscode from 'vscode';
import { replaceToken } from './connection/connect';
import type { ReportErrors } from './prompt/reportErrors';
import {
  copyEndpoint,
  manageToken,
  removeToken,
  showLog,
  withConnection,
  type ManageDependencies,
} from './connection/manageConnections';
import { removePlatformToken, setPlatformToken } from './connection/platformToken';
import { removeAllSecrets, removeConnection } from './connection/removeSecrets';
import type { Publishing } from './publishing';
import { testConnection } from './connection/testConnection';

type Command = (resource?: vscode.Uri, selected?: readonly vscode.Uri[]) => Promise<unknown>;

/** All commands, as the manifest names them. */
export function commandTable(
  publishing: () => Promise<Publishing>,
  managing: ManageDependencies,
): Readonly<Record<string, Command>> {
  return {
    'publishToWiki.publish': async (resource) =>
      (await publishing()).publisher.publish({ resource, ask: 'always' }),
    'publishToWiki.publishAgain': async (resource) =>
      (await publishing()).publisher.publish({ resource, ask: 'if needed' }),
    'publishToWiki.compare': async (resource) => (await publishing()).compare(resource),
    'publishToWiki.preview': async (resource) => (await publishing()).preview(resource),
    'publishToWiki.copyAsCurl': async (resource) => (await publishing()).copyAsCurl(resource),
    'publishToWiki.saveTarget': async (resource) => (await publishing()).saveTarget(resource),
    'publishToWiki.publishFolder': async (...chosen) =>
      (await publishing()).files.publishFolder(urisOf(...chosen)),
    'publishToWiki.publishSelected': async (...chosen) =>
      (await publishing()).files.publishFolder(urisOf(...chosen)),
    'publishToWiki.publishChanged': async () => (await publishing()).files.publishChanged(),
    'publishToWiki.resume': async () => (await publishing()).files.resume(),
    'publishToWiki.addConnection': () => managing.addConnection(),
    'publishToWiki.removeConnection': () =>
      withConnection(managing, (connection) => removeConnection(managing, connection)),
    'publishToWiki.manageToken': () => manageToken(managing),
    'publishToWiki.replaceToken': () =>
      withConnection(managing, (connection) => replaceToken(managing.tokens, connection)),
    'publishToWiki.removeToken': () =>
      withConnection(managing, (connection) => removeToken(managing, connection)),
    'publishToWiki.copyEndpoint': () => withConnection(managing, copyEndpoint),
    'publishToWiki.testConnection': () =>
      withConnection(managing, (connection) => testConnection(managing, connection)),
    'publishToWiki.setPlatformToken': () =>
      withConnection(managing, (connection) => setPlatformToken(managing.platformTokens, connection)),
    'publishToWiki.removePlatformToken': () =>
      withConnection(managing, (connection) => removePlatformToken(managing.platformTokens, connection)),
    'publishToWiki.removeAllSecrets': () => removeAllSecrets(managing),
    'publishToWiki.showLog': () => showLog(managing),
  };
}

export function registerCommands(
  table: Readonly<Record<string, Command>>,
  reportErrors: ReportErrors,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(table).map(([id, command]) =>
      vscode.commands.registerCommand(id, (argument: unknown, selected: unknown) =>
        // A keybinding may pass anything; nothing is returned, least of all a token
        reportErrors(() => command(argument instanceof vscode.Uri ? argument : undefined, uris(selected))),
      ),
    ),
  );
}

/** The Explorer passes what was clicked, and all that is selected. */
function urisOf(resource?: vscode.Uri, selected: readonly vscode.Uri[] = []): readonly vscode.Uri[] {
  return selected.length > 0 ? selected : resource === undefined ? [] : [resource];
}

function uris(argument: unknown): readonly vscode.Uri[] {
  return Array.isArray(argument) ? argument.filter((each) => each instanceof vscode.Uri) : [];
}
