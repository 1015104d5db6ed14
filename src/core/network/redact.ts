import type { Exchange } from './http';

const shortestSecret = 8;
const jwt = /eyJ[\w-]{8,}(\.[\w-]*){0,2}/g;

/** Masks each stretch of eight or more characters that is also in a secret or its Base64, and anything like a JWT. */
export function redact(text: string, secrets: Iterable<string>): string {
  let masked = text;
  for (const secret of secrets) {
    masked = maskStretches(masked, stretchesOf(secret));
  }
  return masked.replace(jwt, '***');
}

/** Keeps what `stretchesOf` returned for the last 20 secrets, since many texts are masked with the same ones. */
const stretchesBySecret = new Map<string, ReadonlySet<string>>();
const mostKnown = 20;

function stretchesOf(secret: string): ReadonlySet<string> {
  const stretches = stretchesBySecret.get(secret) ?? new Set(encodedForms(secret).flatMap(stretchesIn));
  stretchesBySecret.delete(secret);
  stretchesBySecret.set(secret, stretches);
  const [oldest] = stretchesBySecret.keys();
  if (stretchesBySecret.size > mostKnown && oldest !== undefined) {
    stretchesBySecret.delete(oldest);
  }
  return stretches;
}

function stretchesIn(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - shortestSecret + 1) }, (_, start) =>
    text.slice(start, start + shortestSecret),
  );
}

function maskStretches(text: string, stretches: ReadonlySet<string>): string {
  if (stretches.size === 0) {
    return text;
  }
  let masked = '';
  let copied = 0;
  for (let start = 0; start + shortestSecret <= text.length; start++) {
    if (!stretches.has(text.slice(start, start + shortestSecret))) {
      continue;
    }
    let end = start + shortestSecret;
    while (end < text.length && stretches.has(text.slice(end - shortestSecret + 1, end + 1))) {
      end++;
    }
    masked += `${text.slice(copied, start)}***`;
    copied = end;
    start = end - 1;
  }
  return masked + text.slice(copied);
}

/** Base64 of a longer text that contains the secret has one of three forms, by the secret’s byte offset modulo 3. */
function encodedForms(secret: string): string[] {
  const encoded = (['base64', 'base64url'] as const).flatMap((encoding) =>
    ['', '-', '--'].map((before) => {
      const bytes = Buffer.from(before + secret);
      const inside = [Math.ceil((before.length * 4) / 3), Math.floor((bytes.length * 4) / 3)] as const;
      return bytes.toString(encoding).slice(...inside);
    }),
  );
  return [secret, ...encoded];
}

/** A server may repeat a request’s token in its answer, and answers are shown, copied and logged. */
export function redactExchange(exchange: Exchange, secret: string): Exchange {
  if (exchange.kind !== 'answered') {
    return exchange;
  }
  const { response } = exchange;
  const headers = Object.entries(response.headers).map(([name, value]) => [name, redact(value, [secret])]);
  return {
    kind: 'answered',
    response: {
      ...response,
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: redact(withoutEscapes(response.body), [secret]),
    },
  };
}

/** JSON may write a character as an escape, such as `\u0041`, in which `redact` would not find a secret. */
function withoutEscapes(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}
