import type { HttpRequest } from '../network/http';

/** The variable that a copied command takes the token from. */
export const tokenVariable = 'WIKI_API_TOKEN';

/** A request as people read it: its head as remarks, its body as it is sent. The token is not in it. */
export function requestText({ method, url, headers, body }: HttpRequest): string {
  const head = Object.entries(headers).map(
    ([name, value]) => `// ${name}: ${name === 'Authorization' ? 'Bearer ***' : value}`,
  );
  return [`// ${method} ${url}`, ...head, body ?? '', ''].join('\n');
}

/** A command for a POSIX shell that sends the request. */
export function curlCommand({ method, url, headers, body }: HttpRequest): string {
  const heads = Object.entries(headers).map(([name, value]) =>
    name === 'Authorization'
      ? `--header "Authorization: Bearer $${tokenVariable}"`
      : `--header ${quoted(`${name}: ${value}`)}`,
  );
  return [`curl --request ${method} ${quoted(url)}`, ...heads, `--data-raw ${quoted(body ?? '')}`].join(
    ' \\\n  ',
  );
}

/** Quotes a text for a shell: between single quotation marks only their end has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
