import * as l10n from '@vscode/l10n';
import {
  missingPlaceholders,
  pageExportRequest,
  type PlaceholderValues,
  type PageExportTemplate,
} from '../../core/export/pageExport';
import type { Exchange, HttpResponse, Send } from '../../core/network/http';
import { redact } from '../../core/network/redact';
import { parseJson } from '../../core/text/json';
import { valueAt } from '../../core/text/jsonPointer';
import { formatList, formatNumber } from '../../core/text/locale';
import { plainLine, quote } from '../../core/text/plainLine';
import type { Parsed } from '../../core/text/parsed';
import type { Secret } from '../../core/text/secret';
import { notSentText } from '../../core/wiki/noAnswerText';
import { sentences } from '../../core/text/sentences';
import type { PageThread } from '../page/pageThread';
import type { AccessTokenResult } from './accessTokenResult';
import type { ExportSession } from './exportSession';

export interface ExportPageDependencies {
  readonly send: Send;
  readonly session: Pick<ExportSession, 'getAccessToken' | 'replaceRefusedToken'>;
  readonly pages: Pick<PageThread, 'unpack'>;
}

export type PageExportResult =
  | { readonly kind: 'markdown'; readonly markdown: string }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'cancelled' }
  | Exclude<AccessTokenResult, { readonly kind: 'token' }>;

const deadlineMs = 90_000;
const mostBytes = 4 * 1024 * 1024;
const limits = { files: 1_000, bytes: mostBytes };

/** Follows no redirect, so that only the address in the settings gets the token. Tries a new token after a 401. */
export async function exportPage(
  { send, session, pages }: ExportPageDependencies,
  how: PageExportTemplate,
  from: PlaceholderValues,
  signal: AbortSignal,
): Promise<PageExportResult> {
  const missing = missingPlaceholders(how, from);
  if (missing.length > 0) {
    return failedExport(
      l10n.t('publishToWiki.export asks for {0}, which is not known of this page.', formatList(missing)),
    );
  }
  const ask = async (token: Secret): Promise<Exchange> =>
    send(pageExportRequest(how, from, token), { timeoutMs: deadlineMs, mostBytes, signal });
  let result = await session.getAccessToken(signal);
  let exchange = result?.kind === 'token' ? await ask(result.accessToken) : undefined;
  if (result?.kind === 'token' && exchange?.kind === 'answered' && exchange.response.status === 401) {
    result = await session.replaceRefusedToken(result.accessToken, signal);
    exchange = result?.kind === 'token' ? await ask(result.accessToken) : undefined;
  }
  if (result === undefined || signal.aborted) {
    return { kind: 'cancelled' };
  }
  if (result.kind !== 'token' || exchange === undefined) {
    return result as Exclude<AccessTokenResult, { readonly kind: 'token' }>;
  }
  const token = result.accessToken.reveal();
  const judged = await judgeExport(exchange, how, token, pages);
  return judged.problem === undefined
    ? { kind: 'markdown', markdown: judged.value.replaceAll(token, '***') }
    : failedExport(judged.problem);
}

function failedExport(problem: string): PageExportResult {
  return { kind: 'failed', problem };
}

async function judgeExport(
  exchange: Exchange,
  how: PageExportTemplate,
  token: string,
  pages: ExportPageDependencies['pages'],
): Promise<Parsed<string>> {
  const { host } = new URL(how.url);
  switch (exchange.kind) {
    case 'notSent':
      return { problem: notSentText(exchange, host) };
    case 'unanswered':
      return { problem: l10n.t('{0} did not answer ({1}).', host, plainLine(exchange.code)) };
    case 'answered': {
      const problem = whyRefused(exchange.response, host, token);
      return problem === undefined ? markdownIn(exchange.response.body, how, pages) : { problem };
    }
  }
}

function whyRefused(
  { status, body, truncated }: HttpResponse,
  host: string,
  token: string,
): string | undefined {
  if (status >= 300 && status < 400) {
    return l10n.t(
      '{0} answered with a redirect ({1}). The access token is for this address alone, so it was not followed.',
      host,
      status,
    );
  }
  if (status < 200 || status > 299) {
    const answer = /^\s*[<]|^\s*$/.test(body) ? '' : quote(redact(body, [token]));
    return sentences(reasonOf(status, host), answer);
  }
  return truncated
    ? l10n.t(
        'The answer of {0} broke off, or is larger than {1} MB.',
        host,
        formatNumber(mostBytes / 1024 / 1024),
      )
    : undefined;
}

function reasonOf(status: number, host: string): string {
  switch (status) {
    case 401:
    case 403:
      return l10n.t(
        '{0} refuses the access token ({1}): the client may lack a scope, or you may lack access to the page.',
        host,
        status,
      );
    case 404:
      return l10n.t('{0} does not know this page, or you have no access to it (404).', host);
    default:
      return l10n.t('{0} answered with {1}.', host, status);
  }
}

async function markdownIn(
  body: string,
  { pointer, file }: PageExportTemplate,
  pages: ExportPageDependencies['pages'],
): Promise<Parsed<string>> {
  const value = valueAt(parseJson(body), pointer);
  if (typeof value !== 'string') {
    const place = pointer.map((part) => `/${part}`).join('');
    return {
      problem: l10n.t(
        'The answer has no text at “{0}”. Check “page” in publishToWiki.export.',
        plainLine(place),
      ),
    };
  }
  return file === undefined
    ? { value: value.replace(/^\ufeff/, '') }
    : markdownInArchive(await pages.unpack(value, file, limits), file);
}

function markdownInArchive(files: readonly Uint8Array[] | undefined, pattern: string): Parsed<string> {
  if (files === undefined) {
    return { problem: l10n.t('The ZIP archive in the answer is damaged, encrypted or too large.') };
  }
  const [only] = files;
  if (only === undefined || files.length > 1) {
    return {
      problem: l10n.t(
        'In the ZIP archive, {0} files match {1}, but it must be one. Check “zip.file” in publishToWiki.export.',
        formatNumber(files.length),
        quote(pattern),
      ),
    };
  }
  try {
    return { value: new TextDecoder('utf-8', { fatal: true }).decode(only) };
  } catch {
    return { problem: l10n.t('The ZIP archive in the answer is damaged, encrypted or too large.') };
  }
}
