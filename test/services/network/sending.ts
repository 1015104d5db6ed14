import type { Exchange, HttpRequest, Send } from '../../../src/core/network/http.js';
import { hostFetch } from '../../../src/services/network/hostFetch.js';
import { createDispatcher, exchangeOnce } from '../../../src/services/network/dispatch.js';
import { createSend } from '../../../src/services/network/network.js';
import { readNetworkSettings } from '../../../src/services/network/networkSettings.js';
import { configuration } from '../fakes.js';

export const post = (url: string, body = '{"a":"ü"}'): HttpRequest => ({
  method: 'POST',
  url,
  headers: { Authorization: 'Bearer abc', 'Content-Type': 'application/json' },
  body,
});
/** In two words. */
export const told = (exchange: Exchange): string =>
  exchange.kind === 'answered'
    ? `answered ${exchange.response.status}`
    : `${exchange.kind} ${exchange.reason}`;

export const sendByUndici = createSend(
  () => readNetworkSettings(configuration({}), {}),
  () => undefined,
);

export const routes: Record<string, Send> = {
  undici: sendByUndici,
  'the host’s fetch': hostFetch,
};

const toWiki: HttpRequest = {
  method: 'POST',
  url: 'https://wiki.test/import?a=b',
  headers: { Authorization: 'Bearer abc' },
  body: 'Text',
};

/** One request by these settings, without a second route. */
export async function sendBy(
  user: object,
  environment: Record<string, string> = {},
  { url = toWiki.url, deadlineMs = 5000 } = {},
): Promise<Exchange> {
  const dispatcher = createDispatcher(readNetworkSettings(configuration({ ...user }), environment));
  const result = await exchangeOnce(dispatcher, { ...toWiki, url }, { timeoutMs: deadlineMs });
  void dispatcher.destroy();
  return result;
}
