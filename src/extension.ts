import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from './ui/vscode';
import { ApiTokens } from './services/connection/apiTokens';
import { CachedSecrets } from './services/connection/cachedSecrets';
import { ConnectionSettings } from './services/connection/connectionSettings';
import { FileLocks } from './services/wiki/fileLocks';
import { createSend } from './services/network/network';
import { StoredSecrets } from './services/connection/storedSecrets';
import { Sites } from './services/connection/sites';
import { PlatformTokens } from './services/connection/platformTokens';
import { Removal } from './services/shared/removal';
import { GlobalState } from './services/shared/globalState';
import { Store } from './services/store/store';
import { PageThread } from './services/page/pageThread';
import { databaseName, DatabaseRecordRows, migrations } from './services/records/recordRows';
import { PageRecords } from './services/records/pageRecords';
import { PublishedTexts } from './services/records/publishedTexts';
import { RecentPlaces } from './services/records/recentPlaces';
import type { Commands } from './ui/commands';
import { followFiles } from './ui/page/followFiles';
import { createReportErrors } from './ui/prompt/reportErrors';
import { Log } from './ui/prompt/log';
import type { Identify } from './ui/page/identify';
import { onMarkdown } from './ui/page/onMarkdown';
import { followConnections } from './ui/publish/followConnections';
import { createExportParts } from './ui/export/createExportParts';
import { registerCommands } from './ui/prompt/registerCommands';
import { publishOnSave } from './ui/publish/publishOnSave';
import { registerTools } from './ui/tools/registerTools';
import { NetworkSettingsCache } from './ui/connection/networkSettingsCache';
import { TokenWatch } from './ui/connection/tokenWatch';
import { VirtualDocuments } from './ui/page/virtualDocuments';
import { WikiView } from './ui/view/wikiView';
import type { ActivationServices } from './ui/windowServices';

/** VS Code ends a closing window after five seconds, so a wait has to be shorter. */
const closingMs = 4_000;
let whenSettled: () => Promise<void> = () => Promise.resolve();

export function activate(context: vscode.ExtensionContext): void {
  // Windows would look for programs such as `reg.exe` in the current folder first, where anybody may have put one.
  process.env.NoDefaultCurrentDirectoryInExePath = '1';
  const translations = vscode.l10n.bundle;
  if (translations !== undefined) {
    l10n.config({ contents: translations });
  }
  const log = new Log();
  const reportErrors = createReportErrors(log);
  const settings = new ConnectionSettings(() => vscode.workspace.getConfiguration('publishToWiki'));
  const secrets = new CachedSecrets(context.secrets);
  const tokens = new ApiTokens(secrets, (secret) => log.maskSecret(secret));
  const state = context.workspaceState;
  const globalState = new GlobalState(context.globalState);
  const removal = new Removal(globalState, state);
  removal.complete(context.storageUri?.fsPath, (error) => log.error(error));
  const store = new Store({
    file: vscode.Uri.joinPath(context.globalStorageUri, databaseName).fsPath,
    migrations,
    failed: (error) => void reportErrors(() => Promise.reject(error)),
  });
  const identify: Identify = async (uri) => (await commands()).identify(uri);
  const records = new PageRecords({
    rows: new DatabaseRecordRows(store),
    texts: new PublishedTexts({
      folder: vscode.Uri.joinPath(context.globalStorageUri, 'texts').fsPath,
      keep: () => vscode.workspace.getConfiguration('publishToWiki').get('keepPublishedText') !== false,
    }),
    now: Date.now,
    identify: (uri) => identify(vscode.Uri.parse(uri)),
    isAssumedToExist: async (file) => (await commands()).isAssumedToExist(file),
    failed: (error) => log.error(error),
  });
  const recentPlaces = new RecentPlaces(records.values);
  const networkSettings = new NetworkSettingsCache();
  const send = createSend(
    () => networkSettings.read(),
    (text) => log.info(text),
  );
  const platformTokens = new PlatformTokens(secrets, (secret) => log.maskSecret(secret));
  const sites = new Sites(globalState, (error) => log.error(error));
  const pages = new PageThread(path.join(__dirname, 'pageWorker.js'), translations);
  const exporting = createExportParts(context, { globalState, send, pages, log, records, reportErrors });
  whenSettled = exporting.settled;
  const services: ActivationServices = {
    settings,
    tokens,
    platformTokens,
    keptSecrets: new StoredSecrets(secrets),
    sites,
    recentPlaces,
    records,
    locks: new FileLocks(),
    pages,
    virtualDocuments: new VirtualDocuments(),
    exportServices: exporting.exporting,
    endExportSession: exporting.endSession,
    addConnection: async (name) => (await commands()).addConnection(name),
    send,
    log,
    reportErrors,
    extension: context.extension,
    storageFolders: { global: context.globalStorageUri, workspace: context.storageUri },
    removal,
    store,
    workspaceState: state,
    globalState,
  };
  let loaded: Promise<Commands> | undefined;
  const load = async (): Promise<Commands> => {
    // Prompts propose what was used last, which the records have.
    const [{ Commands }] = await Promise.all([import('./ui/commands.js'), records.read()]);
    const commands = new Commands({ ...services, wikiView: view });
    context.subscriptions.push(commands);
    return commands;
  };
  const commands = (): Promise<Commands> => (loaded ??= load());
  const view = new WikiView(async () => (await commands()).rows, records, state);

  context.subscriptions.push(
    { dispose: () => store.close() },
    view,
    log,
    networkSettings,
    services.virtualDocuments,
    pages,
    registerCommands(context.extension, async () => (await commands()).table, reportErrors),
    registerTools(context.extension, async () => (await commands()).tools),
    exporting.disposable,
    new TokenWatch(
      {
        ...services,
        exportWatch: exporting.watch,
        connectionOf: async (uri) => (await commands()).connectionOf(uri),
        replaceToken: async (connection) => (await commands()).replaceToken(connection),
      },
      secrets,
    ),
    followFiles(records, identify, reportErrors),
    // What Markdown is checked with is loaded with the first document.
    onMarkdown(() => void reportErrors(commands)),
    followConnections(services),
    vscode.workspace.onDidChangeConfiguration((change) =>
      change.affectsConfiguration('publishToWiki.keepPublishedText') ? void records.sweep() : undefined,
    ),
    publishOnSave(async () => (await commands()).publisher, reportErrors),
  );
  // The menus of package.json offer to open the page in the wiki only for files in this list.
  void vscode.commands.executeCommand('setContext', 'publishToWiki.openable', state.get('openable'));
  if (state.get('running') === true) {
    void reportErrors(async () => (await commands()).filesPublisher.offerResume());
  }
  if (state.get('plan') !== undefined) {
    void reportErrors(async () => (await commands()).filesPublisher.restorePlan());
  }
}

/** Waits for a token refresh under way, at most `closingMs`: its new refresh token would be lost with the window. */
export async function deactivate(): Promise<void> {
  await Promise.race([whenSettled(), delay(closingMs)]);
}
