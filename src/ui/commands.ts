// A bundle of its own, loaded with the first command.
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../core/connection/connection';
import { formatNumber } from '../core/text/locale';
import { PagesInWiki } from '../services/publish/pagesInWiki';
import { Lookups } from '../services/wiki/lookups';
import { addConnection, replaceToken } from './connection/connect';
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
import { openInWiki } from './publish/openInWiki';
import { Publisher } from './publish/publisher';
import { SavePublisher } from './publish/savePublisher';
import { saveTarget } from './publish/saveTarget';
import { compare, copyAsCurl, preview } from './publish/showRequest';
import type { Command } from './prompt/registerCommands';
import { compareWithWiki } from './pull/compareWithWiki';
import type { Exporting } from './pull/exportedPage';
import { getPage } from './pull/getPage';
import { updateFromWiki } from './pull/updateFromWiki';
import type { RunDependencies } from './run/executeRun';
import { FilesPublisher } from './run/publishFiles';

export interface CommandDependencies extends Omit<RunDependencies, 'lookups' | 'inWiki'>, ManageDependencies {
  readonly exportCommands: Readonly<Record<string, Command>>;
  readonly exporting: Exporting;
}

/** What the commands of the manifest do, and what else publishes. */
export class Commands implements vscode.Disposable {
  readonly publisher: Publisher;
  readonly files: FilesPublisher;
  readonly saves: SavePublisher;
  readonly table: Readonly<Record<string, Command>>;

  constructor(private readonly given: CommandDependencies) {
    const dependencies = { ...given, ...platform(given) };
    const publisher = new Publisher(dependencies);
    const files = new FilesPublisher(dependencies);
    this.publisher = publisher;
    this.files = files;
    this.saves = new SavePublisher(dependencies, publisher);
    const { tokens } = dependencies;
    this.table = {
      'publishToWiki.publish': (resource) => publisher.publish({ resource, ask: 'always' }),
      'publishToWiki.publishAgain': (resource) => publisher.publish({ resource, ask: 'if needed' }),
      'publishToWiki.compare': (resource) => compare(dependencies, resource),
      'publishToWiki.openInWiki': (resource) => openInWiki(dependencies, resource),
      'publishToWiki.compareWithWiki': (resource) => compareWithWiki(dependencies, resource),
      'publishToWiki.updateFromWiki': (resource) => updateFromWiki(dependencies, resource),
      'publishToWiki.getPage': () => getPage(dependencies),
      'publishToWiki.preview': (resource) => preview(dependencies, resource),
      'publishToWiki.copyAsCurl': (resource) => copyAsCurl(dependencies, resource),
      'publishToWiki.saveTarget': (resource) => saveTarget(dependencies, resource),
      'publishToWiki.publishFolder': (...chosen) => files.publishFolder(urisOf(...chosen)),
      'publishToWiki.publishSelected': (...chosen) => files.publishFolder(urisOf(...chosen)),
      'publishToWiki.publishChanged': () => files.publishChanged(),
      'publishToWiki.resume': () => files.resume(),
      'publishToWiki.addConnection': () => addConnection(dependencies),
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
        withConnection(dependencies, (connection) => setPlatformToken(dependencies, connection)),
      'publishToWiki.removePlatformToken': () =>
        withConnection(dependencies, (connection) => removePlatformToken(dependencies, connection)),
      'publishToWiki.removeAllSecrets': () => removeAllSecrets(dependencies),
      'publishToWiki.showLog': () => showLog(dependencies),
      ...dependencies.exportCommands,
    };
  }

  readonly replaceToken = (connection: Connection): Promise<unknown> =>
    replaceToken(this.given.tokens, connection);

  dispose(): void {
    this.files.dispose();
  }
}

/** What looks at the wiki, with a platform token. */
function platform({
  send,
  sites,
  platformTokens: tokens,
  recents,
  records,
  log,
}: CommandDependencies): Pick<RunDependencies, 'lookups' | 'inWiki'> {
  const lookups = new Lookups({
    send,
    sites,
    tokens,
    spaceKey: (site, id) => recents.spaceKey(site, id),
    log: (request, exchange) => log.exchange(request, exchange),
  });
  const failed = (pages: number): void =>
    log.info(l10n.t('{0} pages could not be looked up in the wiki.', formatNumber(pages)));
  return { lookups, inWiki: new PagesInWiki({ lookups, records, failed }) };
}

/** The Explorer passes what was clicked, and all that is selected. */
function urisOf(resource?: vscode.Uri, selected: readonly vscode.Uri[] = []): readonly vscode.Uri[] {
  return selected.length > 0 ? selected : resource === undefined ? [] : [resource];
}
