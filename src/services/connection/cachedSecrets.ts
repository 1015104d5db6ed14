import type { Event, SecretStorage, SecretStorageChangeEvent } from 'vscode';

/** A secret storage that asks VS Code once for each value until it changes, since each answer comes from another process. */
export class CachedSecrets implements SecretStorage {
  readonly #values = new Map<string, Thenable<string | undefined>>();
  readonly onDidChange: Event<SecretStorageChangeEvent>;

  constructor(private readonly secrets: SecretStorage) {
    this.onDidChange = secrets.onDidChange;
    secrets.onDidChange(({ key }) => this.#values.delete(key));
  }

  get(key: string): Thenable<string | undefined> {
    const known = this.#values.get(key);
    if (known !== undefined) {
      return known;
    }
    const asked = this.secrets.get(key);
    this.#values.set(key, asked);
    // A keyring that is locked now may be open when the next one asks.
    asked.then(undefined, () => this.#values.delete(key));
    return asked;
  }

  store(key: string, value: string): Thenable<void> {
    return this.#change(key, this.secrets.store(key, value));
  }

  delete(key: string): Thenable<void> {
    return this.#change(key, this.secrets.delete(key));
  }

  keys(): Thenable<string[]> {
    return this.secrets.keys();
  }

  async #change(key: string, changing: Thenable<void>): Promise<void> {
    try {
      await changing;
    } finally {
      // What was asked for meanwhile may be the value of before.
      this.#values.delete(key);
    }
  }
}
