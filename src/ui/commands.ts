// A bundle of its own, loaded with the first command.
import type * as vscode from 'vscode';
import type { Connection } from '../core/connection/connection';
import { addConnection } from './connection/addConnection';
import { replaceToken } from './connection/connect';
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
import { testConnection } from './connection/testConnection';
import { Publisher } from './publish/publisher';
import { SavePublisher } from './publish/savePublisher';
import { saveTarget } from './publish/saveTarget';
import { compare, copyAsCurl, preview } from './publish/showRequest';
import type { Command } from './prompt/registerCommands';
import type { RunDependencies } from './run/executeRun';
import { FilesPublisher } from './run/publishFiles';

export interface CommandDependencies extends RunDependencies, ManageDependencies {
  readonly exportCommands: Readonly<Record<string, Command>>;
}

/** What the commands of the manifest do, and what else publishes. */
export class Commands implements vscode.Disposable {
  readonly publisher: Publisher;
  readonly files: FilesPublisher;
  readonly saves: SavePublisher;
  readonly table: Readonly<Record<string, Command>>;

  constructor(private readonly dependencies: CommandDependencies) {
    const publisher = new Publisher(dependencies);
    const files = new FilesPublisher(dependencies);
    this.publisher = publisher;
    this.files = files;
    this.saves = new SavePublisher(dependencies, publisher);
    const { tokens, platformTokens } = dependencies;
    this.table = {
      'publishToWiki.publish': (resource) => publisher.publish({ resource, ask: 'always' }),
      'publishToWiki.publishAgain': (resource) => publisher.publish({ resource, ask: 'if needed' }),
      'publishToWiki.compare': (resource) => compare(dependencies, resource),
      'publishToWiki.preview': (resource) => preview(dependencies, resource),
      'publishToWiki.copyAsCurl': (resource) => copyAsCurl(dependencies, resource),
      'publishToWiki.saveTarget': (resource) => saveTarget(dependencies, resource),
      'publishToWiki.publishFolder': (...chosen) => files.publishFolder(urisOf(...chosen)),
      'publishToWiki.publishSelected': (...chosen) => files.publishFolder(urisOf(...chosen)),
      'publishToWiki.publishChanged': () => files.publishChanged(),
      'publishToWiki.resume': () => files.resume(),
      'publishToWiki.addConnection': this.addConnection,
      'publishToWiki.removeConnection': () =>
        withConnection(dependencies, (connection) => removeConnection(dependencies, connection)),
      'publishToWiki.manageToken': () => manageToken(dependencies),
      'publishToWiki.replaceToken': () =>
        withConnection(dependencies, (connection) => replaceToken(tokens, connection)),
      'publishToWiki.removeToken': () =>
        withConnection(dependencies, (connection) => removeToken(dependencies, connection)),
      'publishToWiki.copyEndpoint': () => withConnection(dependencies, copyEndpoint),
      'publishToWiki.testConnection': () =>
        withConnection(dependencies, (connection) => testConnection(dependencies, connection)),
      'publishToWiki.setPlatformToken': () =>
        withConnection(dependencies, (connection) => setPlatformToken(platformTokens, connection)),
      'publishToWiki.removePlatformToken': () =>
        withConnection(dependencies, (connection) => removePlatformToken(platformTokens, connection)),
      'publishToWiki.removeAllSecrets': () => removeAllSecrets(dependencies),
      'publishToWiki.showLog': () => showLog(dependencies),
      ...dependencies.exportCommands,
    };
  }

  readonly addConnection = (): Promise<Connection | undefined> => addConnection(this.dependencies);
  readonly replaceToken = (connection: Connection): Promise<unknown> =>
    replaceToken(this.dependencies.tokens, connection);

  dispose(): void {
    this.files.dispose();
  }
}

/** The Explorer passes what was clicked, and all that is selected. */
function urisOf(resource?: vscode.Uri, selected: readonly vscode.Uri[] = []): readonly vscode.Uri[] {
  return selected.length > 0 ? selected : resource === undefined ? [] : [resource];
}
