// This file is a bundle of its own, which is loaded once a command, a tool, a view or a Markdown document first needs it.
import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from './vscode';
import type { Connection } from '../core/connection/connection';
import { formatNumber } from '../core/text/locale';
import { Flow } from '../services/publish/flow';
import { policies } from '../services/publish/request';
import { Runs } from '../services/plan/runs';
import { PagesInWiki } from '../services/wiki/pagesInWiki';
import { PlaceNames } from '../services/wiki/placeNames';
import { SpaceIds } from '../services/wiki/spaceIds';
import { TitleScopeLookups } from '../services/wiki/titleScopeLookups';
import { StoredRuns } from '../services/plan/storedRuns';
import { Lookups } from '../services/wiki/lookups';
import { createWikiFinder } from '../services/documents/parentFinder';
import { FolderTargets } from '../services/records/folderTargets';
import { isAssumedToExist } from '../services/workspace/goneFiles';
import { Repositories } from '../services/workspace/repositories';
import { addConnection } from './connection/addConnection';
import { manageConnections, withPickedConnection } from './connection/manageConnections';
import { setPlatformToken } from './connection/platformToken';
import { removeData } from './connection/removeData';
import { replaceToken } from './connection/testConnection';
import { exportCommands } from './export/exportCommands';
import { forgetPage } from './view/forgetPage';
import { openInWiki } from './publish/openInWiki';
import { Publisher } from './publish/publisher';
import { askDocumentPage, type PlacedDocument } from './publish/documentPage';
import { saveTarget } from './publish/saveTarget';
import { setUp } from './publish/setUp';
import { compareWithLastPublished, preview } from './publish/preview';
import { WindowHost } from './publish/windowHost';
import { openGuide } from './prompt/openGuide';
import type { CommandHandler } from './prompt/registerCommands';
import { compareWithWiki } from './pull/compareWithWiki';
import { openPageAsMarkdown } from './pull/openPageAsMarkdown';
import { updateFromWiki } from './pull/updateFromWiki';
import { snapshotOf } from './page/document';
import { FolderLayouts } from './page/folderLayouts';
import { createIdentify, type Identify } from './page/identify';
import { Problems } from './page/problems';
import { windowWorkspace } from './page/windowWorkspace';
import type { ActivationServices, WindowServices } from './windowServices';
import { askFolder } from './plan/askFolder';
import { FilesPublisher } from './plan/publishFiles';
import type { Tool } from './tools/registerTools';
import { toolTable } from './tools/toolTable';
import { PageRows } from './view/pageRows';
import type { WikiView } from './view/wikiView';

export interface CommandDependencies extends ActivationServices {
  readonly wikiView: WikiView;
}

export class Commands implements vscode.Disposable {
  readonly publisher: Publisher;
  readonly filesPublisher: FilesPublisher;
  readonly table: Readonly<Record<string, CommandHandler>>;
  readonly tools: Readonly<Record<string, Tool>>;
  readonly identify: Identify;
  readonly #tokens: { dispose(): void };
  #rows: PageRows | undefined;

  readonly #dependencies: WindowServices & CommandDependencies;

  constructor(given: CommandDependencies) {
    const dependencies = { ...given, ...createServices(given) };
    this.#dependencies = dependencies;
    this.identify = dependencies.identify;
    const publisher = new Publisher(dependencies);
    const files = new FilesPublisher(dependencies);
    this.publisher = publisher;
    this.filesPublisher = files;
    this.tools = toolTable(dependencies, publisher, () => this.rows.all());
    const { platformTokens, names, reportErrors } = dependencies;
    this.#tokens = platformTokens.watch(() => {
      names.forget();
      void reportErrors(async () => this.#rows?.lookUpAgain());
    });
    const addressed =
      (work: (document: PlacedDocument) => Promise<void>): CommandHandler =>
      async (resource) => {
        const document = await askDocumentPage(dependencies, resource);
        if (document !== undefined) {
          await work(document);
        }
      };
    this.table = {
      'publishToWiki.publish': (resource, selected = []) =>
        selected.length > 1 ? files.publishChosen(selected) : publisher.publish(resource),
      'publishToWiki.publishAgain': (resource) => publisher.publish(resource, policies.publishAgain),
      'publishToWiki.compare': (resource) => compareWithLastPublished(dependencies, resource),
      'publishToWiki.openInWiki': (resource, _, row) =>
        openInWiki(dependencies, resource, this.#rows?.recordOf(row)),
      'publishToWiki.compareWithWiki': (resource) => compareWithWiki(dependencies, resource),
      'publishToWiki.updateFromWiki': (resource) => updateFromWiki(dependencies, resource),
      'publishToWiki.getPage': () => openPageAsMarkdown(dependencies),
      'publishToWiki.preview': addressed((document) => preview(dependencies, document)),
      'publishToWiki.saveTarget': addressed((document) => saveTarget(dependencies, document)),
      'publishToWiki.checkDocument': async (resource) =>
        dependencies.problems.reveal((await snapshotOf(resource)).uri),
      'publishToWiki.publishFolder': async (resource, selected) => {
        const chosen = urisOf(resource, selected);
        const folders = chosen.length > 0 ? chosen : await askFolder(dependencies);
        await (folders && files.publishChosen(folders));
      },
      'publishToWiki.publishChanged': () => files.publishChanged(),
      'publishToWiki.resume': () => files.resume(),
      'publishToWiki.publishChecked': () => files.view.publish(),
      // VS Code passes the focused row to a button in the title, too, which is about all rows.
      'publishToWiki.resolve': (_resource, selected, row) => {
        const left = this.#rows?.recordOf(row);
        return left === undefined ? files.resolve(selected && row) : forgetPage(dependencies, left);
      },
      'publishToWiki.refreshPlan': () => files.refresh(),
      'publishToWiki.clearPlan': () => files.view.clear(),
      'publishToWiki.publishAsTree': () => files.publishAsTree(),
      'publishToWiki.cancelRun': () => files.cancel(),
      'publishToWiki.showReport': () => files.showReport(),
      'publishToWiki.openFile': (resource) => files.openFile(resource),
      'publishToWiki.refreshPages': () => this.rows.refresh(),
      'publishToWiki.setUp': () => setUp(dependencies),
      'publishToWiki.manageConnections': (_resource, _selected, endpoint) =>
        manageConnections(dependencies, endpoint),
      'publishToWiki.setPlatformToken': () =>
        withPickedConnection(dependencies, (connection) => setPlatformToken(dependencies, connection)),
      'publishToWiki.removeData': () => removeData(dependencies),
      'publishToWiki.showLog': () => dependencies.log.show(),
      'publishToWiki.openGuide': () => openGuide(dependencies.extension.extensionUri),
      ...exportCommands(dependencies.exportServices),
    };
  }

  readonly addConnection = async (name?: string): Promise<Connection | undefined> =>
    (await addConnection(this.#dependencies, { name }))?.connection;

  get rows(): PageRows {
    return (this.#rows ??= new PageRows(this.#dependencies, this.#dependencies.wikiView));
  }

  readonly replaceToken = (connection: Connection): Promise<unknown> =>
    replaceToken(this.#dependencies, connection);

  readonly isAssumedToExist = isAssumedToExist;

  readonly connectionOf = (uri: string): Promise<Connection | undefined> =>
    this.#dependencies.flow.connectionOf(uri);

  dispose(): void {
    this.#tokens.dispose();
    this.#dependencies.problems.dispose();
    this.filesPublisher.dispose();
    this.#rows?.dispose();
  }
}

type Made = Omit<WindowServices, keyof ActivationServices>;

function createServices(given: CommandDependencies): Made {
  const { send, sites, platformTokens: tokens, recentPlaces, records, log } = given;
  const { workspaceState, extension } = given;
  const { global, workspace: ofWorkspace } = given.storageFolders;
  const repositories = new Repositories(Date.now, process.env);
  const identify = createIdentify(ofWorkspace?.path ?? vscode.env.sessionId, repositories);
  const layouts = new FolderLayouts(workspaceState);
  const workspace = windowWorkspace(identify, layouts, repositories);
  const folderTargets = new FolderTargets(records.values);
  const lookups: Lookups = new Lookups({
    send,
    sites,
    tokens,
    names: (place) => names.of(place),
    spaceKey: (site, id) => recentPlaces.spaceKey(site, id),
    log: (request, exchange) => log.exchange(request, exchange),
  });
  const names = new PlaceNames({ values: records.values, lookups, sites, records });
  const failed = (pages: number): void =>
    log.info(l10n.t('{0} pages could not be looked up in the wiki.', formatNumber(pages)));
  const platform = {
    lookups,
    inWiki: new PagesInWiki({ lookups, records, failed }),
    spaceIds: new SpaceIds(lookups),
    titleScopeLookups: new TitleScopeLookups(lookups, records),
    names,
  };
  const now = (): number => Date.now();
  const made = {
    ...platform,
    identify,
    layouts,
    workspace,
    folderTargets,
    now,
    storedRuns: new StoredRuns({ store: given.store, workspace: (ofWorkspace ?? global).toString(), now }),
    pause: (ms: number, signal?: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined),
    concurrency: () => concurrency,
  };
  const services = { ...given, ...made };
  const problems = new Problems({
    ...services,
    extensionUri: extension.extensionUri,
    findWiki: (document, index) => createWikiFinder(services)(document, index),
    onDidFindTarget: () => given.wikiView.show(),
    canLookUp: (endpoint) => made.inWiki.canLookUp(endpoint),
  });
  const host = new WindowHost(services);
  const { onDidSendAlone } = host;
  const [flow, runs] = [new Flow(services, host), new Runs(services, host)];
  return { ...made, problems, flow, runs, onDidSendAlone };
}

/** How many pages are sent at a time; where the wiki gets too many requests (429), a run slows down by itself. */
const concurrency = 4;

/** The Explorer passes the clicked file or folder first, then all that are selected. */
function urisOf(resource?: vscode.Uri, selected: readonly vscode.Uri[] = []): readonly vscode.Uri[] {
  return selected.length > 0 ? selected : resource === undefined ? [] : [resource];
}
