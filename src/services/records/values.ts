import { dayMs } from '../../core/text/duration';
import type { RecordRows } from './recordRows';

const claimKeptMs = 60 * dayMs;

/** Small facts by key, which all windows share: each is a row. They can be read once the records were. */
export class Values {
  readonly #known = new Map<string, unknown>();

  constructor(
    private readonly rows: RecordRows,
    private readonly failed: (error: unknown) => void,
  ) {}

  get(key: string): unknown {
    return this.#known.get(key);
  }

  entries(): IterableIterator<[string, unknown]> {
    return this.#known.entries();
  }

  text(key: string): string | undefined {
    const value = this.get(key);
    return typeof value === 'string' ? value : undefined;
  }

  /** `change` gets what is stored, and returns what to store instead. This window has it even if the disk refuses. */
  async change(key: string, change: (known: unknown) => unknown): Promise<void> {
    this.take(key, change(this.get(key)));
    try {
      const next = await this.rows.change((open) => {
        const known = open.get('value', key);
        const changed = change(known);
        if (JSON.stringify(changed) !== JSON.stringify(known)) {
          open.set('value', key, changed);
        }
        return changed;
      });
      this.take(key, next);
    } catch (error) {
      this.failed(error);
    }
  }

  /** Resolves with true only for the first window that asks for `what`; for none where the disk refuses. */
  async claim(what: string, now: number): Promise<boolean> {
    const key = `once ${what}`;
    try {
      const isFirst = await this.rows.change((open) => {
        const claimedAt = open.get('value', key);
        if (typeof claimedAt === 'number' && now - claimedAt <= claimKeptMs) {
          return false;
        }
        open.set('value', key, now);
        return true;
      });
      return isFirst && this.rows.isPersistent;
    } catch {
      return false;
    }
  }

  /** What another window stored. */
  take(key: string, value: unknown): void {
    if (value === undefined) {
      this.#known.delete(key);
    } else {
      this.#known.set(key, value);
    }
  }

  clear(): void {
    this.#known.clear();
  }
}

export function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
