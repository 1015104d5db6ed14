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
  let current: { settings: NetworkSettings; dispatcher: Promise<Dispatcher> } | undefined;
  const reachedByHost = new Set<string>();

  const dispatcherFor = (settings: NetworkSettings): Promise<Dispatcher> => {
    if (current === undefined || !isDeepStrictEqual(current.settings, settings)) {
      // What is under way goes on
      void current?.dispatcher.then(
        (old) => old.close(),
        () => undefined,
      );
      const dispatcher = import('./dispatch.js').then(({ createDispatcher }) => createDispatcher(settings));
      current = { settings, dispatcher };
      reachedByHost.clear();
    }
    return current.dispatcher;
  };

  const throughUndici = async (
    dispatcher: Promise<Dispatcher>,
    ...sending: Parameters<Send>
  ): Promise<Exchange> => {
    try {
      const { exchange } = await import('./dispatch.js');
      return await exchange(await dispatcher, ...sending);
    } catch (error) {
      // A proxy's address that is none
      return { kind: 'notSent', ...failureOf(error) };
    }
  };

  return async (request, options) => {
    const startedAt = performance.now();
    const dispatcher = dispatcherFor(readSettings());
    const { origin } = new URL(request.url);
    if (reachedByHost.has(origin)) {
      return hostFetch(request, options);
    }
    const first = await throughUndici(dispatcher, request, options);
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
