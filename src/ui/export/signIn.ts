import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { UserError } from '../../core/text/errors';
import type { PageExportTemplate } from '../../core/export/pageExport';
import type { PastedClient } from '../../core/export/pastedClient';
import type { Report } from '../../core/text/report';
import { sentences } from '../../core/text/sentences';
import { createPendingSignIn } from '../../services/export/authorizeClient';
import type { SignInResult } from '../../services/export/accessTokenResult';
import type { CurrentSession, OpenSession } from '../../services/export/currentSession';
import { reportOnNoToken } from '../../services/export/sessionReport';
import { reportOnAuthorization, reportOnSignIn, type SignInAction } from '../../services/export/signInReport';
import type { ExportSettings } from '../../services/export/exportSettings';
import type { KeyringProbe } from '../../services/export/system/keyring';
import type { PageRecords } from '../../services/records/pageRecords';
import { askClient, type EnteredClient } from './askClient';
import { notifyAndAct, type ReportErrors } from '../prompt/reportErrors';
import type { Log } from '../prompt/log';
import type { Redirects } from './redirects';
import { openExportSetting } from './openExportSetting';
import { waitForBrowser } from './waitForBrowser';

/** The fragment of the heading “Bringing a page back” in the guide’s page about export. */
const pullGuideHeading = 'bringing-a-page-back';

export interface SignInDependencies {
  readonly settings: ExportSettings;
  readonly currentSession: CurrentSession;
  readonly redirects: Redirects;
  readonly keyring: KeyringProbe;
  readonly once: Pick<PageRecords, 'claim'>;
  readonly log: Log;
  readonly reportErrors: ReportErrors;
  readonly openGuide: (heading?: string) => Promise<void>;
}

export class SignIn {
  /** What was entered for an attempt that failed, for the next one. */
  #typed: EnteredClient | undefined;
  #secretRefused = false;

  constructor(private readonly signingIn: SignInDependencies) {}

  get openGuide(): SignInDependencies['openGuide'] {
    return this.signingIn.openGuide;
  }

  forget(): void {
    this.#typed = undefined;
    this.#secretRefused = false;
  }

  /** False if the person cancelled or was told why there is no session. */
  async run({ changeClient = false } = {}): Promise<boolean> {
    const { settings, currentSession } = this.signingIn;
    throwAny(settings.problem());
    const known = changeClient ? {} : await this.#known();
    const entered = await askClient(known, () => this.openGuide());
    if (entered === undefined) {
      return false;
    }
    this.#typed = entered;
    await settings.store(entered);
    throwAny(settings.client()?.problem);
    const open = await currentSession.get();
    const result = open && (await this.#exchange(open, entered));
    if (result === 'changeClient') {
      return this.run({ changeClient: true });
    }
    return open !== undefined && result !== undefined && this.#begun(open, result);
  }

  /**
   * Returns the `page` entry of the setting `publishToWiki.export`. If it is missing or wrong, the person is told, after
   * `said`, and the result is undefined.
   */
  pageExport(said = ''): PageExportTemplate | undefined {
    const set = this.signingIn.settings.pageExport();
    if (set?.value !== undefined) {
      return set.value;
    }
    const text = sentences(
      said,
      set?.problem ??
        l10n.t(
          'Reading pages from this wiki is not set up. Ask an administrator for the value of “page” in publishToWiki.export.',
        ),
    );
    this.#tell(
      set === undefined
        ? { severity: 'information', text, actions: ['openGuide', 'openSettings'] }
        : { severity: 'error', text, actions: ['openSettings'] },
    );
    return undefined;
  }

  /** What the settings name, with the secret of that client. */
  async #known(): Promise<PastedClient> {
    const { settings, currentSession } = this.signingIn;
    const client = settings.knownClient();
    const { authUrl, clientId } = client;
    if (authUrl === undefined || clientId === undefined || this.#secretRefused) {
      return client;
    }
    const isTyped = this.#typed?.authUrl === authUrl && this.#typed.clientId === clientId;
    const clientSecret = isTyped
      ? this.#typed?.clientSecret
      : await (await currentSession.get())?.session.clientSecret();
    return { ...client, clientSecret };
  }

  async #exchange(
    { client, session }: OpenSession,
    { clientSecret }: EnteredClient,
  ): Promise<SignInResult | 'changeClient' | undefined> {
    const { redirects } = this.signingIn;
    const redirectUri = await redirects.redirectUri();
    const pending = createPendingSignIn({ ...client, redirectUri });
    const answer = await waitForBrowser(pending, redirects);
    if (answer === undefined || answer === 'changeClient') {
      return answer;
    }
    if (answer.kind !== 'code') {
      this.#tell(reportOnAuthorization(answer));
      return undefined;
    }
    const { codeVerifier } = pending;
    const { code } = answer;
    return inStatusBar(() => session.signIn({ clientSecret, code, codeVerifier, redirectUri }));
  }

  async #begun({ session }: OpenSession, result: SignInResult): Promise<boolean> {
    this.#secretRefused = result.kind === 'provider' && result.error === 'invalid_client';
    if (result.kind !== 'signedIn') {
      this.#tell(reportOnSignIn(result));
      return false;
    }
    this.#typed = undefined;
    // Without an access token that can be used, only a refresh shows whether the session works.
    const token = await inStatusBar(() => session.getAccessToken());
    if (token !== undefined && token.kind !== 'token') {
      const { text } = reportOnNoToken(token);
      const good = token.kind !== 'signedOut';
      const actions = good ? [] : (['signInAgain'] as const);
      this.#tell({ severity: 'warning', text, actions });
      return good;
    }
    const text = l10n.t('You are signed in for export.');
    if (this.pageExport(text) !== undefined) {
      this.#tell({ severity: 'information', text, actions: [] });
    }
    void this.signingIn.reportErrors(() => this.#tellOfKeyring());
    return true;
  }

  async #tellOfKeyring(): Promise<void> {
    const { keyring, once } = this.signingIn;
    if ((await keyring.checkPersistence()) === false && (await once.claim('no keyring'))) {
      const text = l10n.t(
        'The export session ends when VS Code closes: this computer has no keyring that VS Code can use, so secrets are kept only in memory.',
      );
      this.#tell({ severity: 'warning', text, actions: [] });
    }
  }

  /** Returns at once, since a notification may stay open for hours. */
  #tell(report: Report<SignInAction | 'openGuide' | 'openSettings'>): void {
    const { log, reportErrors } = this.signingIn;
    log.info(report.text);
    notifyAndAct(report, reportErrors, {
      openGuide: () => this.openGuide(pullGuideHeading),
      openSettings: openExportSetting,
      signInAgain: () => this.run(),
      changeClient: () => this.run({ changeClient: true }),
    });
  }
}

function throwAny(problem: string | undefined): void {
  if (problem !== undefined) {
    throw new UserError(l10n.t('The setting publishToWiki.export can’t be used: {0}', problem), {
      remedy: 'openSettings',
    });
  }
}

function inStatusBar<T>(work: () => Promise<T>): Thenable<T> {
  const title = l10n.t('Signing in for export…');
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, work);
}
