/**
 * What the person was asked about, and may have said yes to. Nothing tells which question an invocation belongs to: while one is
 * to come that had no question, no yes counts.
 */
export class Consent {
  readonly #asked = new Set<string>();
  #unasked = 0;

  /** `fingerprint`: what the question is about; undefined where nothing is asked. */
  prepared(fingerprint: string | undefined): void {
    if (fingerprint === undefined) {
      this.#unasked++;
    } else {
      this.#asked.add(fingerprint);
    }
  }

  /** Each yes counts once. */
  take(fingerprint: unknown): boolean {
    if (this.#unasked > 0) {
      this.#unasked--;
      return false;
    }
    return typeof fingerprint === 'string' && this.#asked.delete(fingerprint);
  }
}
