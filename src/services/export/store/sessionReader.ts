import path from 'node:path';
import { readIfThere } from '../../disk/disk';
import { type SessionEnd, readSessionEnd } from './sessionEnd';
import { unsealTokens, type TokenSet, readHeader } from './journal';
import {
  type LeaseName,
  endedFile,
  journalFile,
  listFolder,
  type Listing,
  newestLease,
} from './sessionFolder';
import type { SessionDependencies } from './sessionDependencies';
import { type Keys, type Backup, SecretsUnavailable } from './sessionSecrets';

export type StoredSession =
  | { readonly kind: 'never' }
  | { readonly kind: 'ended'; readonly family: string; readonly ended: SessionEnd }
  /** Another window may have stored secrets that VS Code has not passed to this window. */
  | { readonly kind: 'reload' }
  | { readonly kind: 'keyLost'; readonly family: string | undefined }
  /** The secret storage has a session with another `sessionPlace`, such as one of another computer. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'unavailable'; readonly failure: 'secrets' | 'storage' }
  | LiveSession;

export interface LiveSession {
  readonly kind: 'live';
  readonly family: string;
  readonly keys: Keys;
  readonly tokens: TokenSet;
  readonly listing: Listing;
}

interface SessionFiles {
  readonly listing: Listing;
  readonly ended: SessionEnd | undefined;
  /** Undefined also once the session has ended, when it no longer matters. */
  readonly journal: string | undefined;
}

/** What this window keeps in case the disk or the secret storage fails. */
export class SessionMemory {
  /** Kept once they were read, in case the keyring is locked later. */
  keys: Keys | undefined;
  /** The newest tokens if the journal could not be written. */
  unwritten: { readonly family: string; readonly tokens: TokenSet } | undefined;
  readonly ended = new Map<string, SessionEnd>();
}

/** Even on a busy computer, VS Code passes a secret to other windows faster than this. */
export const maxSecretArrivalMs = 10_000;

export class SessionReader {
  constructor(
    private readonly dependencies: SessionDependencies,
    private readonly memory: SessionMemory,
  ) {}

  async read(): Promise<StoredSession> {
    try {
      return await this.#stateOf(await this.#files());
    } catch (error) {
      return { kind: 'unavailable', failure: error instanceof SecretsUnavailable ? 'secrets' : 'storage' };
    }
  }

  /**
   * Returns the tokens of the backup in the secret storage if they are newer, as when the journal could not be
   * written. An unreadable backup counts as older.
   */
  async newest({ family, tokens }: LiveSession): Promise<TokenSet> {
    const backup = await this.dependencies.secrets.backup().catch(() => undefined);
    return backup?.family === family && backup.rotation > tokens.rotation ? fromBackup(backup) : tokens;
  }

  /**
   * Returns false if any window has ended, replaced or refreshed the session, or leased the same refresh
   * token with a higher attempt.
   */
  async isNewest(
    { family, keys, tokens }: LiveSession,
    rotation: number,
    attempt = Infinity,
  ): Promise<boolean> {
    const files = await this.#files(family);
    const isOvertaken = files.listing.leases.some(
      (it) => it.family === family && it.rotation === rotation && it.attempt > attempt,
    );
    if (isOvertaken || !isCurrentIn(files, family)) {
      return false;
    }
    const found = files.journal === undefined ? undefined : unsealTokens(files.journal, family, keys.dataKey);
    return found === undefined || found.rotation <= tokens.rotation;
  }

  async isCurrent(family: string): Promise<boolean> {
    return isCurrentIn(await this.#files(family), family);
  }

  async endedOf(family: string): Promise<SessionEnd | undefined> {
    const text = await this.#read(endedFile(family));
    return text === undefined ? this.memory.ended.get(family) : readSessionEnd(text);
  }

  /** `otherwise`: the family that counts as the newest if the folder names none, because it was emptied. */
  async #files(otherwise?: string): Promise<SessionFiles> {
    const listing = await listFolder(this.dependencies.disk, this.dependencies.folder);
    const family = listing.family ?? otherwise;
    const ended = family === undefined ? undefined : await this.endedOf(family);
    const isOver = family === undefined || ended !== undefined;
    return { listing, ended, journal: isOver ? undefined : await this.#read(journalFile(family)) };
  }

  async #stateOf({ listing, ended, journal }: SessionFiles): Promise<StoredSession> {
    const { family } = listing;
    if (family === undefined) {
      return this.#readBackup(undefined, listing);
    }
    if (ended) {
      return { kind: 'ended', family, ended };
    }
    const header = journal === undefined ? undefined : readHeader(journal);
    const keys = await this.#keysFor(header?.keyId);
    if (header && !keys) {
      return this.#lacking(family, header.keyMadeAt);
    }
    const journaled = journal !== undefined && keys ? unsealTokens(journal, family, keys.dataKey) : undefined;
    const tokens = this.#unwritten(family, journaled) ?? journaled;
    if (keys && tokens) {
      return { kind: 'live', family, keys, tokens, listing };
    }
    return this.#readBackup(family, listing);
  }

  /**
   * Where the journal is lost, takes the refresh token of the backup, unless that token may have been replaced
   * since. Writes nothing.
   */
  async #readBackup(family: string | undefined, listing: Listing): Promise<StoredSession> {
    const keys = await this.#keysFor(undefined);
    const backup = await this.dependencies.secrets.backup();
    if (family === undefined && (!keys || !backup)) {
      return { kind: 'never' };
    }
    const here = await this.dependencies.place();
    const newest = newestLease(listing.leases.filter((it) => it.family === family));
    if (keys && backup?.place === here && (family ?? backup.family) === backup.family) {
      if (await this.#isUnreplaced(backup, newest)) {
        return { kind: 'live', family: backup.family, keys, tokens: fromBackup(backup), listing };
      }
    }
    const leasedAt = newest && (await this.dependencies.disk.stat(this.#path(newest.file))).mtimeMs;
    return this.#lacking(family, leasedAt ?? 0);
  }

  async #isUnreplaced({ rotation }: Backup, newest: LeaseName | undefined): Promise<boolean> {
    if (newest === undefined || newest.rotation < rotation) {
      return true;
    }
    return newest.rotation === rotation && (await this.dependencies.leases.backoffOf(newest)) !== undefined;
  }

  /**
   * A window that opened after `madeAt` would have loaded the secret, so the secret is lost. A window that
   * opened before may get it by reloading.
   */
  async #lacking(family: string | undefined, madeAt: number): Promise<StoredSession> {
    const stored = await this.dependencies.secrets.keys();
    if (stored && stored.place !== (await this.dependencies.place())) {
      return { kind: 'elsewhere' };
    }
    const mayArrive = this.dependencies.windowOpenedAt < madeAt + maxSecretArrivalMs;
    return mayArrive ? { kind: 'reload' } : { kind: 'keyLost', family };
  }

  async #keysFor(keyId: string | undefined): Promise<Keys | undefined> {
    if (!this.memory.keys || (keyId !== undefined && this.memory.keys.dataKey.id !== keyId)) {
      this.memory.keys = (await this.dependencies.secrets.keys()) ?? this.memory.keys;
    }
    const { keys } = this.memory;
    return keyId === undefined || keys?.dataKey.id === keyId ? keys : undefined;
  }

  #unwritten(family: string, journaled: TokenSet | undefined): TokenSet | undefined {
    const { unwritten } = this.memory;
    if (unwritten?.family !== family) {
      return undefined;
    }
    return journaled && journaled.rotation >= unwritten.tokens.rotation ? undefined : unwritten.tokens;
  }

  #read(file: string): Promise<string | undefined> {
    return readIfThere(this.dependencies.disk, this.#path(file));
  }

  #path(file: string): string {
    return path.join(this.dependencies.folder, file);
  }
}

/** True also if the folder was emptied and names no family, so that the tokens can still be saved. */
function isCurrentIn({ listing, ended }: SessionFiles, family: string): boolean {
  return (listing.family ?? family) === family && ended === undefined;
}

function fromBackup({ rotation, refreshToken, refreshedAt }: Backup): TokenSet {
  return { rotation, refreshToken, accessToken: undefined, refreshedAt, clockOffsetMs: 0 };
}
