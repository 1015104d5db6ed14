import { isDeepStrictEqual } from 'node:util';
import type { Dispatcher } from 'undici';
import type { Exchange, Send } from '../core/http';
import { failureOf } from './failures';
import { hostFetch } from './hostFetch';
import type { NetworkSettings } from './networkSettings';

/**
 * Sends through undici by the settings of the moment. When no connection could be made, and so nothing was sent, once more
 * through the host's own fetch, which knows system proxies; the way that worked is kept for the origin.
 */
export function createSend(readSettings: () => NetworkSettings): Send {
  let settings: NetworkSettings | undefined;
  let dispatcher: Dispatcher | undefined;
  const reachedByHost = new Set<string>();

  const throughUndici: Send = async (request, options) => {
    const { createDispatcher, exchange } = await import('./dispatch.js');
    dispatcher ??= createDispatcher(settings ?? readSettings());
    return exchange(dispatcher, request, options);
  };

  return async (request, options) => {
    const startedAt = performance.now();
    const now = readSettings();
    if (!isDeepStrictEqual(settings, now)) {
      settings = now;
      void dispatcher?.close();
      dispatcher = undefined;
      reachedByHost.clear();
    }
    const { origin } = new URL(request.url);
    if (reachedByHost.has(origin)) {
      return hostFetch(request, options);
    }
    const first: Exchange = await throughUndici(request, options).catch((error: unknown) => ({
      kind: 'notSent',
      ...failureOf(error),
    }));
    const deadlineMs = Math.floor(options.deadlineMs - (performance.now() - startedAt));
    if (first.kind !== 'notSent' || first.reason === 'cancelled' || deadlineMs <= 0) {
      return first;
    }
    const second = await hostFetch(request, { ...options, deadlineMs });
    if (second.kind === 'answered') {
      reachedByHost.add(origin);
    }
    return second.kind === 'notSent' ? first : second;
  };
}
