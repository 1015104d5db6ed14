interface Told {
  readonly text: string;
  readonly show: () => void;
}

/** Keeps reports about publishing to show them again, since a notification goes away by itself. */
export class ShownReports {
  #last: Told | undefined;
  readonly #byUri = new Map<string, Told>();

  keep(uris: readonly string[], told: Told): void {
    this.#last = told;
    uris.forEach((uri) => this.#byUri.set(uri, told));
  }

  forget(): void {
    this.#last = undefined;
    this.#byUri.clear();
  }

  get last(): Told | undefined {
    return this.#last;
  }

  of(uri: string): Told | undefined {
    return this.#byUri.get(uri);
  }
}
