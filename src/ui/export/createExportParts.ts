import * as vscode from '../vscode';
import type { ExportClient } from '../../core/export/exportClient';
import type { Client } from '../../core/export/tokenRequest';
import type { Send } from '../../core/network/http';
import { CurrentSession } from '../../services/export/currentSession';
import { ExportSettings } from '../../services/export/exportSettings';
import { KeyringProbe } from '../../services/export/system/keyring';
import { openGuide } from '../prompt/openGuide';
import { signOut, type ExportServices } from './exportCommands';
import { ExportWatch } from './exportWatch';
import { Redirects } from './redirects';
import { SessionProvider } from './sessionProvider';
import type { SignIn } from './signIn';
import type { ActivationServices } from '../windowServices';

const extensionId = 'publish-to-wiki.publish-to-wiki';

export function createExportParts(
  context: vscode.ExtensionContext,
  {
    globalState: state,
    send,
    pages,
    log,
    records,
    reportErrors,
  }: Pick<ActivationServices, 'globalState' | 'send' | 'pages' | 'log' | 'records' | 'reportErrors'>,
) {
  const settings = new ExportSettings(() => vscode.workspace.getConfiguration('publishToWiki'));
  // Logs no headers or bodies, not even masked, since they have tokens.
  const quietSend: Send = async (request, options) => {
    const exchange = await send(request, options);
    const outcome =
      exchange.kind === 'answered' ? exchange.response.status : `${exchange.kind}: ${exchange.code}`;
    log.info(`${request.method} ${request.url}: ${outcome}`);
    return exchange;
  };
  const windowOpenedAt = performance.timeOrigin;
  const open = async (client: ExportClient) => {
    const { ExportSession } = await import('../../services/export/exportSession.js');
    return new ExportSession({
      client,
      secrets: context.secrets,
      storageFolder: context.globalStorageUri.fsPath,
      send: quietSend,
      windowOpenedAt,
    });
  };
  const current = new CurrentSession(settings, open);
  const keyring = new KeyringProbe(context.secrets, state, windowOpenedAt, Date.now);
  const redirects = new Redirects(extensionId);
  const loadSignIn = async (): Promise<SignIn> => {
    const signingIn = await import('./signIn.js');
    return new signingIn.SignIn({
      settings,
      currentSession: current,
      redirects,
      keyring,
      once: records,
      log,
      reportErrors,
      openGuide: (heading) => openGuide(context.extensionUri, 'export.md', heading),
    });
  };
  let loaded: Promise<SignIn> | undefined;
  const signIn = (): Promise<SignIn> => (loaded ??= loadSignIn());
  const exporting: ExportServices = {
    settings,
    currentSession: current,
    signIn,
    log,
    reportErrors,
    send: quietSend,
    pages,
  };
  const watch = new ExportWatch({ ...exporting, records, keyring });
  return {
    watch,
    exporting,
    endSession: async (named: Client): Promise<void> => {
      if ((await current.end(named)) === false) {
        throw new Error('The session could not be removed.');
      }
    },
    /** A closing window waits for this, since a new refresh token that is not stored would be lost. */
    settled: () => current.whenIdle(),
    disposable: vscode.Disposable.from(
      vscode.window.registerUriHandler(redirects),
      new SessionProvider(current, signIn, () => signOut(exporting)),
      watch,
      current,
    ),
  };
}
