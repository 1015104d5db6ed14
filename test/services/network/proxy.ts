import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from '../../wiki/certificates.js';
import { listenOnLoopback } from './servers.js';

export interface Proxy {
  readonly port: number;
  readonly url: string;
  /** The tunnels that were asked for, such as `wiki.test:443`. */
  readonly asked: readonly string[];
  readonly headers: readonly http.IncomingHttpHeaders[];
  readonly close: () => Promise<void>;
}

/** What a proxy does when it is asked for a tunnel: answer this status, or cut or leave the connection. */
export type Refusal = number | 'cut' | 'stall';

/** A real CONNECT proxy: every name leads to the given port on this machine. */
export async function startProxy(to: number, refusal?: Refusal, tls?: Certificate): Promise<Proxy> {
  const asked: string[] = [];
  const headers: http.IncomingHttpHeaders[] = [];
  const sockets = new Set<Duplex>();
  const server = tls === undefined ? http.createServer() : https.createServer(tls);
  server.on('connection', (socket: Duplex) => sockets.add(socket));
  server.on('connect', (request: http.IncomingMessage, socket: Duplex) => {
    asked.push(request.url ?? '');
    headers.push(request.headers);
    socket.on('error', () => undefined);
    if (refusal === 'cut') {
      socket.destroy();
    } else if (typeof refusal === 'number') {
      socket.end(
        `HTTP/1.1 ${refusal} No\r\nContent-Length: 0\r\nProxy-Authenticate: Basic realm="p"\r\n\r\n`,
      );
    } else if (refusal === undefined) {
      const onward = net.connect(to, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      sockets.add(onward.on('error', () => socket.destroy()).on('close', () => socket.destroy()));
      onward.pipe(socket).pipe(onward);
    }
  });
  const port = await listenOnLoopback(server);
  const close = async (): Promise<void> => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
    await once(server, 'close');
  };
  return { port, url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, asked, headers, close };
}
