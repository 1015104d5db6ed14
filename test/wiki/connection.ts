import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair, type Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Script, Step } from './script.js';

/** One client's connection, relayed to the HTTP server byte by byte as the script wants it. */
export class Connection {
  /** The HTTP server's end. */
  readonly far: Duplex;
  readonly #near: Duplex;
  readonly #socket: Socket;
  readonly #client: Duplex;
  readonly #scripts: readonly Script[];
  readonly #closed = new AbortController();
  #start = Buffer.alloc(0);
  #inRequest = false;
  #response: ServerResponse | undefined;
  #step: Step | undefined;
  #received = 0;
  #sent = 0;

  /** `client` is the socket itself or the TLS stream over it. */
  constructor(socket: Socket, client: Duplex, server: Server, scripts: readonly Script[]) {
    this.#socket = socket;
    this.#client = client;
    this.#scripts = scripts;
    [this.#near, this.far] = duplexPair();
    for (const stream of [socket, client, this.#near, this.far]) {
      stream.on('error', () => this.cut());
    }
    client.on('close', () => this.cut());
    const atOnce = this.#cutOnArrival();
    if (atOnce !== undefined) {
      this.cut(atOnce.reset);
      return;
    }
    server.emit('connection', this.far);
    client.on('data', (chunk: Buffer) => this.#receive(chunk));
    client.on('end', () => this.#near.end());
    void this.#relayAnswers();
  }

  get step(): Step | undefined {
    return this.#step;
  }

  /** Nothing is asked that is not answered to the last byte. */
  get idle(): boolean {
    return !this.#inRequest || this.#response?.writableFinished === true;
  }

  /** The request got as far as this response; what comes after its end is the next request. */
  answering(response: ServerResponse): void {
    this.#response = response;
  }

  /** Ends the connection with these bytes as the last. */
  endWith(bytes: string | Buffer): void {
    this.#client.end(bytes, () => this.cut());
  }

  cut(reset = false): void {
    this.#closed.abort();
    if (reset && !this.#socket.destroyed) {
      this.#socket.resetAndDestroy();
    }
    this.#client.destroy();
    this.#socket.destroy();
    this.#near.destroy();
    this.far.destroy();
  }

  #cutOnArrival(): { reset?: boolean } | undefined {
    for (const script of this.#scripts) {
      const { next } = script;
      if (next?.do === 'cutRequest' && next.afterBytes === 0) {
        script.take();
        return next;
      }
    }
    return undefined;
  }

  #receive(chunk: Buffer): void {
    if (this.#inRequest && this.#response?.writableEnded !== true) {
      this.#forward(chunk);
      return;
    }
    this.#start = Buffer.concat([this.#start, chunk]);
    const start = this.#start;
    const concerned = this.#scripts.map((script) => ({ script, concerns: script.concerns(start) }));
    const script = concerned.find(({ script: { next }, concerns }) => {
      const cutsHere = next?.do === 'cutRequest' && Number(next.afterBytes) <= start.length;
      return concerns === true || (concerns === undefined && cutsHere);
    })?.script;
    if (script === undefined && concerned.some(({ concerns }) => concerns === undefined)) {
      return;
    }

    this.#inRequest = true;
    this.#response = undefined;
    this.#step = script?.take();
    this.#received = 0;
    this.#sent = 0;
    this.#start = Buffer.alloc(0);
    this.#forward(start);
  }

  #forward(chunk: Buffer): void {
    const step = this.#step;
    this.#received += chunk.length;
    if (step?.do === 'cutRequest' && step.afterBytes !== 'all' && this.#received >= step.afterBytes) {
      this.cut(step.reset);
      return;
    }
    this.#near.write(chunk);
  }

  async #relayAnswers(): Promise<void> {
    try {
      for await (const chunk of this.#near) {
        await this.#send(chunk as Buffer);
      }
      this.#client.end();
    } catch {
      this.cut();
    }
  }

  async #send(chunk: Buffer): Promise<void> {
    const step = this.#step;
    if (step?.do === 'trickle') {
      for (const byte of chunk) {
        this.#client.write(Buffer.of(byte));
        await wait(step.everyMilliseconds, undefined, { signal: this.#closed.signal });
      }
    } else if (step?.do === 'cutAnswer' && this.#sent + chunk.length >= step.afterBytes) {
      await this.#write(chunk.subarray(0, step.afterBytes - this.#sent));
      this.cut(step.reset);
    } else {
      this.#sent += chunk.length;
      await this.#write(chunk);
    }
  }

  #write(bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#client.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
}
