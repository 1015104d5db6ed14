import { Worker } from 'node:worker_threads';
import type { Page, PageOptions } from '../core/page';

export interface ReadRequest {
  readonly id: number;
  readonly text: string;
  readonly fileName: string;
  readonly options: PageOptions;
}

interface ReadAnswer {
  readonly id: number;
  readonly page: Page;
}

/** Longer than any document of a person's takes. */
const deadlineMs = 20_000;

/** Reads documents in a thread that is started with the first of them. */
export class PageThread {
  readonly #waiting = new Map<number, (page: Page | undefined) => void>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** `contents`: the translations, as VS Code has them. */
  constructor(
    private readonly file: string,
    private readonly contents: unknown,
  ) {}

  /** Undefined when it took too long. */
  read(text: string, fileName: string, options: PageOptions): Promise<Page | undefined> {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#stop(), deadlineMs);
      this.#waiting.set(id, (page) => {
        clearTimeout(late);
        this.#waiting.delete(id);
        resolve(page);
      });
      worker.postMessage({ id, text, fileName, options } satisfies ReadRequest);
    });
  }

  dispose(): void {
    this.#stop();
  }

  #start(): Worker {
    const worker = new Worker(this.file, { workerData: { contents: this.contents } });
    worker.unref();
    worker.on('message', ({ id, page }: ReadAnswer) => this.#waiting.get(id)?.(page));
    worker.on('error', () => this.#stop());
    return worker;
  }

  /** The next document starts another thread. */
  #stop(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    for (const answer of [...this.#waiting.values()]) {
      answer(undefined);
    }
  }
}
