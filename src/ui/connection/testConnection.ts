import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatTime, type ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import {
  isImportAnswer,
  hasRefusedToken,
  reportOnTest,
  testDetails,
  testRequest,
  tokenToTest,
  addPlatformTokenStatus,
  type TestAction,
} from '../../core/wiki/connectionTest';
import type { Report } from '../../core/text/report';
import { sentences } from '../../core/text/sentences';
import type { Send } from '../../core/network/http';
import { redactExchange } from '../../core/network/redact';
import { askToken } from './pickConnection';
import { setPlatformToken } from './platformToken';
import { notifyAndAct } from '../prompt/reportErrors';
import { withCancellableProgress } from '../prompt/progress';
import { onlyStep } from '../prompt/steps';
import { completeWalkthroughStep } from '../prompt/walkthrough';
import type { WindowServices } from '../windowServices';

/** How long an input box waits for the wiki’s answer; typing or Escape ends the wait earlier. */
const promptTestTimeoutMs = 10_000;

/** For a test after the last step of a prompt, where a notification would appear only for a moment. */
export const statusBarProgress = {
  location: vscode.ProgressLocation.Window,
  deadlineMs: promptTestTimeoutMs,
};
const inNotification = { location: vscode.ProgressLocation.Notification, deadlineMs: 30_000 };

/** Sends a request that writes nothing to the wiki. */
export async function testConnection(services: WindowServices, connection: Connection): Promise<void> {
  const token = await services.tokens.get(connection.endpoint);
  const [{ report }, tokenStatus] = await Promise.all([
    runConnectionTest(services, connection, token),
    services.lookups.tryStored(connection.endpoint).catch(() => undefined),
  ]);
  if (report !== undefined) {
    showTestReport(addPlatformTokenStatus(report, tokenStatus), services, connection);
  }
}

export interface ConnectionTestResult {
  readonly isImportEndpoint: boolean;
  readonly isAccepted: boolean;
  readonly isTokenRefused: boolean;
  /** Undefined if the person cancelled the test. */
  readonly report: Report<TestAction> | undefined;
}

export async function runConnectionTest(
  services: Pick<WindowServices, 'send' | 'log'>,
  connection: Connection,
  token: ApiToken | undefined,
  { location, deadlineMs } = inNotification,
): Promise<ConnectionTestResult> {
  const title = l10n.t('Testing the connection to {0}', connection.name);
  return withCancellableProgress(
    title,
    (signal) => testToken(services, connection, token, { timeoutMs: deadlineMs, signal }),
    location,
  );
}

async function testToken(
  { send, log }: Pick<WindowServices, 'send' | 'log'>,
  connection: Connection,
  token: ApiToken | undefined,
  options: Parameters<Send>[1],
): Promise<ConnectionTestResult> {
  const sent = tokenToTest({ token, now: Date.now() });
  const request = testRequest(connection.endpoint, sent?.secret);
  const exchange = redactExchange(await send(request, options), sent?.secret.reveal() ?? '');
  log.exchange(request, exchange);
  const context = { connection, token, now: Date.now() };
  log.info(testDetails(exchange, context).join('\n'));
  const isEndpoint = isImportAnswer(exchange);
  const report = reportOnTest(exchange, context);
  return {
    isImportEndpoint: isEndpoint,
    isAccepted: isEndpoint && report?.severity !== 'error',
    isTokenRefused: hasRefusedToken(exchange),
    report,
  };
}

/** Undefined if the person cancelled, or the wiki refused the token, which is not stored then. */
export async function enterToken(
  services: WindowServices,
  connection: Connection,
): Promise<{ readonly token: ApiToken; readonly tested: ConnectionTestResult } | undefined> {
  const title = l10n.t('API Token for {0}', connection.name);
  let tested: ConnectionTestResult | undefined;
  const token = await askToken(onlyStep(title), async (entered) => {
    tested = await testToken(services, connection, entered, { timeoutMs: promptTestTimeoutMs });
  });
  if (typeof token !== 'object' || tested === undefined) {
    return undefined;
  }
  if (!(await storeTestedToken(services, connection, token, tested))) {
    return undefined;
  }
  vscode.window.setStatusBarMessage(
    tested.isAccepted
      ? l10n.t('The wiki accepted the API token. It is valid until {0}.', formatTime(token.expiresAt))
      : l10n.t('The API token is stored, but the wiki did not tell whether it accepts it.'),
    5_000,
  );
  return { token, tested };
}

export async function replaceToken(
  services: WindowServices,
  connection: Connection,
): Promise<ApiToken | undefined> {
  return (await enterToken(services, connection))?.token;
}

export async function storeTestedToken(
  services: WindowServices,
  connection: Connection,
  token: ApiToken,
  { isImportEndpoint, isAccepted, isTokenRefused: isRefused, report }: ConnectionTestResult,
): Promise<boolean> {
  if (!isRefused) {
    await services.tokens.store(connection.endpoint, token);
    completeWalkthroughStep('hasToken');
  }
  if (report !== undefined && isImportEndpoint && !isAccepted) {
    const text = sentences(report.text, isRefused ? l10n.t('The token was not stored.') : '');
    showTestReport({ ...report, text }, services, connection);
  }
  return !isRefused;
}

export function showTestReport(
  report: Report<TestAction>,
  services: WindowServices,
  connection: Connection,
): void {
  services.log.info(report.text);
  notifyAndAct(report, services.reportErrors, (action) => runAction(action, services, connection));
}

async function runAction(
  action: TestAction,
  services: WindowServices,
  connection: Connection,
): Promise<void> {
  switch (action) {
    case 'tryAgain':
      return testConnection(services, connection);
    case 'replaceToken':
      await replaceToken(services, connection);
      return;
    case 'replacePlatformToken':
      await setPlatformToken(services, connection);
      return;
    case 'openSettings':
      return openConnectionSettings();
    case 'showLog':
      services.log.show();
  }
}

export async function openConnectionSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'publishToWiki.connections');
}
