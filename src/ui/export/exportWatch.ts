import * as vscode from 'vscode';
import { lineOf, noticeOf } from '../../services/export/sessionReport';
import type { SessionState } from '../../services/export/accessTokenResult';
import { keepAliveEveryMs } from '../../core/export/idle';
import type { Keyring } from '../../services/export/system/keyring';
import type { OnceAcrossWindows } from '../../services/shared/onceAcrossWindows';
import { runSessionAction, type ExportServices } from './exportCommands';
import { offer } from '../prompt/reportErrors';
import { providerId } from './sessionProvider';

export interface ExportWatchDependencies extends ExportServices {
  readonly once: OnceAcrossWindows;
  readonly keyring: Keyring;
}

/** The delay after the window's start, so that other extensions load first. */
const settledAfterMs = 30_000;

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
  /** Whether the sign-in is in the Accounts menu, where a second request would stand beside it. */
  #isInMenu = false;
  #keptAliveAt = -Infinity;

  constructor(private readonly watching: ExportWatchDependencies) {
    const refresh = (): void => void watching.reportErrors(() => this.#refresh());
    this.#start = setTimeout(() => void watching.reportErrors(() => this.#keepAlive()), settledAfterMs);
    this.#disposable = vscode.Disposable.from(
      this.#changed,
      watching.current.onDidChange(refresh),
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
  get line(): string | undefined {
    return this.#line;
  }

  async #refresh(): Promise<void> {
    const round = ++this.#latest;
    const open = await this.watching.current.get();
    const state = await open?.session.state();
    // A later reading has newer data.
    if (round !== this.#latest) {
      return;
    }
    const line = state && lineOf(state);
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
    const open = await this.watching.current.get();
    if (open !== undefined) {
      // In a browser, a window that stores a secret writes back all secrets that it knows, so one that misses some must not store any.
      if ((await open.session.state()).kind !== 'reload') {
        await this.watching.keyring.survives();
      }
      await open.session.keepAlive();
      await this.#refresh();
    }
  }

  async #notify(state: SessionState): Promise<void> {
    const notice = noticeOf(state);
    if (notice === undefined || this.#notified.has(notice.occasion)) {
      return;
    }
    this.#notified.add(notice.occasion);
    if (!(await this.watching.once.isFirst(`export ${notice.occasion}`))) {
      return;
    }
    const { log, reportErrors } = this.watching;
    log.info(notice.text);
    offer(notice, reportErrors, (action) => runSessionAction(this.watching, action, () => this.#renew()));
  }

  async #renew(): Promise<void> {
    await (await this.watching.current.get())?.session.getAccessToken();
    await this.#refresh();
  }

  dispose(): void {
    clearTimeout(this.#start);
    this.#disposable.dispose();
  }
}
