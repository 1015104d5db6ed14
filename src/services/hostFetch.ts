import type { Exchange, FailureReason, HttpRequest, SendOptions } from '../core/http';
import { BodyReader } from './bodyReader';
import { failureOf } from './failures';

const beforeSending: readonly FailureReason[] = [
  'name not found',
  'refused',
  'unreachable',
  'certificate',
  'proxy',
];

/** The extension host's own fetch knows system and PAC proxies, but not exactly whether a request was sent; see Send. */
export async function hostFetch(
  request: HttpRequest,
  { deadlineMs, signal }: SendOptions,
): Promise<Exchange> {
  const deadline = AbortSignal.timeout(deadlineMs);
  const ending = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  let response: Response;
  try {
    response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      redirect: 'manual',
      signal: ending,
    });
  } catch (error) {
    if (ending.aborted) {
      const reason = signal?.aborted === true ? 'cancelled' : 'timeout';
      return { kind: 'unanswered', reason, code: reason };
    }
    const failure = failureOf(error);
    const unsent = beforeSending.includes(failure.reason) || failure.code === 'UND_ERR_CONNECT_TIMEOUT';
    return { kind: unsent ? 'notSent' : 'unanswered', ...failure };
  }
  const body = new BodyReader();
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
    // Leaving the loop cancels the stream
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
