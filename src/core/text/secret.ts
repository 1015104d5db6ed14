import * as v from 'valibot';

/** As a string or JSON it is “***”, so that no secret gets into a log by accident. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  is(other: Secret | undefined): boolean {
    return other?.reveal() === this.#text;
  }

  toString(): string {
    return '***';
  }

  toJSON(): string {
    return '***';
  }
}

export const secretSchema = v.pipe(
  v.string(),
  v.transform((text) => new Secret(text)),
);
