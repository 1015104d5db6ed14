/**
 * What the person was asked about, and may have said yes to. Nothing tells which question an invocation belongs to: while one is
 * to come that passes the same and had no question, no yes counts.
 */
export class Consent {
  readonly #asked = new Set<string>();
  /** How many had no question, by what they pass. */
  readonly #unasked = new Map<string, number>();

  /** `passed`: what the invocation names as the fingerprint of what it publishes. */
  prepared(passed: unknown, isAsked: boolean): void {
    const key = JSON.stringify([passed]);
    if (isAsked) {
      this.#asked.add(key);
    } else {
      this.#unasked.set(key, (this.#unasked.get(key) ?? 0) + 1);
    }
  }

  /** Each yes counts once. */
  take(passed: unknown): boolean {
    const key = JSON.stringify([passed]);
    const count = this.#unasked.get(key) ?? 0;
    if (count === 0) {
      return this.#asked.delete(key);
    }
    if (count === 1) {
      this.#unasked.delete(key);
    } else {
      this.#unasked.set(key, count - 1);
    }
    return false;
  }
}
