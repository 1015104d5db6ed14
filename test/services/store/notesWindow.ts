import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseJson } from '../../../src/core/text/json.js';
import type { Orders } from './notesProcess.js';

const script = path.join(__dirname, 'notesProcess.js');

export interface Line {
  readonly id?: string;
  readonly revision?: number;
  readonly tookMs?: readonly number[];
  readonly told?: readonly string[];
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly isKept?: boolean;
}

/** A process that uses the store, and what it has said so far. */
export class NotesWindow {
  readonly said: (Line | string)[] = [];
  readonly #heard = new Set<() => void>();
  readonly #ended: Promise<unknown>;
  errors = '';

  private constructor(readonly process: ChildProcess) {
    const { stdout, stderr } = process;
    if (stdout !== null) {
      createInterface({ input: stdout }).on('line', (line) => {
        this.said.push(parseJson(line) as Line | string);
        this.#heard.forEach((hear) => hear());
      });
    }
    stderr?.on('data', (data) => (this.errors += String(data)));
    // After what it said was read
    this.#ended = once(process, 'close').then(() => this.#heard.forEach((hear) => hear()));
  }

  static start(orders: Orders, node: readonly string[] = [], shell?: string): NotesWindow {
    const command = [process.execPath, ...node, script, JSON.stringify(orders)];
    const [program = '', ...rest] =
      shell === undefined ? command : ['bash', '-c', `${shell}; exec "$@"`, 'bash', ...command];
    return new NotesWindow(spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  get lines(): readonly Line[] {
    return this.said.filter((line) => typeof line === 'object');
  }

  /** The sends that it knows to be on the disk. */
  get sends(): readonly { readonly id: string; readonly revision: number }[] {
    return this.lines.flatMap(({ id, revision }) =>
      id === undefined || revision === undefined ? [] : [{ id, revision }],
    );
  }

  async until(isSaid: () => boolean): Promise<void> {
    while (!isSaid()) {
      if (this.process.exitCode !== null || this.process.signalCode !== null) {
        throw new Error(`It ended: ${this.errors}`);
      }
      await new Promise<void>((resolve) => {
        const hear = (): void => {
          this.#heard.delete(hear);
          resolve();
        };
        this.#heard.add(hear);
      });
    }
  }

  /** Until it stands still in the middle of its work. */
  holds(): Promise<void> {
    return this.until(() => this.said.includes('holds'));
  }

  signal(name: NodeJS.Signals): void {
    this.process.kill(name);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#ended;
  }

  /** Returns what it said once it has ended by itself. */
  async end(): Promise<readonly Line[]> {
    await this.#ended;
    if (this.process.exitCode !== 0) {
      throw new Error(`It ended with ${this.process.exitCode}: ${this.errors}`);
    }
    return this.lines;
  }
}
