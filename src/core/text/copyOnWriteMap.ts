/** With more parts, a copy takes longer. With fewer, a change copies more. */
const parts = 256;

/** A copy shares all parts with its original. If either of the two changes, it copies only the part that changes. */
export class CopyOnWriteMap<V> {
  readonly #parts: Map<string, V>[];
  /** The indices of parts that no other map shares, and that are changed in place. */
  #own: Set<number>;

  constructor(shared?: CopyOnWriteMap<V>) {
    this.#parts = shared ? [...shared.#parts] : Array.from({ length: parts }, () => new Map<string, V>());
    this.#own = new Set(shared ? [] : this.#parts.keys());
    if (shared !== undefined) {
      shared.#own = new Set();
    }
  }

  get(key: string): V | undefined {
    return this.#parts[partOf(key)]?.get(key);
  }

  set(key: string, value: V | undefined): void {
    const part = partOf(key);
    const before = this.#parts[part];
    const values = before !== undefined && this.#own.has(part) ? before : new Map(before);
    this.#own.add(part);
    this.#parts[part] = values;
    if (value === undefined) {
      values.delete(key);
    } else {
      values.set(key, value);
    }
  }

  values(): V[] {
    return this.#parts.flatMap((part) => [...part.values()]);
  }
}

/** Only this many characters at the end of a key are hashed, since URIs and paths differ there. */
const hashedLength = 24;

function partOf(key: string): number {
  let hash = 0;
  for (let at = Math.max(0, key.length - hashedLength); at < key.length; at++) {
    hash = (hash * 31 + key.charCodeAt(at)) | 0;
  }
  return (hash >>> 0) % parts;
}
