import type { Event, SecretStorage, SecretStorageChangeEvent } from 'vscode';
import { deleteIfStored } from '../shared/deleteIfStored';

/** Caches each secret until it changes, since VS Code fetches secrets from another process. */
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
    // A failure is not cached: a keyring that is locked now may be unlocked at the next call.
    asked.then(undefined, () => this.#values.delete(key));
    return asked;
  }

  store(key: string, value: string): Thenable<void> {
    return this.#change(key, this.secrets.store(key, value));
  }

  delete(key: string): Thenable<void> {
    return this.#change(key, deleteIfStored(this.secrets, key));
  }

  keys(): Thenable<string[]> {
    return this.secrets.keys();
  }

  async #change(key: string, changing: Thenable<void>): Promise<void> {
    try {
      await changing;
    } finally {
      // A `get` that ran during the change may have cached the old value.
      this.#values.delete(key);
    }
  }
}
