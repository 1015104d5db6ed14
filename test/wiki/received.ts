import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as it came in. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Empty until the request is complete. */
  body: Buffer;
  complete: boolean;
  at: number;
  /** When its answer was out. */
  answeredAt?: number;
}

/** Keeps every request of a scope and hands its routes the body as raw bytes. */
export function recordRequests(scope: FastifyInstance, log: ReceivedRequest[], now: () => number): void {
  const entries = new WeakMap<FastifyRequest, ReceivedRequest>();
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.addHook('onRequest', (request, _reply, done) => {
    const { method, url: path, headers } = request;
    const entry = { method, path, headers, body: Buffer.alloc(0), complete: false, at: now() };
    entries.set(request, entry);
    log.push(entry);
    done();
  });
  scope.addHook('onResponse', (request, _reply, done) => {
    const entry = entries.get(request);
    if (entry !== undefined) {
      entry.answeredAt = now();
    }
    done();
  });
  scope.addHook('preValidation', (request, _reply, done) => {
    const entry = entries.get(request);
    if (entry !== undefined) {
      entry.complete = true;
      if (Buffer.isBuffer(request.body)) {
        entry.body = request.body;
      }
    }
    done();
  });
}

/** The JSON value of a raw body; throws when it is not JSON in UTF-8. */
export function parseJson(request: FastifyRequest): unknown {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Error('Content-Type is not application/json.');
  }
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
}
