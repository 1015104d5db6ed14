import * as v from 'valibot';
import type { SecretStorage, SecretStorageChangeEvent } from 'vscode';
import { parseJson, readAs, textOrEmptySchema } from '../../../core/text/json';
import { type Secret, secretSchema } from '../../../core/text/secret';
import type { Client } from '../../../core/export/tokenRequest';
import { deleteIfStored } from '../../shared/deleteIfStored';
import { type Clock, withTimeout } from '../system/clock';
import type { DataKey } from './journal';

/**
 * Like `SecretStorage`, but `onDidChange` may return any object with `dispose`: tests run without
 * `vscode.Disposable`.
 */
export interface Secrets extends Pick<SecretStorage, 'get' | 'store' | 'delete'> {
  readonly onDidChange: (listener: (event: SecretStorageChangeEvent) => unknown) => { dispose(): unknown };
}

/** The secrets that a refresh does not change. */
export interface Keys {
  readonly clientSecret: Secret;
  readonly dataKey: DataKey;
  /** The result of `sessionPlace`, which tells whether the journal is on this computer and in this folder. */
  readonly place: string;
}

/** A copy of the journal's refresh token. It may be older, or newer if the journal could not be written. */
export interface Backup {
  readonly family: string;
  readonly rotation: number;
  readonly refreshToken: Secret;
  readonly refreshedAt: number;
  readonly place: string;
}

const keysSchema = v.object({
  clientSecret: secretSchema,
  keyId: v.string(),
  keyMadeAt: v.number(),
  keyBytes: secretSchema,
  place: textOrEmptySchema,
});

const backupSchema = v.object({
  family: v.string(),
  rotation: v.number(),
  refreshToken: secretSchema,
  refreshedAt: v.number(),
  place: textOrEmptySchema,
});

export class SecretsUnavailable extends Error {}

export class SessionSecrets {
  readonly #names: { readonly keys: string; readonly backup: string };
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #patienceMs: number;

  constructor(secrets: Secrets, client: Client, clock: Clock, patienceMs: number) {
    const place = `${client.authUrl} ${client.clientId}`;
    this.#names = {
      keys: `publishToWiki.export.keys ${place}`,
      backup: `publishToWiki.export.refreshToken ${place}`,
    };
    this.#secrets = secrets;
    this.#clock = clock;
    this.#patienceMs = patienceMs;
  }

  async keys(): Promise<Keys | undefined> {
    const keys = readAs(keysSchema, parseJson(await this.#get('keys')));
    if (keys === undefined || Buffer.from(keys.keyBytes.reveal(), 'base64').length !== 32) {
      return undefined;
    }
    const { clientSecret, keyId, keyMadeAt, keyBytes, place } = keys;
    return { clientSecret, dataKey: { id: keyId, madeAt: keyMadeAt, bytes: keyBytes }, place };
  }

  async storeKeys({ clientSecret, dataKey, place }: Keys): Promise<void> {
    const members = {
      clientSecret: clientSecret.reveal(),
      keyId: dataKey.id,
      keyMadeAt: dataKey.madeAt,
      keyBytes: dataKey.bytes.reveal(),
      place,
    };
    await this.#try(() => this.#secrets.store(this.#names.keys, JSON.stringify(members)));
  }

  async backup(): Promise<Backup | undefined> {
    return readAs(backupSchema, parseJson(await this.#get('backup')));
  }

  async storeBackup({ family, rotation, refreshToken, refreshedAt, place }: Backup): Promise<void> {
    const members = { family, rotation, refreshToken: refreshToken.reveal(), refreshedAt, place };
    await this.#try(() => this.#secrets.store(this.#names.backup, JSON.stringify(members)));
  }

  async deleteBackup(): Promise<void> {
    await this.#try(() => deleteIfStored(this.#secrets, this.#names.backup));
  }

  async deleteAll(): Promise<void> {
    const outcomes = await Promise.allSettled([
      this.deleteBackup(),
      this.#try(() => deleteIfStored(this.#secrets, this.#names.keys)),
    ]);
    if (outcomes.some(({ status }) => status === 'rejected')) {
      throw new SecretsUnavailable();
    }
  }

  onDidChange(listener: () => void): { dispose(): unknown } {
    const names = Object.values(this.#names);
    return this.#secrets.onDidChange(({ key }) => {
      if (names.includes(key)) {
        listener();
      }
    });
  }

  async #get(name: 'keys' | 'backup'): Promise<string> {
    return (await this.#try(() => this.#secrets.get(this.#names[name]))) ?? '';
  }

  /** Throws `SecretsUnavailable` without a cause, whose message might contain the secret. */
  async #try<T>(work: () => PromiseLike<T>): Promise<T> {
    const late = Symbol('late');
    const outcome = await withTimeout(
      this.#clock,
      this.#patienceMs,
      Promise.resolve().then(work),
      late,
    ).catch(() => late);
    if (outcome === late) {
      throw new SecretsUnavailable();
    }
    return outcome as T;
  }
}
