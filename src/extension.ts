import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ApiTokens } from './services/connection/apiTokens';
import { BatchedState } from './services/run/batchedState';
import { ConnectionSettings } from './services/connection/connectionSettings';
import { Lookups } from './services/wiki/lookups';
import { Memory } from './services/publish/memory';
import { createSend } from './services/network/network';
import { readNetworkSettings } from './services/network/networkSettings';
import { KeptSecrets } from './services/connection/keptSecrets';
import { PlatformTokens } from './services/connection/platformTokens';
import { Once } from './services/shared/once';
import { PageThread } from './services/page/pageThread';
import { Published } from './services/publish/published';
import { commandTable, registerCommands } from './ui/commands';
import { followFiles } from './ui/page/followFiles';
import { createReportErrors } from './ui/prompt/reportErrors';
import { Log } from './ui/prompt/log';
import { Problems } from './ui/page/problems';
import { Publisher } from './ui/publish/publisher';
import type { ManyPublisher } from './ui/run/publishMany';
import { startExport } from './ui/export/startExport';
import { publishOnSave } from './ui/publish/publishOnSave';
import { TokenWatch } from './ui/connection/tokenWatch';
import { VirtualDocuments } from './ui/page/virtualDocuments';

/** VS Code grants a closing window five seconds. */
const closingMs = 4_000;
let settled: () => Promise<void> = () => Promise.resolve();

export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle !== undefined) {
    l10n.config({ contents: vscode.l10n.bundle });
  }
  const log = new Log();
  const reportErrors = createReportErrors(log);
  const settings = new ConnectionSettings(() => vscode.workspace.getConfiguration('publishToWiki'));
  const tokens = new ApiTokens(context.secrets, (secret) => log.hide(secret));
  const state = new BatchedState(context.workspaceState);
  const memory = new Memory(state, context.globalState, (error) => log.error(error));
  const storage = context.storageUri ?? context.globalStorageUri;
  const published = new Published(state, vscode.Uri.joinPath(storage, 'published').fsPath, Date.now);
  const send = createSend(
    () => readNetworkSettings(vscode.workspace.getConfiguration('http'), process.env),
    (text) => log.info(text),
  );
  const once = new Once(vscode.Uri.joinPath(context.globalStorageUri, 'once').fsPath, Date.now);
  const platformTokens = new PlatformTokens(context.secrets, (secret) => log.hide(secret));
  const lookups = new Lookups({
    send,
    tokens: platformTokens,
    spaceKey: (site, id) => memory.spaceKey(site, id),
    log: (request, exchange) => log.exchange(request, exchange),
  });
  const connecting = { settings, tokens, memory };
  const exporting = startExport(context, { send, once, log, reportErrors });
  settled = exporting.settled;
  const pages = new PageThread(path.join(__dirname, 'pageWorker.js'), vscode.l10n.bundle);
  const virtual = new VirtualDocuments();
  const showing = { ...connecting, lookups, published, pages, log, virtual };
  const problems = new Problems(pages, settings, reportErrors);
  const publishing = { ...showing, send, reportErrors, problems };
  const publisher = new Publisher(publishing);
  let many: ManyPublisher | undefined;
  const publishMany = async (): Promise<ManyPublisher> => {
    const { ManyPublisher } = await import('./ui/run/publishMany.js');
    if (many === undefined) {
      many = new ManyPublisher({ ...publishing, state, folder: vscode.Uri.joinPath(storage, 'runs').fsPath });
      context.subscriptions.push(many);
    }
    return many;
  };

  context.subscriptions.push(
    log,
    virtual,
    pages,
    problems,
    registerCommands(
      {
        ...commandTable(
          publisher,
          publishMany,
          {
            ...connecting,
            platformTokens,
            keptSecrets: new KeptSecrets(context.secrets),
            endSession: exporting.endSession,
            send,
            log,
            reportErrors,
          },
          showing,
        ),
        ...exporting.commands,
      },
      reportErrors,
    ),
    exporting.disposable,
    new TokenWatch({ ...connecting, exporting: exporting.watch, once, reportErrors }, context.secrets),
    followFiles(memory, published, reportErrors),
    publishOnSave(publishing, publisher),
  );
  if (state.get('running') === true) {
    void reportErrors(async () => (await publishMany()).offerResume());
  }
}

/** A refresh that is under way is waited for: its token is not lost with the window. */
export async function deactivate(): Promise<void> {
  await Promise.race([settled(), delay(closingMs)]);
}
