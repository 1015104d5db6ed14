import { isNumericId } from '../../core/wiki/target';
import { notFoundWith } from '../../core/publish/tree';
import type { TokenStanding } from '../../core/wiki/platformToken';
import { isPublished, type Run } from '../../core/run/run';

export interface ParentPagesDependencies {
  /** In a tree, returns the ID of the page that was published from a file; undefined if the wiki does not find it yet. */
  readonly pageId?: (uri: string) => Promise<string | undefined>;
  /** Returns what the wiki said of the platform token. */
  readonly standing?: (endpoint: string) => Promise<TokenStanding | undefined>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The pauses between lookups, since a wiki may not find a new page at once. */
const waitsMs = [0, 300, 1_000];

/** Chooses the next file to send. In a tree, a file is sent once the ID of its parent page was looked up. */
export class ParentPages {
  #looking = 0;
  #changed = Promise.withResolvers<undefined>();

  constructor(
    private readonly run: Run,
    private readonly dependencies: ParentPagesDependencies,
  ) {
    run.stopping.addEventListener('abort', () => this.#tell());
    const own = new Set(
      run.files.flatMap(({ file }, index) => (run.state(index) === 'waiting' ? [file.uri] : [])),
    );
    for (const uri of run.awaited.filter((each) => !own.has(each))) {
      void this.#find(uri);
    }
  }

  /** Waits for files under way, if others go under their pages. */
  async next(): Promise<number | undefined> {
    for (;;) {
      const index = this.run.take();
      const isOver = this.run.stopped !== undefined || this.run.awaited.length === 0;
      if (index !== undefined || isOver || (this.#looking === 0 && this.run.counts.sending === 0)) {
        return index;
      }
      await this.#changed.promise;
    }
  }

  /** `settled` resolves when the outcome is recorded. */
  ended(index: number, settled: Promise<unknown> | undefined): void {
    const uri = this.run.files[index]?.file.uri ?? '';
    if (this.run.isAwaited(uri) && isPublished(this.run.state(index))) {
      void this.#find(uri, settled);
    }
    this.#tell();
  }

  async #find(uri: string, settled?: Promise<unknown>): Promise<void> {
    const { run, dependencies } = this;
    this.#looking++;
    await settled?.catch(() => undefined);
    let page: string | undefined;
    for (const waitMs of waitsMs) {
      await (waitMs === 0 ? undefined : dependencies.pause(waitMs, run.stopping));
      if (page === undefined && run.stopped === undefined) {
        const found = await dependencies.pageId?.(uri).catch(() => undefined);
        page = found !== undefined && isNumericId(found) ? found : undefined;
      }
      if (page !== undefined) {
        break;
      }
    }
    if (page !== undefined) {
      run.releaseFilesUnder(uri, page);
    } else if (run.stopped === undefined) {
      run.blockFilesUnder(uri, notFoundWith(await this.#standing(uri)));
    }
    this.#looking--;
    this.#tell();
  }

  async #standing(uri: string): Promise<TokenStanding | undefined> {
    const below = this.run.files.find(({ above }) => above?.uri === uri);
    return below && this.dependencies.standing?.(below.destination.endpoint).catch(() => undefined);
  }

  #tell(): void {
    this.#changed.resolve(undefined);
    this.#changed = Promise.withResolvers();
  }
}
