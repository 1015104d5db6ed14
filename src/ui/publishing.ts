// A bundle of its own, loaded with the first publish.
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../core/connection/connection';
import { PagesInWiki } from '../services/publish/pagesInWiki';
import { Lookups } from '../services/wiki/lookups';
import {
  removePlatformToken,
  setPlatformToken,
  type PlatformTokenDependencies,
} from './connection/platformToken';
import { openInWiki } from './publish/openInWiki';
import { Publisher } from './publish/publisher';
import { SavePublisher } from './publish/savePublisher';
import { saveTarget } from './publish/saveTarget';
import { compare, copyAsCurl, preview } from './publish/showRequest';
import type { RunDependencies } from './run/executeRun';
import { FilesPublisher } from './run/publishFiles';

type OnDocument = (resource: vscode.Uri | undefined) => Promise<void>;

/** All that publishes, and shows what would be published. */
export class Publishing {
  readonly publisher: Publisher;
  readonly files: FilesPublisher;
  readonly saves: SavePublisher;

  private readonly dependencies: RunDependencies;

  constructor(
    private readonly given: Omit<RunDependencies, 'lookups' | 'inWiki'> & PlatformTokenDependencies,
  ) {
    const { send, sites, platformTokens: tokens, recents, records, log } = given;
    const lookups = new Lookups({
      send,
      sites,
      tokens,
      spaceKey: (site, id) => recents.spaceKey(site, id),
      log: (request, exchange) => log.exchange(request, exchange),
    });
    const inWiki = new PagesInWiki({
      lookups,
      records,
      failed: (pages) =>
        log.info(l10n.t('{0} pages could not be looked up in the wiki.', pages.toLocaleString())),
    });
    const dependencies = { ...given, lookups, inWiki };
    this.dependencies = dependencies;
    this.publisher = new Publisher(dependencies);
    this.files = new FilesPublisher(dependencies);
    this.saves = new SavePublisher(dependencies, this.publisher);
  }

  readonly compare: OnDocument = (resource) => compare(this.dependencies, resource);
  readonly preview: OnDocument = (resource) => preview(this.dependencies, resource);
  readonly copyAsCurl: OnDocument = (resource) => copyAsCurl(this.dependencies, resource);
  readonly openInWiki: OnDocument = (resource) => openInWiki(this.dependencies, resource);
  readonly setPlatformToken = (connection: Connection): Promise<void> =>
    setPlatformToken(this.given, connection);
  readonly removePlatformToken = (connection: Connection): Promise<void> =>
    removePlatformToken(this.given, connection);
  readonly saveTarget: OnDocument = (resource) => saveTarget(this.dependencies, resource);

  dispose(): void {
    this.files.dispose();
  }
}
