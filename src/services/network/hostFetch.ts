import diagnostics from 'node:diagnostics_channel';
import type { Exchange, HttpRequest, SendOptions } from '../../core/network/http';
import { BodyReader } from './bodyReader';
import { cancelledBeforeSending, networkFailureOf, isBeforeSending } from './failures';

/**
 * Uses the extension host's own fetch, which knows system proxies and PAC files, but can't always tell
 * whether the request was sent.
 */
export async function hostFetch(
  request: HttpRequest,
  { timeoutMs, signal, mostBytes }: SendOptions,
): Promise<Exchange> {
  if (signal?.aborted === true) {
    return cancelledBeforeSending;
  }
  const deadline = AbortSignal.timeout(timeoutMs);
  const ending = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  const watch = watchSending(request);
  let response: Response;
  try {
    response = await fetch(request.url, {
      method: request.method,
      headers: { 'accept-encoding': 'identity', ...request.headers },
      body: request.body ?? null,
      redirect: 'manual',
      signal: ending,
    });
  } catch (error) {
    const reason = deadline.aborted ? 'timeout' : 'cancelled';
    const failure = ending.aborted ? { reason, code: reason } : networkFailureOf(error);
    const isNotSent = watch.isSent() === undefined ? isBeforeSending(error) : watch.isSent() === false;
    return { kind: isNotSent ? 'notSent' : 'unanswered', ...failure } as Exchange;
  } finally {
    watch.end();
  }
  const body = new BodyReader(mostBytes);
  const truncated = !(await readInto(body, response));
  return {
    kind: 'answered',
    response: {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: body.text(),
      truncated,
    },
  };
}

async function readInto(body: BodyReader, response: Response): Promise<boolean> {
  try {
    // Returning from the loop cancels the stream.
    for await (const chunk of response.body ?? []) {
      if (!body.add(chunk as Uint8Array)) {
        return false;
      }
    }
    return true;
  } catch {
    return false;
  }
}

const requestCreated = 'undici:request:create';
const headersSent = 'undici:client:sendHeaders';

/** Learns from Undici's diagnostics events whether the host's fetch has begun to write the request to a connection. */
function watchSending({ method, url }: HttpRequest): {
  /** Undefined if no event named this request, so that nothing is known. */
  readonly isSent: () => boolean | undefined;
  readonly end: () => void;
} {
  const { origin, pathname, search } = new URL(url);
  let sent: boolean | undefined;
  // Two equal requests can't be told apart, so the events of both count: it is safer to take a request for sent.
  const isMine = (message: unknown): boolean => {
    const { request } = message as { readonly request?: Record<'origin' | 'path' | 'method', unknown> };
    return (
      String(request?.origin) === origin && request?.path === pathname + search && request.method === method
    );
  };
  const onMade = (message: unknown): void => {
    sent = isMine(message) ? (sent ?? false) : sent;
  };
  const onWritten = (message: unknown): void => {
    sent = isMine(message) ? true : sent;
  };
  diagnostics.subscribe(requestCreated, onMade);
  diagnostics.subscribe(headersSent, onWritten);
  return {
    isSent: () => sent,
    end: () => {
      diagnostics.unsubscribe(requestCreated, onMade);
      diagnostics.unsubscribe(headersSent, onWritten);
    },
  };
}
