import type { HttpRequest } from '../network/http';

/** The environment variable from which a copied command reads the token. */
export const tokenVariable = 'WIKI_API_TOKEN';

/** Returns a request as text, without the token: method, address and headers as comments, then the body. */
export function requestText({ method, url, headers, body }: HttpRequest): string {
  const head = Object.entries(headers).map(
    ([name, value]) => `// ${name}: ${name === 'Authorization' ? 'Bearer ***' : value}`,
  );
  return [`// ${method} ${url}`, ...head, body ?? '', ''].join('\n');
}

/** Returns a command for a POSIX shell that sends the request. */
export function curlCommand({ method, url, headers, body }: HttpRequest): string {
  const heads = Object.entries(headers).map(([name, value]) =>
    name === 'Authorization'
      ? `--header "Authorization: Bearer $${tokenVariable}"`
      : `--header ${quotedForShell(`${name}: ${value}`)}`,
  );
  return [
    `curl --request ${method} ${quotedForShell(url)}`,
    ...heads,
    `--data-raw ${quotedForShell(body ?? '')}`,
  ].join(' \\\n  ');
}

/** Quotes a text for a shell. Between single quotation marks, only the closing one has a meaning. */
function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
