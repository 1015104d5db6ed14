// A separate bundle, loaded at the first request. Undici's index is avoided: it sets a process-wide
// dispatcher, which other extensions' requests may use.
import tls from 'node:tls';
import type { Dispatcher, EnvHttpProxyAgent as Agent } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import DispatcherClass from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import type { Exchange, HttpRequest, SendOptions } from '../../core/network/http';
import { BodyReader } from './bodyReader';
import { cancelledBeforeSending, networkFailureOf, ProxyFailure } from './failures';
import type { NetworkSettings } from './networkSettings';
import Pool from 'undici/lib/dispatcher/pool.js';

// Undici's index would add this method, with which its proxy agent opens a tunnel.
DispatcherClass.prototype.connect = connect;

const connectTimeoutMs = 15_000;
/** Explicit, since otherwise NODE_TLS_REJECT_UNAUTHORIZED would decide, which any code in this process can set. */
const verifyCertificates = { rejectUnauthorized: true };

export function createDispatcher(settings: NetworkSettings): Agent {
  const { httpProxy, httpsProxy, noProxy, proxyAuthorization } = settings;
  const context = cached(() => tls.createSecureContext({ ca: certificates(settings) }));
  const open = buildConnector({ timeout: connectTimeoutMs });
  const secure = cached(() =>
    buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      ...verifyCertificates,
      secureContext: context(),
    }),
  );
  // Undici's support of SOCKS is experimental: it hangs if the proxy refuses. After this error, `hostFetch`
  // is tried.
  if (/^socks/i.test(httpProxy) || /^socks/i.test(httpsProxy)) {
    throw new ProxyFailure('SOCKS');
  }
  const proxyTls = { timeout: connectTimeoutMs, rejectUnauthorized: settings.verifyProxyCertificate };
  try {
    return new EnvHttpProxyAgent({
      httpProxy,
      httpsProxy,
      noProxy,
      ...(proxyAuthorization !== undefined && { token: proxyAuthorization }),
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => (options.protocol === 'https:' ? secure() : open)(options, callback),
      ...(httpsProxy !== '' && {
        requestTls: { timeout: connectTimeoutMs, ...verifyCertificates, secureContext: context() },
        proxyTls: { ...proxyTls, secureContext: context() },
      }),
      clientFactory: (origin: URL, options: object) => new Tunnel(origin, options),
    });
  } catch (error) {
    // The constructor throws if the address of a proxy is invalid.
    throw new ProxyFailure(error);
  }
}

/** Returns no duplicates, since parsing each certificate takes time. */
function certificates({ systemCertificates }: NetworkSettings): string[] {
  const system = systemCertificates ? tls.getCACertificates('system') : [];
  return [...new Set([...tls.getCACertificates('default'), ...system])];
}

function cached<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * The connections to a proxy. Their errors, such as a refused tunnel, are reported as failures of the proxy,
 * not of the wiki.
 */
export class Tunnel extends Pool {
  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    let answer: Dispatcher.ConnectData;
    try {
      answer = await super.connect(options);
    } catch (error) {
      throw new ProxyFailure(error);
    }
    if (answer.statusCode !== 200) {
      answer.socket.on('error', () => undefined).destroy();
      throw new ProxyFailure(answer.statusCode);
    }
    return answer;
  }
}

export function exchangeOnce(
  dispatcher: Dispatcher,
  request: HttpRequest,
  options: SendOptions,
): Promise<Exchange> {
  if (options.signal?.aborted === true) {
    return Promise.resolve(cancelledBeforeSending);
  }
  return new Promise((resolve) => {
    const url = new URL(request.url);
    const handler = new ExchangeHandler(resolve, options);
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: { 'accept-encoding': 'identity', ...request.headers },
        body: request.body ?? null,
      },
      handler,
    );
  });
}

/**
 * Undici calls `onRequestStart` right before it writes the request, so nothing was sent while `#controller`
 * is undefined.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #resolve: (exchange: Exchange) => void;
  readonly #body: BodyReader;
  readonly #ending: AbortSignal;
  readonly #cancelled: AbortSignal | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #head: { status: number; headers: Record<string, string> } | undefined;

  constructor(resolve: (exchange: Exchange) => void, { timeoutMs, signal, mostBytes }: SendOptions) {
    this.#resolve = resolve;
    this.#body = new BodyReader(mostBytes);
    this.#cancelled = signal;
    const deadline = AbortSignal.timeout(timeoutMs);
    this.#ending = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    this.#ending.addEventListener('abort', this.#end);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ending.aborted) {
      controller.abort(new Error('ended'));
      return;
    }
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) {
      return;
    }
    this.#head = {
      status,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
    };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#body.add(chunk)) {
      this.#finish(true);
      controller.abort(new Error('too long'));
    }
  }

  onResponseEnd(): void {
    this.#finish(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#head !== undefined) {
      this.#finish(true);
      return;
    }
    this.#settle({
      kind: this.#controller === undefined ? 'notSent' : 'unanswered',
      ...networkFailureOf(error),
    });
  }

  readonly #end = (): void => {
    if (this.#head !== undefined) {
      this.#finish(true);
    } else {
      const reason = this.#cancelled?.aborted === true ? 'cancelled' : 'timeout';
      this.#settle({ kind: this.#controller === undefined ? 'notSent' : 'unanswered', reason, code: reason });
    }
    this.#controller?.abort(new Error('ended'));
  };

  #finish(truncated: boolean): void {
    if (this.#head === undefined) {
      return;
    }
    const head = this.#head;
    const body = this.#body;
    // The timeout no longer matters: decoding waits for no server, and ends at `mostBytes`.
    this.#ending.removeEventListener('abort', this.#end);
    void body.decode(head.headers['content-encoding']).then((whole) => {
      this.#settle({
        kind: 'answered',
        response: { ...head, body: body.text(), truncated: truncated || !whole },
      });
    });
  }

  #settle(exchange: Exchange): void {
    this.#ending.removeEventListener('abort', this.#end);
    this.#resolve(exchange);
  }
}
