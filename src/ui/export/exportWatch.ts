import * as vscode from '../vscode';
import { sessionLineText, sessionNotice } from '../../services/export/sessionReport';
import type { SessionState } from '../../services/export/accessTokenResult';
import { keepAliveEveryMs } from '../../core/export/idle';
import type { KeyringProbe } from '../../services/export/system/keyring';
import type { PageRecords } from '../../services/records/pageRecords';
import { sessionRuns, type ExportServices } from './exportCommands';
import { notifyUnasked } from '../prompt/unasked';
import { providerId } from './sessionProvider';

export interface ExportWatchDependencies extends ExportServices {
  readonly records: Pick<PageRecords, 'claim' | 'read' | 'values'>;
  readonly keyring: KeyringProbe;
}

/** The time that other extensions get to load first when a window opens. */
const keepAliveDelayMs = 30_000;

/**
 * Tells the person once if the session has ended or soon will, and keeps an unused session alive (contract 5.2 (7)).
 */
export class ExportWatch implements vscode.Disposable {
  readonly #disposable: vscode.Disposable;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #notified = new Set<string>();
  readonly #start: NodeJS.Timeout;
  readonly onDidChange = this.#changed.event;
  #line: string | undefined;
  #latest = 0;
  /** Whether the Accounts menu offers the sign-in already, since each request would add another entry. */
  #isInMenu = false;
  #keptAliveAt = -Infinity;

  constructor(private readonly watching: ExportWatchDependencies) {
    const refresh = (): void => void watching.reportErrors(() => this.#refresh());
    this.#start = setTimeout(() => void watching.reportErrors(() => this.#keepAlive()), keepAliveDelayMs);
    this.#disposable = vscode.Disposable.from(
      this.#changed,
      watching.currentSession.onDidChange(refresh),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('publishToWiki.export')) {
          refresh();
        }
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        // Timers do not run while the computer sleeps, so the focus triggers `#keepAlive` when it is due.
        if (focused && Date.now() - this.#keptAliveAt >= keepAliveEveryMs && this.#keptAliveAt > 0) {
          void watching.reportErrors(() => this.#keepAlive());
        }
      }),
    );
    // `setImmediate`, so that the activation does not wait for the first refresh.
    setImmediate(refresh);
  }

  get tooltipLine(): string | undefined {
    return this.#line;
  }

  async #refresh(): Promise<void> {
    const round = ++this.#latest;
    const open = await this.watching.currentSession.get();
    const state = await open?.session.state();
    // A later call of `#refresh` has newer data.
    if (round !== this.#latest) {
      return;
    }
    const line = state && sessionLineText(state);
    if (line !== this.#line) {
      this.#line = line;
      this.#changed.fire();
    }
    const isSignedOut = state?.kind === 'signedOut';
    // Copy Export Access Token stays for a session on another computer, since it says so.
    const session = isSignedOut && state.reason === 'elsewhere' ? 'elsewhere' : state?.kind;
    void vscode.commands.executeCommand('setContext', 'publishToWiki.exportSession', session);
    if (isSignedOut && open !== undefined && !this.#isInMenu) {
      this.#isInMenu = true;
      // Without options, `getSession` asks nothing: VS Code only adds the sign-in to its Accounts menu.
      await vscode.authentication.getSession(providerId, open.client.scopes);
    }
    this.#isInMenu &&= isSignedOut;
    if (state !== undefined) {
      await this.#notify(state);
    }
  }

  async #keepAlive(): Promise<void> {
    this.#keptAliveAt = Date.now();
    const open = await this.watching.currentSession.get();
    if (open !== undefined) {
      // `checkPersistence` may store a secret. In a browser, that rewrites all secrets that this window knows: in the
      // state `reload` this window lacks those of the session, which would be lost.
      if ((await open.session.state()).kind !== 'reload') {
        await this.watching.keyring.checkPersistence();
      }
      await open.session.keepAlive();
      await this.#refresh();
    }
  }

  async #notify(state: SessionState): Promise<void> {
    const notice = sessionNotice(state);
    if (notice === undefined || this.#notified.has(notice.occasion)) {
      return;
    }
    this.#notified.add(notice.occasion);
    if (!(await this.watching.records.claim(`export ${notice.occasion}`))) {
      return;
    }
    this.watching.log.info(notice.text);
    await notifyUnasked(
      'exportSession',
      notice,
      this.watching,
      sessionRuns(this.watching, () => this.#renew()),
    );
  }

  async #renew(): Promise<void> {
    await (await this.watching.currentSession.get())?.session.getAccessToken();
    await this.#refresh();
  }

  dispose(): void {
    clearTimeout(this.#start);
    this.#disposable.dispose();
  }
}
