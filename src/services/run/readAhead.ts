import type { Parsed } from '../../core/text/parsed';
import type { Run, RunFile } from '../../core/run/run';
import type { FileLocks } from '../publish/fileLocks';

export interface ReadAheadDependencies {
  /** Returns the current content of the file. */
  readonly content: (file: RunFile) => Promise<Parsed<string>>;
  readonly locks: FileLocks;
  readonly now: () => number;
}

interface Ahead {
  readonly content: Promise<Parsed<string>>;
  readonly readAt: number;
  /** The number of publishes of the file before it was read. */
  readonly publishes: number;
}

/** A file that was read longer ago is read again. */
const freshMs = 2_000;

/** Reads the next file of a run while a page is being sent. */
export class ReadAhead {
  readonly #ahead = new Map<number, Ahead>();

  constructor(
    private readonly run: Run,
    private readonly dependencies: ReadAheadDependencies,
  ) {}

  /** Starts reading the next file. */
  next(): void {
    const next = this.run.nextBut((index) => this.#ahead.has(index));
    const file = next === undefined ? undefined : this.run.files[next];
    if (next !== undefined && file !== undefined) {
      const { locks, now } = this.dependencies;
      const content = this.dependencies.content(file);
      content.catch(() => undefined);
      this.#ahead.set(next, { content, readAt: now(), publishes: locks.count(file.file.uri) });
    }
  }

  /** Returns the file's content. The caller holds the file's lock. */
  content(index: number, file: RunFile): Promise<Parsed<string>> {
    const { locks, now } = this.dependencies;
    const ahead = this.#ahead.get(index);
    // The other files have been sent or skipped.
    for (const key of [...this.#ahead.keys()].filter((key) => this.run.state(key) !== 'waiting')) {
      this.#ahead.delete(key);
    }
    const isFresh =
      ahead !== undefined &&
      now() - ahead.readAt < freshMs &&
      locks.count(file.file.uri) === ahead.publishes + 1;
    return isFresh ? ahead.content : this.dependencies.content(file);
  }
}
