import { Agent, errors, request } from 'undici';
import type { Exchange, Send } from '../../src/core/network/http';

/** A Send with nothing but what the tests need: no proxy, no cap. */
export function plainSend(headers: Readonly<Record<string, string>> = {}): Send {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });
  return async ({ method, url, headers: own, body }, { signal }): Promise<Exchange> => {
    try {
      const all = { ...own, ...headers };
      const answer = await request(url, {
        method,
        headers: all,
        body: body ?? null,
        signal: signal ?? null,
        dispatcher,
      });
      const text = await answer.body.text();
      const entries = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
      const response = { status: answer.statusCode, headers: Object.fromEntries(entries), body: text };
      return { kind: 'answered', response: { ...response, truncated: false } };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
      const notSent = code === 'ECONNREFUSED' || error instanceof errors.ConnectTimeoutError;
      return { kind: notSent ? 'notSent' : 'unanswered', reason: 'other', code };
    }
  };
}
