import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import { text } from 'node:stream/consumers';
import type { Certificate } from '../../wiki/certificates.js';

export interface Received {
  readonly line: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** A real HTTP server on loopback that keeps what it received. */
export interface Served {
  readonly port: number;
  readonly origin: string;
  readonly received: readonly Received[];
  readonly close: () => Promise<void>;
}

type Answer = (response: http.ServerResponse, request: http.IncomingMessage) => void;

export async function serve(answer: Answer, tls?: Certificate): Promise<Served> {
  const received: Received[] = [];
  const listener: http.RequestListener = (request, response) =>
    void text(request).then((body) => {
      received.push({ line: `${request.method ?? ''} ${request.url ?? ''}`, headers: request.headers, body });
      answer(response, request);
    });
  const server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
  const port = await listenOnLoopback(server);
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { port, origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, received, close };
}

export const reply = (
  status: number,
  body: string | Buffer = '',
  headers: http.OutgoingHttpHeaders = {},
): Answer => {
  return (response) => response.writeHead(status, headers).end(body);
};

/** Does with a connection whatever a test wants, byte by byte. */
export async function serveBytes(
  connected: (socket: net.Socket) => void,
): Promise<Omit<Served, 'received'> & { readonly accepted: () => number }> {
  const sockets = new Set<net.Socket>();
  let accepted = 0;
  const server = net.createServer((socket) => {
    accepted++;
    sockets.add(socket.on('error', () => undefined));
    connected(socket);
  });
  const port = await listenOnLoopback(server);
  const close = async (): Promise<void> => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
    await once(server, 'close');
  };
  return { port, origin: `http://127.0.0.1:${port}`, accepted: () => accepted, close };
}

/** A port that refuses connections. */
export async function closedPort(): Promise<number> {
  const { port, close } = await serveBytes(() => undefined);
  await close();
  return port;
}

export async function listenOnLoopback(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as net.AddressInfo).port;
}
