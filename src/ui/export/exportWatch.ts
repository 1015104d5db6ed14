import * as vscode from 'vscode';
import { sessionLineText, sessionNotice } from '../../services/export/sessionReport';
import type { SessionState } from '../../services/export/accessTokenResult';
import { keepAliveEveryMs } from '../../core/export/idle';
import type { Keyring } from '../../services/export/system/keyring';
import type { OnceAcrossWindows } from '../../services/shared/onceAcrossWindows';
import { runSessionAction, type ExportServices } from './exportCommands';
import { notifyAndAct } from '../prompt/reportErrors';
import { providerId } from './sessionProvider';

export interface ExportWatchDependencies extends ExportServices {
  readonly once: OnceAcrossWindows;
  readonly keyring: Keyring;
}

/** The time that other extensions get to load first when a window opens. */
const keepAliveDelayMs = 30_000;

/** Notifies once when the session has ended, and refreshes it before it would expire unused. */
export class ExportWatch implements vscode.Disposable {
  readonly #disposable: vscode.Disposable;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #notified = new Set<string>();
  readonly #start: NodeJS.Timeout;
  /** Fires when `line` may have changed. */
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
        // Timers do not run while the computer sleeps, so the focus triggers a missed refresh.
        if (focused && Date.now() - this.#keptAliveAt >= keepAliveEveryMs && this.#keptAliveAt > 0) {
          void watching.reportErrors(() => this.#keepAlive());
        }
      }),
    );
    // Nobody waits for it, so it is no part of the activation.
    setImmediate(refresh);
  }

  /** The session's state as a line of a tooltip; undefined if no client is configured. */
  get tooltipLine(): string | undefined {
    return this.#line;
  }

  async #refresh(): Promise<void> {
    const round = ++this.#latest;
    const open = await this.watching.currentSession.get();
    const state = await open?.session.state();
    // A later reading has newer data.
    if (round !== this.#latest) {
      return;
    }
    const line = state && sessionLineText(state);
    if (line !== this.#line) {
      this.#line = line;
      this.#changed.fire();
    }
    const isSignedOut = state?.kind === 'signedOut';
    if (isSignedOut && open !== undefined && !this.#isInMenu) {
      this.#isInMenu = true;
      // VS Code then offers the sign-in in its Accounts menu, and asks nothing.
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
      // In a browser, storing a secret writes all that this window knows, and removes those that it misses.
      if ((await open.session.state()).kind !== 'reload') {
        await this.watching.keyring.isPersistent();
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
    if (!(await this.watching.once.claim(`export ${notice.occasion}`))) {
      return;
    }
    const { log, reportErrors } = this.watching;
    log.info(notice.text);
    notifyAndAct(notice, reportErrors, (action) =>
      runSessionAction(this.watching, action, () => this.#renew()),
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
