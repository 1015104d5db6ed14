import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import {
  formatTime,
  isExpired,
  parsePastedToken,
  unlessExpired,
  type ApiToken,
} from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import { expiredText } from '../../core/connection/tokenStatusBarItem';
import {
  isImportAnswer,
  refusalText,
  reportOnTest,
  testDetails,
  testRequest,
  addPlatformTokenStatus,
  type TestAction,
} from '../../core/wiki/connectionTest';
import type { Report } from '../../core/text/report';
import type { Send } from '../../core/network/http';
import { redactExchange } from '../../core/network/redact';
import { setPlatformToken } from './platformToken';
import { notifyAndAct } from '../prompt/reportErrors';
import { withCancellableProgress } from '../prompt/progress';
import { waitInBox } from '../prompt/inputBox';
import { askText, onlyStep, type back, type StepPosition } from '../prompt/steps';
import { completeWalkthroughStep } from '../prompt/walkthrough';
import { requestButton } from './requestButton';
import type { WindowServices } from '../windowServices';

/** How long an input box waits for the wiki’s answer; Escape ends the wait earlier. */
const boxTimeoutMs = 10_000;
const notificationTimeoutMs = 30_000;

/** Tests the API token and a stored platform token with requests that write nothing, and shows a report. */
export async function testConnection(services: WindowServices, connection: Connection): Promise<void> {
  const token = await services.tokens.get(connection.endpoint);
  const [{ report }, tokenStatus] = await Promise.all([
    withCancellableProgress(testingText(connection), (signal) =>
      testToken(services, connection, token, { timeoutMs: notificationTimeoutMs, signal }),
    ),
    services.lookups.tryStoredToken(connection.endpoint).catch(() => undefined),
  ]);
  if (report !== undefined) {
    showTestReport(addPlatformTokenStatus(report, tokenStatus), services, connection);
  }
}

export interface ConnectionTestResult {
  readonly isImportEndpoint: boolean;
  readonly isAccepted: boolean;
  /** Why the wiki refused the token; undefined if it did not. */
  readonly refusal: string | undefined;
  readonly report: Report<TestAction> | undefined;
}

function testingText({ name }: Connection): string {
  return l10n.t('Testing the connection to {0}', name);
}

async function testToken(
  { send, log }: Pick<WindowServices, 'send' | 'log'>,
  connection: Connection,
  token: ApiToken | undefined,
  options: Parameters<Send>[1],
): Promise<ConnectionTestResult> {
  const sent = unlessExpired(token, Date.now());
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
    refusal: token && refusalText(exchange, { ...context, token }),
    report,
  };
}

export interface TestedToken {
  readonly token: ApiToken;
  readonly tested: ConnectionTestResult;
}

/**
 * Asks until the wiki does not refuse the token, and stores nothing. `given`: a known token, with which the box opens
 * only if that token has expired or the wiki refuses it.
 */
export async function askToken(
  services: Pick<WindowServices, 'send' | 'log'>,
  connection: Connection,
  position: StepPosition,
  given?: ApiToken,
): Promise<TestedToken | typeof back | undefined> {
  const now = Date.now();
  // An expired token is never sent.
  let problem = given && isExpired(given, now) ? expiredText(connection, given) : undefined;
  let tested: ConnectionTestResult | undefined;
  if (given !== undefined && problem === undefined) {
    tested = await waitInBox(position.title, testingText(connection), (signal) =>
      testToken(services, connection, given, { timeoutMs: boxTimeoutMs, signal }),
    );
    if (tested === undefined) {
      return undefined;
    }
    problem = tested.refusal;
    if (problem === undefined) {
      return { token: given, tested };
    }
  }
  const token = await askText(position, {
    placeholder: l10n.t('Paste the API token'),
    prompt: l10n.t(
      'The token from the wiki’s token screen: app settings, tab “API”. It is kept in VS Code’s secret storage.',
    ),
    password: true,
    problem,
    button: requestButton(
      l10n.t('To publish Markdown from VS Code, I need a new API token from the wiki’s app settings, “API”.'),
    ),
    parse: (text) => parsePastedToken(text, Date.now()),
    checkAnswer: async (entered) => {
      tested = undefined;
      tested = await testToken(services, connection, entered, { timeoutMs: boxTimeoutMs });
      return tested.refusal === undefined ? undefined : { problem: tested.refusal };
    },
  });
  return typeof token === 'object' ? tested && { token, tested } : token;
}

/** Stores what `askToken` resolves with, unless that is `given`. */
export async function askAndStoreToken(
  services: WindowServices,
  connection: Connection,
  given?: ApiToken,
): Promise<TestedToken | undefined> {
  const position = onlyStep(l10n.t('API Token for {0}', connection.name));
  const entered = await askToken(services, connection, position, given);
  if (typeof entered !== 'object') {
    return undefined;
  }
  const { token, tested } = entered;
  if (token === given) {
    return entered;
  }
  await storeTestedToken(services, connection, entered);
  vscode.window.setStatusBarMessage(
    tested.isAccepted
      ? l10n.t('API token accepted, valid until {0}', formatTime(token.expiresAt))
      : l10n.t('API token stored, but the wiki did not confirm it'),
    5_000,
  );
  return entered;
}

/** Asks for a token and stores it, also where there was none. An expired one is named in the input box. */
export async function replaceToken(
  services: WindowServices,
  connection: Connection,
): Promise<ApiToken | undefined> {
  const stored = await services.tokens.get(connection.endpoint);
  const expired = stored && isExpired(stored, Date.now()) ? stored : undefined;
  return (await askAndStoreToken(services, connection, expired))?.token;
}

/** Also shows the report if an import endpoint answered, but did not accept the token. */
export async function storeTestedToken(
  services: WindowServices,
  connection: Connection,
  { token, tested: { isImportEndpoint, isAccepted, report } }: TestedToken,
): Promise<void> {
  await services.tokens.store(connection.endpoint, token);
  completeWalkthroughStep('hasToken');
  if (report !== undefined && isImportEndpoint && !isAccepted) {
    showTestReport(report, services, connection);
  }
}

export function showTestReport(
  report: Report<TestAction>,
  services: WindowServices,
  connection: Connection,
): void {
  services.log.info(report.text);
  notifyAndAct(report, services.reportErrors, {
    tryAgain: () => testConnection(services, connection),
    replaceToken: () => replaceToken(services, connection),
    replacePlatformToken: () => setPlatformToken(services, connection),
    openSettings: openConnectionSettings,
  });
}

export async function openConnectionSettings(): Promise<void> {
  // The list of connections has no other editor than the file.
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
    revealSetting: { key: 'publishToWiki.connections', edit: true },
  });
}
