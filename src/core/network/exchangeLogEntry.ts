import type { Exchange, HttpRequest } from './http';

const shownContent = 2_000;

/** `bodies` may have the text of a document, so they are logged at the level Trace; `heads` are logged at Info. */
export function exchangeLogEntry(
  request: HttpRequest,
  exchange: Exchange,
): { readonly heads: string; readonly bodies: readonly string[] } {
  const { method, url, headers, body = '' } = request;
  const sent = `${method} ${url}\n${headerLines(headers)}\n\n${sizeOf(body)}`;
  if (exchange.kind !== 'answered') {
    return {
      heads: `${sent}\n${exchange.kind}: ${exchange.reason} (${exchange.code})`,
      bodies: [startOf(body)],
    };
  }
  const { response } = exchange;
  const end = response.truncated ? '\n(not whole)' : '';
  return {
    heads: `${sent}\n${response.status}\n${headerLines(response.headers)}\n\n${sizeOf(response.body)}${end}`,
    bodies: [startOf(body), response.body],
  };
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${/^(authorization|set-cookie)$/i.test(name) ? '***' : value}`)
    .join('\n');
}

function sizeOf(body: string): string {
  return `(${body.length} characters)`;
}

/** Only the start of a request’s body is logged, since the body may be a person’s document. */
function startOf(body: string): string {
  return body.length <= shownContent
    ? body
    : `${body.slice(0, shownContent)}… (${body.length} characters in all)`;
}
