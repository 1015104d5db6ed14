import type { Exchange, HttpRequest } from './http';

const shownContent = 2_000;

/** An exchange for the log. `bodies`: the texts that were sent and answered, which the log has only when it tells all. */
export function exchangeText(
  request: HttpRequest,
  exchange: Exchange,
): { readonly heads: string; readonly bodies: readonly string[] } {
  const { method, url, headers, body = '' } = request;
  const sent = `${method} ${url}\n${headLines(headers)}\n\n${sizeOf(body)}`;
  if (exchange.kind !== 'answered') {
    return {
      heads: `${sent}\n${exchange.kind}: ${exchange.reason} (${exchange.code})`,
      bodies: [startOf(body)],
    };
  }
  const { response } = exchange;
  const end = response.truncated ? '\n(not whole)' : '';
  return {
    heads: `${sent}\n${response.status}\n${headLines(response.headers)}\n\n${sizeOf(response.body)}${end}`,
    bodies: [startOf(body), response.body],
  };
}

function headLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${/^(authorization|set-cookie)$/i.test(name) ? '***' : value}`)
    .join('\n');
}

function sizeOf(body: string): string {
  return `(${body.length} characters)`;
}

/** The person has the whole text: the log keeps its start. */
function startOf(body: string): string {
  return body.length <= shownContent
    ? body
    : `${body.slice(0, shownContent)}… (${body.length} characters in all)`;
}
