import type { Exchange, HttpRequest, SendOptions } from '../../core/network/http';
import { BodyReader } from './bodyReader';
import { cancelledBeforeSending, networkFailure, isBeforeSending } from './failures';

/** The extension host's own fetch knows system and PAC proxies, but not exactly whether a request was sent; see Send. */
export async function hostFetch(
  request: HttpRequest,
  { deadlineMs, signal }: SendOptions,
): Promise<Exchange> {
  if (signal?.aborted === true) {
    return cancelledBeforeSending;
  }
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
      const reason = deadline.aborted ? 'timeout' : 'cancelled';
      return { kind: 'unanswered', reason, code: reason };
    }
    return { kind: isBeforeSending(error) ? 'notSent' : 'unanswered', ...networkFailure(error) };
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
