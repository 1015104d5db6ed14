/**
 * The invocations that an agent prepared and that a person may have confirmed. Nothing tells which confirmation belongs
 * to which invocation, so none counts while an invocation that passes the same fingerprint and needed no question is
 * still to come.
 */
export class Consent {
  readonly #asked = new Set<string>();
  /** How many invocations needed no question, by the fingerprint that they pass. */
  readonly #unasked = new Map<string, number>();

  /** `passed`: the fingerprint of what the invocation publishes. */
  prepared(passed: unknown, isAsked: boolean): void {
    const key = JSON.stringify([passed]);
    if (isAsked) {
      this.#asked.add(key);
    } else {
      this.#unasked.set(key, (this.#unasked.get(key) ?? 0) + 1);
    }
  }

  /** Uses up one confirmation, if there is one. */
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
