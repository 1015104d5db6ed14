import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserError } from '../../core/text/errors';
import type { Send } from '../../core/network/http';
import type { Client } from '../../core/export/tokenRequest';
import type { Report } from '../../core/text/report';
import { beginAuthorization, exchangeCode } from '../../services/export/authorizeClient';
import type { SignedIn } from '../../services/export/beginSession';
import { systemClock } from '../../services/export/platform/clock';
import type { CurrentSession, OpenSession } from '../../services/export/currentSession';
import { reportOnNoToken } from '../../services/export/sessionReport';
import { reportOnExchange, reportOnSignIn, type SignInAction } from '../../services/export/signInReport';
import type { ExportSettings } from '../../services/export/exportSettings';
import type { Keyring } from '../../services/export/platform/keyring';
import type { Once } from '../../services/shared/once';
import { askSignIn, type SignInAnswers } from './askSignIn';
import type { ReportErrors } from '../prompt/reportErrors';
import type { Log } from '../prompt/log';
import { notify } from '../prompt/notify';
import type { Redirects } from './redirects';
import { waitForBrowser } from './waitForBrowser';

export interface SignInDependencies {
  readonly settings: ExportSettings;
  readonly current: CurrentSession;
  readonly redirects: Redirects;
  readonly keyring: Keyring;
  readonly once: Once;
  readonly send: Send;
  readonly log: Log;
  readonly reportErrors: ReportErrors;
}

/** Signing in, from the questions to the sentence that says what came of it. */
export class SignIn {
  /** What was typed and not stored yet, for another try. */
  #typed: SignInAnswers | undefined;
  /** The client's secret is to be asked for, even if one is stored. */
  #secretRefused = false;

  constructor(private readonly signingIn: SignInDependencies) {}

  /** Resolves with whether there is a session now; the person has read why not. */
  async run(): Promise<boolean> {
    const { settings, current } = this.signingIn;
    const problem = settings.client()?.problem;
    if (problem !== undefined && settings.known().authUrl !== undefined) {
      throw new UserError(l10n.t('The setting publishToWiki.export can’t be used: {0}', problem));
    }
    const answers = await askSignIn(settings.known(), (client) => this.#knownSecret(client));
    if (answers === undefined) {
      return false;
    }
    this.#typed = answers;
    await settings.store(answers);
    const open = await current.get();
    const tokens = open && (await this.#tokens(open, answers));
    return open !== undefined && tokens !== undefined && this.#begin(open, tokens);
  }

  async #knownSecret({ authUrl, clientId }: Client) {
    const typed = this.#typed;
    if (this.#secretRefused) {
      return undefined;
    }
    if (typed?.authUrl === authUrl && typed.clientId === clientId) {
      return typed.clientSecret;
    }
    return (await this.signingIn.current.get())?.session.clientSecret();
  }

  async #tokens({ client }: OpenSession, answers: SignInAnswers): Promise<SignedIn | undefined> {
    const { clientSecret, refreshToken } = answers;
    if (refreshToken !== undefined) {
      return { clientSecret, refreshToken };
    }
    const { redirects, send } = this.signingIn;
    const redirectUri = await redirects.address();
    const pending = beginAuthorization({ ...client, redirectUri });
    const answer = await waitForBrowser(pending, redirects);
    if (answer === undefined) {
      return undefined;
    }
    if (answer.kind === 'denied') {
      const text = l10n.t('You are not signed in: access was not allowed.');
      this.#tell({ severity: 'warning', text, actions: ['signInAgain'] });
      return undefined;
    }
    const grant = { clientSecret, code: answer.code, codeVerifier: pending.codeVerifier, redirectUri };
    const exchanged = await inStatusBar(() => exchangeCode(send, client, grant, systemClock));
    if (exchanged.kind === 'signedIn') {
      return exchanged.tokens;
    }
    this.#secretRefused = exchanged.kind === 'provider' && exchanged.error === 'invalid_client';
    this.#tell(reportOnExchange(exchanged));
    return undefined;
  }

  async #begin({ session }: OpenSession, tokens: SignedIn): Promise<boolean> {
    const result = await session.signIn(tokens);
    if (result.kind !== 'signedIn') {
      this.#tell(reportOnSignIn(result));
      return false;
    }
    this.#typed = undefined;
    this.#secretRefused = false;
    // A pasted refresh token proves itself by its first use
    const token = await inStatusBar(() => session.getAccessToken());
    if (token !== undefined && token.kind !== 'token') {
      const { text } = reportOnNoToken(token);
      const good = token.kind !== 'signedOut';
      const actions = good ? [] : (['signInAgain'] as const);
      this.#tell({ severity: 'warning', text, actions });
      return good;
    }
    const text = l10n.t('You are signed in for export.');
    this.#tell({ severity: 'information', text, actions: [] });
    void this.signingIn.reportErrors(() => this.#tellOfKeyring());
    return true;
  }

  async #tellOfKeyring(): Promise<void> {
    const { keyring, once } = this.signingIn;
    if ((await keyring.survives()) === false && (await once.claim('no keyring'))) {
      const text = l10n.t(
        'The export session ends when VS Code closes: this computer has no keyring that VS Code can use, so secrets are kept only in memory.',
      );
      this.#tell({ severity: 'warning', text, actions: [] });
    }
  }

  /** Not awaited: a notification may stay for hours. */
  #tell(report: Report<SignInAction>): void {
    const { log, reportErrors } = this.signingIn;
    log.info(report.text);
    void notify(report).then((action) => {
      if (action === 'showLog') {
        log.show();
      }
      return action === 'signInAgain' ? reportErrors(() => this.run()) : undefined;
    });
  }
}

function inStatusBar<T>(work: () => Promise<T>): Thenable<T> {
  const title = l10n.t('Signing in for export…');
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, work);
}
