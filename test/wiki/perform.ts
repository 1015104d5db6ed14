import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import type { Relay } from './relay.js';

export interface Answer {
  status: number;
  body: object;
}

/** The requests that wait for the test. */
export class Stalls {
  readonly #closing = new AbortController();
  readonly #waiting = new Set<PromiseWithResolvers<undefined>>();

  get count(): number {
    return this.#waiting.size;
  }

  async stall(): Promise<void> {
    const stalled = Promise.withResolvers<undefined>();
    this.#waiting.add(stalled);
    await stalled.promise;
  }

  async delay(milliseconds: number): Promise<void> {
    await wait(milliseconds, undefined, { signal: this.#closing.signal });
  }

  release(): void {
    for (const stalled of this.#waiting) {
      stalled.resolve(undefined);
    }
    this.#waiting.clear();
  }

  close(): void {
    this.#closing.abort();
    for (const stalled of this.#waiting) {
      stalled.reject(new Error('The wiki is closed.'));
    }
    this.#waiting.clear();
  }
}

/** Makes the handler of a route that does what the script has for each request. */
export function performing(
  relay: Relay,
  stalls: Stalls,
  process: (request: FastifyRequest) => Promise<Answer>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const connection = relay.connection(request.raw.socket);
    const step = connection?.step ?? { do: 'process' };
    const send = ({ status, body }: Answer) => reply.code(status).send(body);

    switch (step.do) {
      case 'delay':
        await stalls.delay(step.milliseconds);
        return send(await process(request));
      case 'stall': {
        const early = step.processed === true ? await process(request) : undefined;
        await stalls.stall();
        return send(early ?? (await process(request)));
      }
      case 'cutRequest':
        reply.hijack();
        connection?.cut(step.reset);
        return undefined;
      case 'answer': {
        if (step.processed === true) {
          await process(request);
        }
        if (step.held === true) {
          await stalls.stall();
        }
        reply.hijack();
        reply.raw.statusCode = step.status;
        for (const [name, value] of Object.entries(step.headers ?? {})) {
          reply.raw.setHeader(name, value);
        }
        reply.raw.end(step.body);
        return undefined;
      }
      case 'answerBytes':
        if (step.processed === true) {
          await process(request);
        }
        reply.hijack();
        connection?.endWith(step.bytes);
        return undefined;
      case 'process':
      case 'trickle':
      case 'cutAnswer':
      case 'refuse':
        return send(await process(request));
    }
  };
}
