import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import {
  isImportEndpoint,
  reportOnTest,
  testDetails,
  testRequest,
  tokenToTest,
  withPlatformToken,
  type TestAction,
} from '../../core/wiki/connectionTest';
import type { Report } from '../../core/text/report';
import type { Send } from '../../core/network/http';
import { redactExchange } from '../../core/network/redact';
import { replaceToken } from './connect';
import { setPlatformToken } from './platformToken';
import { offer } from '../prompt/reportErrors';
import { withCancellableProgress } from '../prompt/progress';
import type { WindowServices } from '../windowServices';

const inNotification = { location: vscode.ProgressLocation.Notification, deadlineMs: 30_000 };

/** Tells whether a page could be sent through the connection, and what is in the way. Writes nothing. */
export async function testConnection(testing: WindowServices, connection: Connection): Promise<void> {
  const token = await testing.tokens.get(connection.endpoint);
  const [{ report }, standing] = await Promise.all([
    tryConnection(testing, connection, token),
    testing.lookups.tryStored(connection.endpoint).catch(() => undefined),
  ]);
  if (report !== undefined) {
    showReport(withPlatformToken(report, standing), testing, connection);
  }
}

/** What a test of a connection found. */
export interface Tested {
  readonly isImportEndpoint: boolean;
  /** Undefined if the person cancelled the test. */
  readonly report: Report<TestAction> | undefined;
}

export async function tryConnection(
  testing: Pick<WindowServices, 'send' | 'log'>,
  connection: Connection,
  token: ApiToken | undefined,
  { location, deadlineMs } = inNotification,
): Promise<Tested> {
  const title = l10n.t('Testing the connection to {0}', connection.name);
  return withCancellableProgress(
    title,
    (signal) => testWithProgress(testing, connection, token, { deadlineMs, signal }),
    location,
  );
}

async function testWithProgress(
  { send, log }: Pick<WindowServices, 'send' | 'log'>,
  connection: Connection,
  token: ApiToken | undefined,
  options: Parameters<Send>[1],
): Promise<Tested> {
  const sent = tokenToTest({ token, now: Date.now() });
  const request = testRequest(connection.endpoint, sent?.secret);
  const exchange = redactExchange(await send(request, options), sent?.secret.reveal() ?? '');
  log.exchange(request, exchange);
  const context = { connection, token, now: Date.now() };
  log.info(testDetails(exchange, context).join('\n'));
  return { isImportEndpoint: isImportEndpoint(exchange), report: reportOnTest(exchange, context) };
}

export function showReport(
  report: Report<TestAction>,
  testing: WindowServices,
  connection: Connection,
): void {
  testing.log.info(report.text);
  offer(report, testing.reportErrors, (action) => runAction(action, testing, connection));
}

async function runAction(action: TestAction, testing: WindowServices, connection: Connection): Promise<void> {
  switch (action) {
    case 'tryAgain':
      return testConnection(testing, connection);
    case 'replaceToken':
      if ((await replaceToken(testing.tokens, connection)) !== undefined) {
        await testConnection(testing, connection);
      }
      return;
    case 'replacePlatformToken':
      await setPlatformToken(testing, connection);
      return;
    case 'openSettings':
      return openSettings();
    case 'showLog':
      testing.log.show();
  }
}

export async function openSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'publishToWiki.connections');
}
