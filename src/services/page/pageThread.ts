import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Anchor } from '../../core/page/anchors';
import type { Page, PageOptions } from '../../core/page/page';
import type { Edit } from '../../core/page/problem';
import type { WrittenTarget } from '../../core/page/writeFrontMatter';
import type { ComparableTexts, CompareInput } from '../../core/pull/comparableTexts';
import type { MergeResult, MergeInput } from '../../core/pull/merge';
import type { Parsed } from '../../core/text/parsed';
import type { ArchiveLimits } from './archive';
import type { WorkRequest, Works } from './pageWorker';

interface ThreadAnswer {
  readonly id: number;
  readonly result: unknown;
}

interface Working {
  readonly request: WorkRequest;
  readonly answer: (result: unknown) => void;
}

/** The anchors of at most so many documents are cached. */
const mostAnchors = 500;

interface Latest {
  readonly text: string;
  readonly asked: string;
  readonly page: Promise<Page | undefined>;
}

/**
 * Works in a thread, one request after the other, so that a large document doesn't block the window. Methods other
 * than `anchors` resolve with undefined if time or memory runs out.
 */
export class PageThread {
  readonly #waiting = new Map<number, Working>();
  #worker: Worker | undefined;
  #late: NodeJS.Timeout | undefined;
  #lastId = 0;
  /** The last two results, since a document with links is read twice, and a publish usually follows a check of it. */
  #latest: readonly Latest[] = [];
  readonly #anchors = new Map<string, readonly Anchor[]>();

  /** `file`: the bundle of `pageWorker.ts`. `contents`: the translations, as in `vscode.l10n.bundle`. */
  constructor(
    private readonly file: string,
    private readonly contents: unknown,
    private readonly deadlineMs = 20_000,
    private readonly mostMemoryMb = 224,
  ) {}

  async read(text: string, fileName: string, options: PageOptions): Promise<Page | undefined> {
    const asked = JSON.stringify([fileName, options]);
    const known = this.#latest.find((each) => each.asked === asked && each.text === text);
    const latest = known ?? { text, asked, page: this.#ask('readPage', text, fileName, options) };
    const others = (): readonly Latest[] => this.#latest.filter((each) => each !== latest);
    this.#latest = [latest, ...others()].slice(0, 2);
    const page = await latest.page;
    if (page === undefined) {
      this.#latest = others();
    }
    return page;
  }

  /** Empty also if reading the document takes too much time or memory. */
  async anchors(text: string, fileName: string, options: PageOptions): Promise<readonly Anchor[]> {
    const wanted = { ...options, anchors: true };
    const key = createHash('sha256')
      .update(JSON.stringify([fileName, wanted, text]))
      .digest('base64');
    const anchors = this.#anchors.get(key) ?? (await this.#ask('readPage', text, fileName, wanted))?.anchors;
    this.#anchors.delete(key);
    this.#anchors.set(key, anchors ?? []);
    for (const old of [...this.#anchors.keys()].slice(0, -mostAnchors)) {
      this.#anchors.delete(old);
    }
    return anchors ?? [];
  }

  writeTarget(text: string, target: WrittenTarget): Promise<Parsed<Edit> | undefined> {
    return this.#ask('frontMatterEdit', text, target);
  }

  newDocument(markdown: string, target: WrittenTarget | undefined): Promise<string | undefined> {
    return this.#ask('newDocument', markdown, target);
  }

  merge(merging: MergeInput): Promise<MergeResult | null | undefined> {
    return this.#ask('merge', merging);
  }

  compare(comparing: CompareInput): Promise<ComparableTexts | undefined> {
    return this.#ask('comparableTexts', comparing);
  }

  unpack(base64: string, pattern: string, limits: ArchiveLimits): Promise<readonly Uint8Array[] | undefined> {
    return this.#ask('unpack', base64, pattern, limits);
  }

  #ask<Work extends keyof Works>(
    work: Work,
    ...parameters: Parameters<Works[Work]>
  ): Promise<ReturnType<Works[Work]> | undefined> {
    const request: WorkRequest = { id: ++this.#lastId, work, parameters };
    return new Promise((answer) => {
      this.#waiting.set(request.id, {
        request,
        answer: (result) => answer(result as ReturnType<Works[Work]> | undefined),
      });
      if (this.#waiting.size === 1) {
        this.#watch();
      }
      this.start();
      this.#worker?.postMessage(request);
    });
  }

  /** Optional: saves the time to start the thread when the first work arrives. */
  start(): void {
    this.#worker ??= this.#start();
  }

  dispose(): void {
    this.#stop();
    for (const { answer } of this.#waiting.values()) {
      answer(undefined);
    }
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(this.file, {
      workerData: { contents: this.contents },
      resourceLimits: { maxOldGenerationSizeMb: this.mostMemoryMb, maxYoungGenerationSizeMb: 32 },
    });
    worker.unref();
    worker.on('message', ({ id, result }: ThreadAnswer) => this.#settle(id, result));
    // Without a listener, the error of a thread that runs out of memory would end the process.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#worker === worker && this.#giveUpFirst());
    return worker;
  }

  #settle(id: number, result: unknown): void {
    this.#waiting.get(id)?.answer(result);
    this.#waiting.delete(id);
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#late);
    // This timer also keeps the process alive until the answer, since the thread is unreferenced.
    this.#late =
      this.#waiting.size === 0 ? undefined : setTimeout(() => this.#giveUpFirst(), this.deadlineMs);
  }

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
