import type { Memento } from 'vscode';

const stateKey = 'names';
/** The number of names is limited, since VS Code reads all of its state when a window opens. */
const mostKept = 500;
const longestName = 255;

/** Keeps the wiki's names of spaces and pages between windows, up to a limited number and length. */
export class KeptNames {
  #stored: unknown;
  #names = new Map<string, string>();

  constructor(private readonly state: Pick<Memento, 'get' | 'update'>) {}

  get(key: string): string | undefined {
    return this.#read().get(key);
  }

  /** The name that was confirmed the longest ago is dropped. */
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
    // The names are parsed once for each change, since hundreds of rows ask for one each.
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
