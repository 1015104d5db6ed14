import type { HttpRequest } from '../network/http';

/** The environment variable from which a copied command reads the token. */
export const tokenVariable = 'WIKI_API_TOKEN';

/** Method, address and headers become comments, so that the text is JSON with comments. The token is masked. */
export function requestText({ method, url, headers, body }: HttpRequest): string {
  const head = Object.entries(headers).map(
    ([name, value]) => `// ${name}: ${name === 'Authorization' ? 'Bearer ***' : value}`,
  );
  return [`// ${method} ${url}`, ...head, body ?? '', ''].join('\n');
}

/** Returns a POSIX shell command that reads the token from `WIKI_API_TOKEN`, so that the copied text has no secret. */
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

/** Between single quotation marks, a POSIX shell gives a meaning to the closing mark alone. */
function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
