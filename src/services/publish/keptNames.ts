import type { Memento } from 'vscode';

const stateKey = 'names';
/** VS Code reads all of its state when a window opens. */
const mostKept = 500;
const longestName = 255;

/** What the wiki calls things, from one window to the next: so many names of such a length, and no more. */
export class KeptNames {
  #stored: unknown;
  #names = new Map<string, string>();

  constructor(private readonly state: Pick<Memento, 'get' | 'update'>) {}

  get(key: string): string | undefined {
    return this.#read().get(key);
  }

  /** The one that nobody told of for the longest time goes. */
  async keep(key: string, name: string): Promise<void> {
    const names = new Map(this.#read());
    const kept = name.slice(0, longestName).toWellFormed();
    const [last] = [...names].at(-1) ?? [];
    if (last === key && names.get(key) === kept) {
      return;
    }
    names.delete(key);
    names.set(key, kept);
    await this.state.update(stateKey, [...names].slice(-mostKept));
  }

  #read(): ReadonlyMap<string, string> {
    const stored = this.state.get<unknown>(stateKey);
    // Hundreds of rows ask for one name each
    if (stored !== this.#stored) {
      this.#stored = stored;
      this.#names = new Map((Array.isArray(stored) ? (stored as unknown[]) : []).filter(isEntry));
    }
    return this.#names;
  }
}

function isEntry(stored: unknown): stored is [key: string, name: string] {
  return Array.isArray(stored) && typeof stored[0] === 'string' && typeof stored[1] === 'string';
}
