import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface Paused {
  readonly hitBreakpoints?: readonly string[];
  readonly callFrames: readonly {
    readonly functionName: string;
    readonly location: { readonly lineNumber: number; readonly columnNumber: number };
  }[];
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly error?: { readonly message: string };
}

/** Node's debugger protocol, as VS Code's debugger speaks it with an extension host. */
export class Inspector {
  readonly #messages: Message[] = [];
  #sent = 0;

  private constructor(readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      this.#messages.push(JSON.parse(String(data)) as Message);
    });
  }

  static async attach(port: number): Promise<Inspector> {
    const deadlineAt = Date.now() + 60_000;
    for (;;) {
      try {
        const response = await fetch(`http://127.0.0.1:${port}/json`);
        const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
        const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
        await once(socket, 'open');
        return new Inspector(socket);
      } catch (error) {
        if (Date.now() > deadlineAt) {
          throw error;
        }
        await pause(100);
      }
    }
  }

  async send(method: string, params: object = {}): Promise<void> {
    this.#sent += 1;
    const id = this.#sent;
    this.socket.send(JSON.stringify({ id, method, params }));
    const { error } = await this.#message((message) => message.id === id);
    if (error) {
      throw new Error(`${method}: ${error.message}`);
    }
  }

  /** Goes on until a breakpoint is hit; the first stop of `--inspect-brk` is none. */
  async breakpointHit(): Promise<Paused> {
    for (;;) {
      const { params } = await this.#message(({ method }) => method === 'Debugger.paused');
      const paused = params as Paused;
      if ((paused.hitBreakpoints ?? []).length > 0) {
        return paused;
      }
      await this.send('Debugger.resume');
    }
  }

  async close(): Promise<void> {
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }

  async #message(wanted: (message: Message) => boolean): Promise<Message> {
    const deadlineAt = Date.now() + 60_000;
    while (Date.now() < deadlineAt) {
      const index = this.#messages.findIndex(wanted);
      const [found] = index < 0 ? [] : this.#messages.splice(index, 1);
      if (found !== undefined) {
        return found;
      }
      await pause(20);
    }
    throw new Error('The debugger did not answer in 60 s.');
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
