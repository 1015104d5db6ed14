import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Beginning, FromWorker, ToWorker } from './messages';

/** A worker process from the outside. */
export class Window {
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, (outcome: string) => void>();
  #asked = 0;
  readonly exited: Promise<void>;
  gone = false;
  onStored: (key: string, value: string | undefined) => void = () => undefined;

  private constructor(readonly name: string) {
    this.#child = fork(path.join(__dirname, 'worker.js'), { serialization: 'json' });
    this.exited = once(this.#child, 'exit').then(() => {
      this.gone = true;
      for (const answer of this.#answers.values()) {
        answer('died');
      }
    });
    this.#child.on('message', (message: FromWorker) => this.#hear(message));
  }

  static async open(beginning: Omit<Beginning, 'kind'>): Promise<Window> {
    const window = new Window(beginning.name);
    const ready = once(window.#child, 'message');
    window.tell({ kind: 'begin', ...beginning });
    await ready;
    return window;
  }

  ask(aheadMs: number): Promise<string> {
    if (this.gone) {
      return Promise.resolve('died');
    }
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.tell({ kind: 'ask', id, aheadMs });
    });
  }

  tell(message: ToWorker): void {
    if (!this.gone && this.#child.connected) {
      this.#child.send(message, () => undefined);
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async close(): Promise<void> {
    this.kill();
    await this.exited;
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'stored') {
      this.onStored(message.key, message.value);
    }
    if (message.kind === 'answer') {
      this.#answers.get(message.id)?.(message.outcome);
      this.#answers.delete(message.id);
    }
  }
}
