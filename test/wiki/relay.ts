import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { once } from 'node:events';
import { createSecureContext, TLSSocket } from 'node:tls';
import { Connection } from './connection.js';
import { Script } from './script.js';

export interface Address {
  port: number;
  host: string;
  tls?: { key: string; cert: string };
}

/** Listens in front of an HTTP server and gives tests a hold on every byte. */
export class Relay {
  readonly #connections = new Map<Duplex, Connection>();
  readonly #scripts: Script[] = [];
  readonly #listener = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
  readonly #secureContext;
  readonly #server: Server;
  readonly #host: string;
  #port: number;
  #refusing = false;
  #closed = false;
  #acceptTimer: NodeJS.Timeout | undefined;
  #accepted = 0;

  constructor(server: Server, { port, host, tls }: Address) {
    this.#server = server;
    this.#port = port;
    this.#host = host;
    this.#secureContext = tls && createSecureContext(tls);
  }

  get port(): number {
    return this.#port;
  }

  get refusing(): boolean {
    return this.#refusing;
  }

  /** How many connections were accepted so far. */
  get accepted(): number {
    return this.#accepted;
  }

  connection(far: Duplex): Connection | undefined {
    return this.#connections.get(far);
  }

  script(path: string): Script {
    const script = new Script(path, () => this.#refuseIfNext(script));
    this.#scripts.push(script);
    return script;
  }

  async listen(): Promise<void> {
    this.#listener.listen(this.#port, this.#host);
    await once(this.#listener, 'listening');
    this.#port = (this.#listener.address() as AddressInfo).port;
  }

  async acceptAgain(): Promise<void> {
    if (!this.#refusing || this.#closed) {
      return;
    }
    clearTimeout(this.#acceptTimer);
    this.#refusing = false;
    await this.listen();
    for (const script of this.#scripts) {
      if (script.next?.do === 'refuse') {
        script.take();
      }
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#acceptTimer);
    this.#listener.close();
    for (const connection of this.#connections.values()) {
      connection.cut();
    }
  }

  #refuseIfNext({ next }: Script): void {
    if (next?.do !== 'refuse' || this.#refusing) {
      return;
    }
    this.#refusing = true;
    this.#listener.close();
    for (const connection of this.#connections.values()) {
      if (connection.idle) {
        connection.cut();
      }
    }
    if (next.milliseconds === undefined) {
      return;
    }
    this.#acceptTimer = setTimeout(() => void this.acceptAgain(), next.milliseconds);
  }

  #accept(socket: Socket): void {
    this.#accepted += 1;
    socket.setNoDelay(true);
    const client =
      this.#secureContext === undefined
        ? socket
        : new TLSSocket(socket, { isServer: true, secureContext: this.#secureContext });
    const connection = new Connection(socket, client, this.#server, this.#scripts);
    this.#connections.set(connection.far, connection);
    socket.on('close', () => this.#connections.delete(connection.far));
  }
}
