/**
 * VS Code does not tell which invocation of a tool the person confirmed. So a confirmation counts only while
 * no unasked invocation with its fingerprint is still to run.
 */
export class Consent {
  readonly #asked = new Set<string>();
  /** How many invocations that needed no question are still to run, by fingerprint. */
  readonly #unasked = new Map<string, number>();

  /**
   * `passed`: the fingerprint that the agent passes, which may be any value. `isAsked`: whether VS Code asks
   * the person.
   */
  recordInvocation(passed: unknown, isAsked: boolean): void {
    const key = JSON.stringify([passed]);
    if (isAsked) {
      this.#asked.add(key);
    } else {
      this.#unasked.set(key, (this.#unasked.get(key) ?? 0) + 1);
    }
  }

  /** Returns whether the person confirmed; each confirmation counts once. */
  useConfirmation(passed: unknown): boolean {
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
