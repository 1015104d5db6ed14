import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { Secret } from '../../core/text/secret';
import type { CurrentSession, OpenSession } from '../../services/export/currentSession';
import { reportOnNoToken } from '../../services/export/sessionReport';
import type { SignIn } from './signIn';

export const providerId = 'publish-to-wiki';

/** Offers the export session to other extensions. VS Code asks the person before one of them gets it. */
export class SessionProvider implements vscode.AuthenticationProvider {
  readonly #changed =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly onDidChangeSessions = this.#changed.event;
  readonly #disposable: vscode.Disposable;
  #listed: vscode.AuthenticationSession | undefined;

  constructor(
    private readonly current: CurrentSession,
    private readonly signIn: () => Promise<SignIn>,
    private readonly signOut: () => Promise<void>,
  ) {
    this.#disposable = vscode.Disposable.from(
      this.#changed,
      current.onDidChange(() => void this.#compare()),
      vscode.authentication.registerAuthenticationProvider(providerId, l10n.t('Wiki Export'), this, {
        supportsMultipleAccounts: false,
      }),
    );
  }

  /** Without scopes VS Code only lists the accounts, so nothing is refreshed and no token is returned. */
  async getSessions(scopes?: readonly string[]): Promise<vscode.AuthenticationSession[]> {
    const open = await this.current.get();
    if (open === undefined || !hasScopes(open, scopes)) {
      return [];
    }
    if (!scopes) {
      const listed = await listedSession(open);
      this.#listed = listed;
      return listed === undefined ? [] : [listed];
    }
    const result = await open.session.getAccessToken();
    if (result?.kind === 'token') {
      return [sessionOf(open, result.accessToken)];
    }
    // An empty list makes VS Code offer a sign-in, so failures other than being signed out are thrown.
    if (result === undefined || result.kind === 'signedOut') {
      return [];
    }
    throw new Error(reportOnNoToken(result).text);
  }

  async createSession(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
    const open = await this.current.get();
    if (open !== undefined && !hasScopes(open, scopes)) {
      throw new Error(l10n.t('The export session has only these scopes: {0}', open.client.scopes.join(' ')));
    }
    const session = (await (await this.signIn()).run()) ? (await this.getSessions(scopes))[0] : undefined;
    if (session === undefined) {
      throw new Error(l10n.t('Sign-in for export was not completed.'));
    }
    return session;
  }

  async removeSession(): Promise<void> {
    await this.signOut();
  }

  async #compare(): Promise<void> {
    const open = await this.current.get();
    const session = open && (await listedSession(open));
    const before = this.#listed;
    this.#listed = session;
    if (session?.id !== before?.id) {
      this.#changed.fire({
        added: session && [session],
        removed: before && [before],
        changed: undefined,
      });
    }
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

function hasScopes({ client }: OpenSession, scopes: readonly string[] | undefined): boolean {
  return scopes?.every((scope) => client.scopes.includes(scope)) ?? true;
}

async function listedSession(open: OpenSession): Promise<vscode.AuthenticationSession | undefined> {
  const { kind } = await open.session.state();
  return kind === 'signedIn' ? sessionOf(open) : undefined;
}

function sessionOf({ client }: OpenSession, accessToken?: Secret): vscode.AuthenticationSession {
  const id = `${client.clientId} ${client.authUrl}`;
  const label = `${client.clientId} (${new URL(client.authUrl).host})`;
  return { id, accessToken: accessToken?.reveal() ?? '', account: { id, label }, scopes: client.scopes };
}
