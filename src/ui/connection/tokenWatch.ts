import * as vscode from '../vscode';
import type { ApiToken } from '../../core/connection/apiToken';
import { nameAmong, type Connection } from '../../core/connection/connection';
import { expiryNoticeText } from '../../core/connection/tokenStatusBarItem';
import { connectionAt } from '../../core/publish/decideConnection';
import { platformTokenStatusText } from '../../core/wiki/platformToken';
import { DelayedWork } from '../../services/shared/delayedWork';
import { isMarkdown } from '../page/document';
import { sourceOf } from '../page/virtualDocuments';
import type { ExportWatch } from '../export/exportWatch';
import { notifyUnasked } from '../prompt/unasked';
import { completeWalkthroughStep } from '../prompt/walkthrough';
import { TokenStatusBar } from './tokenStatusBar';
import type { ActivationServices } from '../windowServices';

export interface TokenWatchDependencies extends Pick<
  ActivationServices,
  'settings' | 'tokens' | 'recentPlaces' | 'records' | 'platformTokens' | 'sites' | 'reportErrors'
> {
  readonly connectionOf: ConnectionOf;
  readonly exportWatch: Pick<ExportWatch, 'tooltipLine' | 'onDidChange'>;
  readonly replaceToken: (connection: Connection) => Promise<unknown>;
}

/** Returns the connection that publishing the document would use; undefined if the person would be asked. */
type ConnectionOf = (uri: string) => Promise<Connection | undefined>;

/** The active document is read for each update, so typing and runs cause few of them. */
const pauseMs = 300;

/** Updates the status bar item. Notifies once before the token expires, in one of all windows. */
export class TokenWatch implements vscode.Disposable {
  readonly #statusBar = new TokenStatusBar();
  /** Whether a platform token was stored, removed, accepted or refused since the window was opened. */
  #hasPlatformNews = false;
  readonly #disposable: vscode.Disposable;
  readonly #notified = new Set<string>();
  readonly #pauses = new DelayedWork(pauseMs);
  #timer: NodeJS.Timeout | undefined;
  #latest = 0;

  constructor(
    private readonly watching: TokenWatchDependencies,
    secrets: vscode.SecretStorage,
  ) {
    const refresh = this.#refreshNow;
    this.#disposable = vscode.Disposable.from(
      this.#statusBar,
      this.#pauses,
      secrets.onDidChange(refresh),
      watching.platformTokens.onDidChangeStatus(() => {
        this.#hasPlatformNews = true;
        refresh();
      }),
      watching.platformTokens.watch(() => {
        this.#hasPlatformNews = true;
      }),
      watching.exportWatch.onDidChange(refresh),
      vscode.window.onDidChangeActiveTextEditor(refresh),
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        document === vscode.window.activeTextEditor?.document && hasSeveral(watching)
          ? this.#pauses.debounce('refresh', refresh)
          : undefined,
      ),
      watching.records.watch(() =>
        hasSeveral(watching) ? this.#pauses.throttle('refresh', refresh) : undefined,
      ),
      vscode.workspace.onDidOpenTextDocument(refresh),
      vscode.workspace.onDidCloseTextDocument(refresh),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('publishToWiki')) {
          refresh();
        }
      }),
      // Timers do not run while the computer sleeps, so the focus updates the item too.
      vscode.window.onDidChangeWindowState(refresh),
    );
    watching.tokens.onDidChangeRefusal = refresh;
    refresh();
  }

  readonly #refreshNow = (): void => void this.watching.reportErrors(() => this.#refresh());

  async #refresh(): Promise<void> {
    const round = ++this.#latest;
    if (!isItemWanted()) {
      this.#statusBar.hide();
      this.#wakeAt(undefined);
      return;
    }
    const connection = await currentConnection(this.watching, this.watching.connectionOf);
    // An unreadable token is reported where it is needed, not whenever the editor changes.
    const token = connection && (await this.watching.tokens.get(connection.endpoint).catch(() => undefined));
    const platformLine = connection && (await this.#platformLine(connection).catch(() => undefined));
    // A later call of `#refresh` has newer data.
    if (round !== this.#latest) {
      return;
    }
    this.#wakeAt(
      this.#statusBar.show(connection, token, {
        nameAmongOthers:
          connection && nameAmong(this.watching.settings.read().connections, connection.endpoint),
        lines: [platformLine, this.watching.exportWatch.tooltipLine],
        isRefused:
          connection !== undefined &&
          token !== undefined &&
          this.watching.tokens.isRefused(connection.endpoint, token),
      }),
    );
    if (token !== undefined) {
      completeWalkthroughStep('hasToken');
    }
    if (connection !== undefined && token !== undefined && vscode.window.state.focused) {
      await this.#notify(connection, token);
    }
  }

  async #platformLine({ endpoint }: Connection): Promise<string | undefined> {
    // The secret storage is not read before a platform token matters in this window.
    if (!this.#hasPlatformNews) {
      return undefined;
    }
    const { platformTokens, sites } = this.watching;
    const site = sites.of(endpoint);
    const token = await platformTokens.get(site);
    return token && platformTokenStatusText(platformTokens.statusOf(site, token));
  }

  #wakeAt(at: number | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = at === undefined ? undefined : setTimeout(this.#refreshNow, at - Date.now());
  }

  async #notify(connection: Connection, token: ApiToken): Promise<void> {
    const text = expiryNoticeText(connection, token, Date.now());
    const occasion = `${connection.endpoint} ${token.expiresAt}`;
    if (text === undefined || this.#notified.has(occasion)) {
      return;
    }
    this.#notified.add(occasion);
    if (!(await this.watching.records.claim(occasion))) {
      return;
    }
    const report = { severity: 'warning', text, actions: ['replaceToken'] } as const;
    await notifyUnasked('tokenExpires', report, this.watching, {
      replaceToken: () => this.watching.replaceToken(connection),
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposable.dispose();
  }
}

/** Returns the connection of the active document, else the one that was used last, else the first in the settings. */
export async function currentConnection(
  connecting: Pick<ActivationServices, 'settings' | 'recentPlaces' | 'records'>,
  connectionOf: ConnectionOf,
): Promise<Connection | undefined> {
  const { connections } = connecting.settings.read();
  const document = vscode.window.activeTextEditor?.document;
  if (!hasSeveral(connecting)) {
    return connections[0];
  }
  await connecting.records.read();
  const isDecided = document !== undefined && isMarkdown(document);
  const decided = isDecided ? await connectionOf(sourceOf(document.uri).toString()) : undefined;
  return decided ?? connectionAt(connections, connecting.recentPlaces.endpoint() ?? '') ?? connections[0];
}

function hasSeveral({ settings }: Pick<ActivationServices, 'settings'>): boolean {
  return settings.read().connections.length > 1;
}

function isItemWanted(): boolean {
  return vscode.workspace.textDocuments.some((document) => isMarkdown(document));
}
