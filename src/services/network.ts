import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import type { Exchange, Send } from '../core/http';
import { failureOf } from './failures';
import { hostFetch } from './hostFetch';
import type { NetworkSettings } from './networkSettings';

/**
 * Sends through undici by the settings of the moment. When no connection could be made, and so nothing was sent, once more
 * through the host's own fetch, which knows system proxies; the way that worked is kept for the origin.
 */
export function createSend(readSettings: () => NetworkSettings, say: (text: string) => void): Send {
  const said = new Set<string>();
  const sayOnce = (text: string): void => {
    if (!said.has(text)) {
      said.add(text);
      say(text);
    }
  };
  let current: { settings: NetworkSettings; dispatcher: Promise<Dispatcher> } | undefined;
  const reachedByHost = new Set<string>();

  const dispatcherFor = (settings: NetworkSettings): Promise<Dispatcher> => {
    if (current === undefined || !isDeepStrictEqual(current.settings, settings)) {
      if (!settings.verifyProxyCertificate) {
        sayOnce(
          l10n.t(
            'The certificate of the proxy is not checked, since the setting http.proxyStrictSSL is off.',
          ),
        );
      }
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
      // A proxy's address that is none, for one
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
      sayOnce(
        l10n.t(
          '{0} could not be reached by the settings ({1}), but through VS Code’s own network, which is used from now on.',
          origin,
          first.code,
        ),
      );
    }
    return second.kind === 'notSent' ? first : second;
  };
}
