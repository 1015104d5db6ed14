import type { Exchange, HttpRequest, Send } from '../../src/core/http.js';
import { hostFetch } from '../../src/services/hostFetch.js';
import { createSend } from '../../src/services/network.js';
import { readNetworkSettings } from '../../src/services/networkSettings.js';
import { configuration } from './fakes.js';

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

export const sendByUndici = createSend(() => readNetworkSettings(configuration({}), {}));

export const routes: Record<string, Send> = {
  undici: sendByUndici,
  'the host’s fetch': hostFetch,
};
