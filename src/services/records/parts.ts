/** With more parts, a copy takes longer. With fewer, a change copies more. */
const count = 256;
/** Only this many characters at the end of a key are hashed, since URIs and paths differ there. */
const hashedLength = 24;

interface Part<V> {
  /** The map that may change this part in place: each other one copies it first. */
  readonly owner: object;
  readonly values: Map<string, V>;
}

/** A map whose copy costs little: it shares all parts until one of the two maps changes them. */
export class Parts<V> {
  #owner = {};

  constructor(private readonly parts: Part<V>[] = []) {}

  copy(): Parts<V> {
    this.#owner = {};
    return new Parts([...this.parts]);
  }

  get(key: string): V | undefined {
    return this.parts[partOf(key)]?.values.get(key);
  }

  set(key: string, value: V | undefined): void {
    const at = partOf(key);
    const shared = this.parts[at];
    const part =
      shared?.owner === this.#owner ? shared : { owner: this.#owner, values: new Map(shared?.values) };
    this.parts[at] = part;
    if (value === undefined) {
      part.values.delete(key);
    } else {
      part.values.set(key, value);
    }
  }
}

function partOf(key: string): number {
  let hash = 0;
  for (let at = Math.max(0, key.length - hashedLength); at < key.length; at++) {
    hash = (hash * 31 + key.charCodeAt(at)) | 0;
  }
  return (hash >>> 0) % count;
}
