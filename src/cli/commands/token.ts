import * as l10n from '@vscode/l10n';
import { formatTime, unlessExpired } from '../../core/connection/apiToken';
import { redactExchange } from '../../core/network/redact';
import { dayMs, daysText } from '../../core/text/duration';
import { isImportAnswer, reportOnTest, testRequest } from '../../core/wiki/connectionTest';
import { readConnection, readToken } from '../environment/environment';
import { withTerminal, textOption, integerOption, type CommandContext } from './withTerminal';
import type { CommandResult } from '../output/result';
import type { ParsedArguments } from '../environment/usage';
import { exitCodes } from '../environment/usageError';

/** Tests endpoint, token and license with a request that writes no page. */
export async function test(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const { environment } = context;
  const connection = readConnection(environment, undefined);
  const apiToken = await readToken(environment, textOption(parsed, 'token-file'));
  return withTerminal(parsed, context, { connection }, async ({ services }) => {
    const sent = unlessExpired(apiToken, Date.now());
    const request = testRequest(connection.endpoint, sent?.secret);
    const exchange = redactExchange(
      await services.send(request, { timeoutMs: 30_000, signal: context.interruption.signal }),
      sent?.secret.reveal() ?? '',
    );
    const report = reportOnTest(exchange, { connection, token: apiToken, now: Date.now() });
    const isGood = report !== undefined && report.severity !== 'error';
    const isRefused =
      exchange.kind === 'answered' && exchange.response.status < 500 && isImportAnswer(exchange);
    return {
      findings: [],
      summary: report?.text ?? '',
      exitCode: isGood ? exitCodes.done : isRefused ? exitCodes.token : exitCodes.wiki,
    };
  });
}

/** Sends nothing, since the API token itself tells how long it is valid. */
export async function token(
  parsed: ParsedArguments,
  { environment }: CommandContext,
): Promise<CommandResult> {
  const { expiresAt } = await readToken(environment, textOption(parsed, 'token-file'));
  const left = (expiresAt - Date.now()) / dayMs;
  const least = integerOption(parsed, 'min-days', 0, 30) ?? 0;
  const summary =
    left <= 0
      ? l10n.t('The API token expired on {0}.', formatTime(expiresAt))
      : l10n.t('The API token is valid until {0}: {1}.', formatTime(expiresAt), daysText(Math.floor(left)));
  return {
    command: parsed.command,
    findings: [],
    summary,
    exitCode: left <= 0 || left < least ? exitCodes.token : exitCodes.done,
  };
}
