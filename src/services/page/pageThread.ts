import { Worker } from 'node:worker_threads';
import type { Page, PageOptions } from '../../core/page/page';

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

interface Reading {
  readonly request: ReadRequest;
  readonly answer: (page: Page | undefined) => void;
}

/** Reads documents, one after the other, in a thread that is started with the first of them. */
export class PageThread {
  readonly #waiting = new Map<number, Reading>();
  #worker: Worker | undefined;
  #late: NodeJS.Timeout | undefined;
  #lastId = 0;
  /** What is published was mostly read a moment ago, for its problems. */
  #last:
    { readonly text: string; readonly asked: string; readonly page: Promise<Page | undefined> } | undefined;

  /** `contents`: the translations, as VS Code has them. No document that a person wrote takes as long as `deadlineMs`. */
  constructor(
    private readonly file: string,
    private readonly contents: unknown,
    private readonly deadlineMs = 20_000,
  ) {}

  /** Undefined when it took too long. */
  async read(text: string, fileName: string, options: PageOptions): Promise<Page | undefined> {
    const asked = JSON.stringify([fileName, options]);
    if (this.#last?.asked !== asked || this.#last.text !== text) {
      this.#last = { text, asked, page: this.#read(text, fileName, options) };
    }
    const last = this.#last;
    const page = await last.page;
    if (page === undefined && this.#last === last) {
      this.#last = undefined;
    }
    return page;
  }

  #read(text: string, fileName: string, options: PageOptions): Promise<Page | undefined> {
    const request: ReadRequest = { id: ++this.#lastId, text, fileName, options };
    return new Promise((answer) => {
      this.#waiting.set(request.id, { request, answer });
      if (this.#waiting.size === 1) {
        this.#watch();
      }
      (this.#worker ??= this.#start()).postMessage(request);
    });
  }

  dispose(): void {
    this.#stop();
    for (const { answer } of this.#waiting.values()) {
      answer(undefined);
    }
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(this.file, { workerData: { contents: this.contents } });
    worker.unref();
    worker.on('message', ({ id, page }: ReadAnswer) => this.#settle(id, page));
    worker.on('error', () => this.#giveUpFirst());
    return worker;
  }

  #settle(id: number, page: Page | undefined): void {
    this.#waiting.get(id)?.answer(page);
    this.#waiting.delete(id);
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#late);
    this.#late =
      this.#waiting.size === 0 ? undefined : setTimeout(() => this.#giveUpFirst(), this.deadlineMs).unref();
  }

  /** The document that is being read ends its thread; those that wait behind it get another. */
  #giveUpFirst(): void {
    this.#stop();
    const [first, ...others] = this.#waiting.keys();
    if (others.length > 0) {
      const worker = (this.#worker = this.#start());
      others.forEach((id) => worker.postMessage(this.#waiting.get(id)?.request));
    }
    if (first !== undefined) {
      this.#settle(first, undefined);
    }
  }

  #stop(): void {
    clearTimeout(this.#late);
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
