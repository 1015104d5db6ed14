import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processExists } from '../../src/services/shared/processExists.js';

interface Asking {
  readonly what: 'ask' | 'accounts' | 'remember' | 'tools' | 'tool' | 'save';
  /** Of a tool and what it is called with, or of the module to try. */
  readonly name?: string;
  readonly input?: unknown;
  /** How far the windows' clocks are put ahead. */
  readonly hours?: number;
  readonly count?: number;
}

/** Asks the neighbour in every window of a folder, without a hand at the window. */
export class Asked {
  #asked = 0;

  constructor(private readonly folder: string) {}

  /** Returns the number under which the answers come. */
  async ask(asking: Asking): Promise<number> {
    await mkdir(this.#path(), { recursive: true });
    await this.#heard();
    this.#asked += 1;
    const unfinished = this.#path(`unfinished.${this.#asked}`);
    await writeFile(unfinished, JSON.stringify(asking));
    await rename(unfinished, this.#path(String(this.#asked)));
    return this.#asked;
  }

  /** What so many windows have answered. */
  async answers(number: number, windows = 1, timeoutMs = 60_000): Promise<string[][]> {
    const names = await this.#until(`${windows} answers to ${number}`, timeoutMs, async () => {
      const answered = await this.#answered(number);
      return answered.length >= windows && answered;
    });
    return Promise.all(
      names.map(async (name) => JSON.parse(await readFile(this.#path(name), 'utf8')) as string[]),
    );
  }

  async one(asking: Asking): Promise<string[]> {
    const [answer = []] = await this.answers(await this.ask(asking));
    return answer;
  }

  /** Reloads the only window. Its old host is waited for to end: it may still answer, though no answer reaches it. */
  async reloaded(reload: () => Promise<void>): Promise<void> {
    const before = await this.#hosts();
    await reload();
    await this.#until('a new extension host alone', 60_000, async () => {
      const hosts = await this.#hosts();
      return hosts.length > 0 && hosts.every((host) => !before.includes(host));
    });
  }

  /** A host answers nothing that was asked before it began: after a reload it may be a while. */
  async #heard(): Promise<void> {
    await this.#until('an extension host', 60_000, async () => (await this.#hosts()).length > 0);
  }

  /** The processes that answer. */
  async #hosts(): Promise<number[]> {
    return (await readdir(this.#path()))
      .filter((name) => name.startsWith('host.'))
      .map((name) => Number(name.slice('host.'.length)))
      .filter((host) => processExists(host));
  }

  async #until<T>(what: string, timeoutMs: number, look: () => Promise<T | false>): Promise<T> {
    const deadlineAt = Date.now() + timeoutMs;
    while (Date.now() < deadlineAt) {
      const found = await look();
      if (found !== false) {
        return found;
      }
      await pause(20);
    }
    throw new Error(`Waited ${timeoutMs} ms for ${what}.`);
  }

  async #answered(number: number): Promise<string[]> {
    return (await readdir(this.#path())).filter(
      (name) => name.startsWith(`${number}.`) && name.endsWith('.answer'),
    );
  }

  #path(name = ''): string {
    return path.join(this.folder, 'asked', name);
  }
}
