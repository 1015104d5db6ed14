/**
 * The invocations that an agent prepared, by the fingerprints that they pass. VS Code does not tell which of
 * them a person confirmed. So none counts as confirmed while another one with its fingerprint, prepared
 * without a question, is still to come.
 */
export class Consent {
  readonly #asked = new Set<string>();
  /** How many invocations needed no question, by the fingerprint that they pass. */
  readonly #unasked = new Map<string, number>();

  /** `passed`: the fingerprint of what the invocation publishes. */
  recordInvocation(passed: unknown, isAsked: boolean): void {
    const key = JSON.stringify([passed]);
    if (isAsked) {
      this.#asked.add(key);
    } else {
      this.#unasked.set(key, (this.#unasked.get(key) ?? 0) + 1);
    }
  }

  /** Uses up one confirmation, if there is one. */
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
