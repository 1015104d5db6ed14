import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { Send } from '../../core/network/http';
import { UserError } from '../../core/text/errors';
import type { AccessTokenResult } from '../../services/export/accessTokenResult';
import type { CurrentSession } from '../../services/export/currentSession';
import type { ExportSettings } from '../../services/export/exportSettings';
import { reportOnNoToken, type SessionAction } from '../../services/export/sessionReport';
import type { Runs } from '../prompt/actions';
import { notify } from '../prompt/notify';
import { notifyAndAct, type ReportErrors } from '../prompt/reportErrors';
import type { Log } from '../prompt/log';
import { withCancellableProgress } from '../prompt/progress';
import type { PageThread } from '../../services/page/pageThread';
import type { SignIn } from './signIn';

export interface ExportServices {
  readonly settings: ExportSettings;
  readonly currentSession: CurrentSession;
  /** It is loaded when somebody signs in, or is told why no page can be read. */
  readonly signIn: () => Promise<SignIn>;
  readonly log: Log;
  readonly reportErrors: ReportErrors;
  /** Logs no headers or bodies, since they have tokens. */
  readonly send: Send;
  readonly pages: Pick<PageThread, 'unpack'>;
}

export function exportCommands(exporting: ExportServices): Readonly<Record<string, () => Promise<unknown>>> {
  return {
    'publishToWiki.signIn': async () => (await exporting.signIn()).run(),
    'publishToWiki.copyAccessToken': () => copyAccessToken(exporting),
  };
}

export async function signOut({ currentSession }: Pick<ExportServices, 'currentSession'>): Promise<void> {
  const removed = await currentSession.signOut();
  if (removed === false) {
    throw new UserError(
      l10n.t('You are signed out here, but some of the session could not be removed from this computer.'),
    );
  }
  if (removed === undefined) {
    throw new UserError(
      l10n.t(
        'The setting publishToWiki.export names no client, so nobody was signed out. If there is still a session, “Remove All Data…” ends it.',
      ),
    );
  }
  void notify({ severity: 'information', text: l10n.t('You are signed out of export.'), actions: [] });
}

async function copyAccessToken(exporting: ExportServices): Promise<void> {
  const copy = l10n.t('Copy');
  const answer = await vscode.window.showWarningMessage(
    l10n.t('Copy the export access token to the clipboard?'),
    {
      modal: true,
      detail: l10n.t(
        'Anyone who gets hold of it can export in your name for up to an hour. It stays on the clipboard until you copy something else.',
      ),
    },
    copy,
  );
  if (answer === copy) {
    await copyNow(exporting);
  }
}

async function copyNow(exporting: ExportServices): Promise<void> {
  const open = await exporting.currentSession.get();
  const signedOut = { kind: 'signedOut', reason: 'never', family: undefined } as const;
  const result = open === undefined ? signedOut : await getAccessToken(open);
  if (result === undefined) {
    return;
  }
  if (result.kind === 'token') {
    exporting.log.maskSecret(result.accessToken.reveal());
    await vscode.env.clipboard.writeText(result.accessToken.reveal());
    vscode.window.setStatusBarMessage(l10n.t('Access token copied'), 5_000);
    return;
  }
  const report = reportOnNoToken(result);
  exporting.log.info(report.text);
  notifyAndAct(
    report,
    exporting.reportErrors,
    sessionRuns(exporting, () => copyNow(exporting)),
  );
}

/** Cancel ends the wait but not the refresh, since its new refresh token would otherwise be lost. */
export function getAccessToken({
  session,
}: NonNullable<Awaited<ReturnType<CurrentSession['get']>>>): Thenable<AccessTokenResult | undefined> {
  return withCancellableProgress(l10n.t('Getting an access token…'), (signal) =>
    session.getAccessToken(signal),
  );
}

/** `again`: what goes on once the person is signed in. */
export function sessionRuns(
  { signIn }: Pick<ExportServices, 'signIn'>,
  again: () => Promise<unknown>,
): Runs<SessionAction> {
  const begin = async (changeClient = false): Promise<void> => {
    await ((await (await signIn()).run({ changeClient })) && again());
  };
  return {
    signIn: () => begin(),
    signInToCompare: () => begin(),
    signInAgain: () => begin(),
    changeClient: () => begin(true),
    renew: again,
    tryAgain: again,
  };
}
