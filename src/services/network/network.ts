import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Exchange, Send } from '../../core/network/http';
import { networkFailureOf } from './failures';
import { hostFetch } from './hostFetch';
import type { NetworkSettings } from './networkSettings';

/**
 * Creates a `Send` through Undici. Where Undici can't send, the extension host's fetch may be tried: it knows system
 * proxies. An origin that it has reached is asked by it alone until the settings change.
 */
export function createSend(readSettings: () => NetworkSettings, say: (text: string) => void): Send {
  const reported = new Set<string>();
  const sayOnce = (text: string): void => {
    if (!reported.has(text)) {
      reported.add(text);
      try {
        say(text);
      } catch {
        // An error of `say` must not lose the answer.
      }
    }
  };
  let current: { settings: NetworkSettings; route: Promise<Route> } | undefined;
  const reachedByHost = new Set<string>();

  const routeFor = (settings: NetworkSettings): Promise<Route> => {
    if (current === undefined || !isDeepStrictEqual(current.settings, settings)) {
      if (!settings.verifyProxyCertificate) {
        sayOnce(
          l10n.t('The proxy’s certificate is not checked because the setting http.proxyStrictSSL is off.'),
        );
      }
      // `close` waits for requests under way.
      void current?.route.then(
        ({ close }) => close(),
        () => undefined,
      );
      current = { settings, route: openRoute(settings) };
      reachedByHost.clear();
    }
    return current.route;
  };

  return async (request, options) => {
    const startedAt = performance.now();
    const route = routeFor(readSettings());
    const { origin } = new URL(request.url);
    const mayUseHost = hostVerifies(origin);
    if (mayUseHost && reachedByHost.has(origin)) {
      return hostFetch(request, options);
    }
    const first = await throughUndici(route, request, options);
    const deadlineMs = Math.floor(options.timeoutMs - (performance.now() - startedAt));
    if (first.kind !== 'notSent' || first.reason === 'cancelled' || deadlineMs <= 0) {
      return first;
    }
    // A server whose certificate is not trusted must not be reached another way, which might trust it.
    if (!mayUseHost || first.reason === 'certificate') {
      return first;
    }
    const second = await hostFetch(request, { ...options, timeoutMs: deadlineMs });
    if (second.kind === 'answered') {
      reachedByHost.add(origin);
      sayOnce(
        l10n.t(
          '{0} could not be reached with your settings ({1}). It can be reached through VS Code’s own network, which is used from now on.',
          origin,
          first.code,
        ),
      );
    }
    return second.kind === 'notSent' ? first : second;
  };
}

/** Any code in this process can make `fetch` accept all certificates, by setting NODE_TLS_REJECT_UNAUTHORIZED. */
function hostVerifies(origin: string): boolean {
  return !origin.startsWith('https:') || process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0';
}

interface Route {
  readonly send: Send;
  readonly close: () => Promise<void>;
}

async function openRoute(settings: NetworkSettings): Promise<Route> {
  const { createDispatcher, exchangeOnce: exchange } = await import('./dispatch.js');
  const dispatcher = createDispatcher(settings);
  return {
    send: (request, options) => exchange(dispatcher, request, options),
    close: () => dispatcher.close(),
  };
}

async function throughUndici(route: Promise<Route>, ...sending: Parameters<Send>): Promise<Exchange> {
  try {
    const { send } = await route;
    return await send(...sending);
  } catch (error) {
    // `createDispatcher` throws, for example if the address of the proxy is invalid.
    return { kind: 'notSent', ...networkFailureOf(error) };
  }
}
