import * as l10n from '@vscode/l10n';
import { formatTime, unlessExpired, type ApiToken } from '../connection/apiToken';
import type { Connection } from '../connection/connection';
import { expiryOf } from '../connection/expiryLabel';
import { expiredText } from '../connection/tokenStatusBarItem';
import { durationText } from '../text/duration';
import { notSentText } from './noAnswerText';
import { sentences } from '../text/sentences';
import { forbiddenCause, noticeableClockGapMs } from './forbiddenCause';
import type { Exchange, Failure, HttpRequest, HttpResponse } from '../network/http';
import { parseHttpDate } from '../network/retry';
import { readImportResponse, needsNewToken } from './import';
import { platformTokenStatusText, type PlatformTokenStatus } from './platformToken';
import type { Report } from '../text/report';
import {
  forbiddenText,
  licenseInactiveText,
  notImportEndpointText,
  redirectedText,
  unauthorizedText,
} from './importErrorText';
import type { Secret } from '../text/secret';

export interface ConnectionTestContext {
  readonly connection: Connection;
  /** The stored token, even if the test did not send it because it has expired. */
  readonly token: ApiToken | undefined;
  readonly now: number;
}

/**
 * The request lacks the required fields, so it can make no page (contract 2.1 and 7). The wiki checks
 * token and license first (contract 4.1 (4)); without a token it answers 401 (contract 5.1 (2)).
 */
export function testRequest(endpoint: string, token: Secret | undefined): HttpRequest {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token.reveal()}` };
  return {
    method: 'POST',
    url: endpoint,
    headers: { ...authorization, 'Content-Type': 'application/json' },
    body: '{}',
  };
}

export type TestAction = 'tryAgain' | 'replaceToken' | 'replacePlatformToken' | 'openSettings' | 'showLog';

/** Undefined if the test was cancelled. */
export function reportOnTest(
  exchange: Exchange,
  context: ConnectionTestContext,
): Report<TestAction> | undefined {
  if (exchange.kind === 'answered') {
    const sent = unlessExpired(context.token, context.now);
    return sent === undefined
      ? withoutToken(exchange.response, context)
      : withToken(exchange.response, { ...context, token: sent });
  }
  if (exchange.reason === 'cancelled') {
    return undefined;
  }
  const { host } = new URL(context.connection.endpoint);
  if (exchange.kind === 'unanswered') {
    return failedReport(noAnswer(exchange, host), 'tryAgain', 'showLog');
  }
  // No encryption is what an address with a wrong port or scheme leads to.
  const first =
    exchange.reason === 'encryption'
      ? (['openSettings', 'tryAgain'] as const)
      : (['tryAgain', 'openSettings'] as const);
  return failedReport(notSentText(exchange, host), ...first, 'showLog');
}

export function addPlatformTokenStatus(
  { severity, text, actions }: Report<TestAction>,
  tokenStatus: PlatformTokenStatus | undefined,
): Report<TestAction> {
  if (tokenStatus === undefined) {
    return { severity, text, actions };
  }
  const isRefused = tokenStatus === 'refused';
  return {
    severity: isRefused && severity === 'information' ? 'warning' : severity,
    text: sentences(text, platformTokenStatusText(tokenStatus)),
    actions: isRefused ? [...actions, 'replacePlatformToken'] : actions,
  };
}

/** Whether the answer is a failure that contract 2.2 and 7 describe. A 404 does not count: any server may send it. */
export function isImportAnswer(exchange: Exchange): boolean {
  if (exchange.kind !== 'answered') {
    return false;
  }
  const { status, message } = readImportResponse(exchange.response, { overwrite: true });
  return message !== undefined && [400, 401, 402, 403, 500].includes(status);
}

/** Returns what the prompt for a token shows; undefined unless the wiki refused the token. */
export function refusalText(
  exchange: Exchange,
  context: ConnectionTestContext & { readonly token: ApiToken },
): string | undefined {
  if (exchange.kind !== 'answered') {
    return undefined;
  }
  const { response } = exchange;
  const { meaning } = readImportResponse(response, { overwrite: true });
  if (!needsNewToken(meaning)) {
    return undefined;
  }
  const { kind } = forbiddenCause(context.token, response.headers.date, context.now);
  return kind === 'verification' && meaning !== 'license inactive'
    ? l10n.t(
        'The wiki refused this token: it is damaged, was deleted, or belongs to another wiki. Copy it again.',
      )
    : reportOnTest(exchange, context)?.text;
}

function withToken(
  response: HttpResponse,
  context: ConnectionTestContext & { readonly token: ApiToken },
): Report<TestAction> {
  const { meaning, status } = readImportResponse(response, { overwrite: true });
  switch (meaning) {
    case 'rejected':
      // The wiki complains about the missing fields, so it has accepted token and license.
      return workingReport(response, context);
    case 'unauthorized':
      return failedReport(unauthorizedText(), 'replaceToken');
    case 'license inactive':
      return failedReport(licenseInactiveText(), 'replaceToken');
    case 'forbidden':
      return failedReport(forbiddenText(response.headers.date, context), 'replaceToken');
    default:
      return unclearReport(meaning, status, context);
  }
}

function workingReport(
  { headers }: HttpResponse,
  { connection, token, now }: ConnectionTestContext & { readonly token: ApiToken },
): Report<TestAction> {
  const { name } = connection;
  const clocks = clocksDiffer(headers.date, now);
  if (clocks !== undefined) {
    return { severity: 'warning', text: sentences(l10n.t('{0} works.', name), clocks), actions: [] };
  }
  const until = formatTime(token.expiresAt);
  return expiryOf(token, now).state === 'expiring'
    ? {
        severity: 'warning',
        text: l10n.t('{0} works, but its API token expires soon, on {1}.', name, until),
        actions: ['replaceToken'],
      }
    : {
        severity: 'information',
        text: l10n.t(
          '{0} works: the wiki accepted the API token, which is valid until {1}. Nothing was written; the space and parent page were not tested.',
          name,
          until,
        ),
        actions: [],
      };
}

function withoutToken(
  response: HttpResponse,
  { connection, token, now }: ConnectionTestContext,
): Report<TestAction> {
  const { meaning, status } = readImportResponse(response, { overwrite: true });
  if (meaning !== 'unauthorized') {
    return unclearReport(meaning, status, { connection });
  }
  if (token === undefined) {
    const text = l10n.t(
      '{0} answers, but no API token is stored for it, so nothing more was tested.',
      connection.name,
    );
    return { severity: 'warning', text, actions: ['replaceToken'] };
  }
  const clocks = clocksDiffer(response.headers.date, now);
  return clocks !== undefined && forbiddenCause(token, response.headers.date, now).kind === 'clocks'
    ? failedReport(
        sentences(
          l10n.t('By the wiki’s clock, the API token for {0} has not expired.', connection.name),
          clocks,
        ),
        'tryAgain',
      )
    : failedReport(expiredText(connection, token), 'replaceToken');
}

function unclearReport(
  meaning: ReturnType<typeof readImportResponse>['meaning'],
  status: number,
  { connection }: Pick<ConnectionTestContext, 'connection'>,
): Report<TestAction> {
  switch (meaning) {
    case 'redirect':
      return failedReport(redirectedText(status), 'openSettings', 'showLog');
    case 'temporary':
      return failedReport(
        l10n.t(
          '{0} answers, but has a problem right now ({1}), so the API token was not tested.',
          connection.name,
          status,
        ),
        'tryAgain',
        'showLog',
      );
    case 'intercepted':
    case 'unexpected':
      return failedReport(notImportEndpointText(status), 'openSettings', 'showLog');
    default:
      return {
        severity: 'warning',
        text: l10n.t(
          '{0} answers, but with {1}, which says nothing about the API token.',
          connection.name,
          status,
        ),
        actions: ['showLog'],
      };
  }
}

function clocksDiffer(date: string | undefined, now: number): string | undefined {
  const aheadMs = aheadOf(date, now);
  if (aheadMs === undefined || Math.abs(aheadMs) < noticeableClockGapMs) {
    return undefined;
  }
  return aheadMs > 0
    ? l10n.t('Its clock is {0} ahead of this computer’s: set this computer’s clock.', durationText(aheadMs))
    : l10n.t('Its clock is {0} behind this computer’s: set this computer’s clock.', durationText(-aheadMs));
}

function noAnswer({ reason, code }: Failure, host: string): string {
  return reason === 'timeout'
    ? l10n.t('{0} did not answer in time.', host)
    : l10n.t('{0} was reached, but the connection was lost before it answered ({1}).', host, code);
}

function failedReport(text: string, ...actions: TestAction[]): Report<TestAction> {
  return { severity: 'error', text, actions };
}

/** The path of contract 4.1; some installations have others. */
const documentedPath = /\/wiki\/apps\/[^/]+\/[^/]+\/webtrigger\/?$/;

/** The lines for the log, which is in English alone. */
export function testDetails(exchange: Exchange, { connection, token, now }: ConnectionTestContext): string[] {
  const { protocol, host, pathname } = new URL(connection.endpoint);
  const date = exchange.kind === 'answered' ? exchange.response.headers.date : undefined;
  const aheadMs = aheadOf(date, now);
  return [
    `Address: ${protocol}//${host}, its path ${documentedPath.test(pathname) ? 'as documented' : 'not as documented (/wiki/apps/…/…/webtrigger), which some installations have'}`,
    token === undefined
      ? 'Token: none is stored'
      : `Token: issued ${new Date(token.issuedAt).toISOString()}, expires ${new Date(token.expiresAt).toISOString()}, ${expiryOf(token, now).state}`,
    exchange.kind === 'answered'
      ? `Connection: made ${protocol === 'https:' ? 'and encrypted' : 'without encryption'}, answered ${exchange.response.status}`
      : `Connection: ${exchange.kind}, ${exchange.reason} (${exchange.code})`,
    aheadMs === undefined
      ? 'Clock: not compared, there is no answer with a date'
      : `Clock: the wiki’s is ${Math.round(aheadMs / 1000)} s ahead`,
    'Not tested: whether the space and the parent page are there and open to the token’s owner. Nothing was written.',
  ];
}

function aheadOf(date: string | undefined, now: number): number | undefined {
  const serverNow = parseHttpDate(date);
  return serverNow === undefined ? undefined : serverNow - now;
}
