import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { dayMs, minuteMs } from '../../core/text/duration';
import { listOfValid, parseJson, readAs } from '../../core/text/json';
import { canBeAlive, newInstance } from '../shared/instance';
import type { DatabaseRow, StoreAccess } from '../store/statements';
import type { Store } from '../store/store';

/** How often a run under way updates its `seen_at`, which tells other windows that this one is alive. */
const beatMs = minuteMs;
/**
 * A run whose `seen_at` is older has ended, even if the process ID of its window exists:
 * another process may have it by now.
 */
const silentMs = 10 * minuteMs;
/** Runs that began longer ago are deleted when the next run begins. */
const keptMs = 30 * dayMs;

const sourceSchema = v.object({ roots: listOfValid(v.string()), checked: listOfValid(v.string()) });

export interface RunSource {
  /** URIs of the files and folders that the person chose. */
  readonly roots: readonly string[];
  /** URIs of the files that had a check mark in the plan. */
  readonly checked: readonly string[];
}

/** What interrupted runs were asked to publish, including what they have sent; several runs are merged into one. */
export interface UnfinishedRun extends RunSource {
  readonly startedAt: number;
  /** Whether several runs were merged: nobody has seen a plan of all their files yet, so that plan is shown. */
  readonly isSeveral: boolean;
}

export interface StoredRunsDependencies {
  readonly store: Pick<Store, 'read' | 'write' | 'isPersistent'>;
  /** A run is resumed only in windows of the same workspace. */
  readonly workspace: string;
  readonly now: () => number;
  readonly isAlive?: (instance: string) => boolean;
}

/** Stores each run until all its pages are sent, so that an interrupted run can be resumed. */
export class StoredRuns {
  readonly instance = newInstance();
  readonly #open = new Set<string>();

  constructor(private readonly dependencies: StoredRunsDependencies) {}

  async unfinished(): Promise<UnfinishedRun | undefined> {
    return this.dependencies.store.read((db) => merged(this.#ended(db)));
  }

  async isRunning(): Promise<boolean> {
    const all = await this.dependencies.store.read((db) => this.#all(db));
    return all.some((row) => this.#isAlive(row));
  }

  /**
   * Stores a run before its first send. Rejects if the store is in memory only, since
   * such a run could not be resumed.
   */
  async begin(source: RunSource): Promise<OpenRun> {
    const { store, now } = this.dependencies;
    const id = randomUUID();
    const startedAt = now();
    await store.write((db) => {
      db.run('DELETE FROM runs WHERE started_at < ?', startedAt - keptMs);
      this.#put(db, id, { ...source, startedAt });
    });
    if (!store.isPersistent) {
      await this.remove(id);
      throw new Error('The store keeps nothing.');
    }
    return this.#opened(id, { ...source, startedAt, isSeveral: false });
  }

  /** Takes over the interrupted runs, so that no other window resumes them too. */
  async claim(): Promise<OpenRun | undefined> {
    const id = randomUUID();
    const taken = await this.dependencies.store.write((db) => {
      const ended = this.#ended(db);
      const run = merged(ended);
      if (run !== undefined) {
        ended.forEach((row) => db.run('DELETE FROM runs WHERE id = ?', String(row.id)));
        this.#put(db, id, run);
      }
      return run;
    });
    return taken && this.#opened(id, taken);
  }

  async remove(id: string): Promise<void> {
    await this.dependencies.store.write((db) => db.run('DELETE FROM runs WHERE id = ?', id));
  }

  #opened(id: string, run: UnfinishedRun): OpenRun {
    const { store, now } = this.dependencies;
    this.#open.add(id);
    return new OpenRun(id, run, {
      beat: () => store.write((db) => db.run('UPDATE runs SET seen_at = ? WHERE id = ?', now(), id)),
      close: async (isComplete) => {
        this.#open.delete(id);
        await (isComplete
          ? this.remove(id)
          : store.write((db) => db.run('UPDATE runs SET instance = NULL WHERE id = ?', id)));
      },
    });
  }

  #put(db: StoreAccess, id: string, { startedAt, roots, checked }: Omit<UnfinishedRun, 'isSeveral'>): void {
    const { workspace, now } = this.dependencies;
    const values = [id, workspace, this.instance, now(), startedAt, JSON.stringify({ roots, checked })];
    db.run('INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?)', ...values);
  }

  #all(db: StoreAccess): readonly DatabaseRow[] {
    return db.all('SELECT * FROM runs WHERE workspace = ? ORDER BY started_at', this.dependencies.workspace);
  }

  #ended(db: StoreAccess): readonly DatabaseRow[] {
    return this.#all(db).filter((row) => !this.#isAlive(row));
  }

  #isAlive({ id, instance, seen_at: seenAt }: DatabaseRow): boolean {
    const { now, isAlive = canBeAlive } = this.dependencies;
    return instance === this.instance
      ? this.#open.has(String(id))
      : typeof instance === 'string' && now() - Number(seenAt) < silentMs && isAlive(instance);
  }
}

interface OpenRunRow {
  readonly beat: () => Promise<unknown>;
  readonly close: (isComplete: boolean) => Promise<void>;
}

/** A run that no other window resumes until it is closed: a timer updates its `seen_at`. */
export class OpenRun {
  readonly #beating: NodeJS.Timeout;
  #isClosed = false;

  constructor(
    readonly id: string,
    readonly source: UnfinishedRun,
    private readonly row: OpenRunRow,
  ) {
    this.#beating = setInterval(() => void row.beat().catch(() => undefined), beatMs).unref();
  }

  /**
   * Removes a complete run, or else lets any window resume it. Never rejects, since a
   * failing disk must not keep a run from ending.
   */
  async close(isComplete: boolean): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      clearInterval(this.#beating);
      await this.row.close(isComplete).catch(() => undefined);
    }
  }
}

function merged(rows: readonly DatabaseRow[]): UnfinishedRun | undefined {
  const sources = rows.map(({ source }) => readAs(sourceSchema, parseJson(String(source))));
  const runs = sources.filter((source) => source !== undefined);
  return rows.length === 0
    ? undefined
    : {
        roots: [...new Set(runs.flatMap(({ roots }) => roots))],
        checked: [...new Set(runs.flatMap(({ checked }) => checked))],
        startedAt: Number(rows[0]?.started_at),
        isSeveral: rows.length > 1,
      };
}
