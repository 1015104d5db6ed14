import { Worker } from 'node:worker_threads';
import type { PageOptions } from '../core/page';
import type { Problem } from '../core/problem';

export interface CheckRequest {
  readonly id: number;
  readonly text: string;
  readonly fileName: string;
  readonly options: PageOptions;
}

interface CheckAnswer {
  readonly id: number;
  readonly problems: readonly Problem[];
}

/** Longer than any document of a person's takes. */
const deadlineMs = 20_000;

/** Finds the problems of documents in a thread that is started with the first of them. */
export class Checker {
  readonly #waiting = new Map<number, (problems: readonly Problem[] | undefined) => void>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** `contents`: the translations, as VS Code has them. */
  constructor(
    private readonly file: string,
    private readonly contents: unknown,
  ) {}

  /** Undefined when they could not be found in time. */
  check(text: string, fileName: string, options: PageOptions): Promise<readonly Problem[] | undefined> {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#stop(), deadlineMs);
      this.#waiting.set(id, (problems) => {
        clearTimeout(late);
        this.#waiting.delete(id);
        resolve(problems);
      });
      worker.postMessage({ id, text, fileName, options } satisfies CheckRequest);
    });
  }

  dispose(): void {
    this.#stop();
  }

  #start(): Worker {
    const worker = new Worker(this.file, { workerData: { contents: this.contents } });
    worker.unref();
    worker.on('message', ({ id, problems }: CheckAnswer) => this.#waiting.get(id)?.(problems));
    worker.on('error', () => this.#stop());
    return worker;
  }

  /** The next check starts another thread. */
  #stop(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    for (const answer of [...this.#waiting.values()]) {
      answer(undefined);
    }
  }
}
