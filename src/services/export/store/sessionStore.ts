import path from 'node:path';
import { readIfThere, removeQuietly } from '../../disk/disk';
import { type Reservation, reserveFile, writeDurably } from '../../disk/durableFile';
import { type SessionEnd, serializeEnded } from './sessionEnd';
import { type TokenSet, sealTokens, unsealTokens } from './journal';
import { endedFile, isUnfinishedJournal, journalFile, listFolder } from './sessionFolder';
import {
  maxSecretArrivalMs,
  type LiveSession,
  type SessionMemory,
  type SessionReader,
} from './sessionReader';
import type { SessionDependencies } from './sessionDependencies';
import type { Keys } from './sessionSecrets';

/**
 * `durable`: stored in the journal and the secret storage. `ended`: dropped, since the session ended or was
 * replaced meanwhile.
 */
export type Durability = 'durable' | 'journalOnly' | 'secretsOnly' | 'memoryOnly' | 'ended';

const rememberedRotations = 32;
/** Lease files of replaced tokens are removed at this age, when no window can try to send these tokens any more. */
const oldLeaseMs = 7 * 24 * 60 * 60_000;
const abandonedMs = 60 * 60_000;

export class SessionStore {
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly dependencies: SessionDependencies,
    private readonly memory: SessionMemory,
    private readonly reader: SessionReader,
  ) {}

  async reserve(family: string): Promise<Reservation> {
    const { disk, folder } = this.dependencies;
    await disk.mkdir(folder, { recursive: true, mode: 0o700 });
    return reserveFile(disk, this.#path(journalFile(family)));
  }

  /** Finishes the save of a window that died before it renamed a newer journal; false if there is no such file. */
  async adopt({ family, keys }: LiveSession, rotation: number): Promise<boolean> {
    const { disk, folder } = this.dependencies;
    const { files } = await listFolder(disk, folder);
    for (const file of files.filter((name) => isUnfinishedJournal(name, family))) {
      // The file may end in the zero bytes that `reserveFile` wrote.
      const [text = ''] = (await readIfThere(disk, this.#path(file)))?.split('\0', 1) ?? [];
      const tokens = unsealTokens(text, family, keys.dataKey);
      if (tokens && tokens.rotation > rotation) {
        await writeDurably(disk, this.#path(journalFile(family)), text);
        await this.#remove([file]);
        return true;
      }
    }
    return false;
  }

  /** Never rejects: tokens that neither the journal nor the secret storage takes stay in memory. */
  async save({ family, keys }: LiveSession, tokens: TokenSet, space: Reservation): Promise<Durability> {
    const { step } = this.dependencies;
    if (!(await this.#isCurrent(family))) {
      return this.#dropped(family, space);
    }
    const journaled = await this.#journal(family, keys, tokens, space);
    await step('journalWritten');
    const backedUp = await hasSucceeded(this.#storeBackup(family, tokens));
    await step('secretStored');
    // The person may have signed out or in again meanwhile; then nothing of the old session may stay.
    if (!(await this.#isCurrent(family))) {
      return this.#dropped(family, space);
    }
    if (journaled) {
      return backedUp ? 'durable' : 'journalOnly';
    }
    return backedUp ? 'secretsOnly' : 'memoryOnly';
  }

  /** Writes `endedFile` before it removes anything, so that tokens which another window saves meanwhile are dropped. */
  async end(family: string, ended: SessionEnd): Promise<boolean> {
    this.memory.ended.set(family, ended);
    await hasSucceeded(
      this.dependencies.disk.mkdir(this.dependencies.folder, { recursive: true, mode: 0o700 }),
    );
    const mark = writeDurably(this.dependencies.disk, this.#path(endedFile(family)), serializeEnded(ended));
    const marked = await hasSucceeded(mark);
    const cleared = await this.#clear(family, ended);
    return marked && cleared;
  }

  async signOut(now: number): Promise<boolean> {
    const { disk, folder, place, secrets } = this.dependencies;
    const listing = await listFolder(disk, folder).catch(() => undefined);
    const backup = await secrets.backup().catch(() => undefined);
    const family = listing?.family ?? (backup?.place === (await place()) ? backup.family : undefined);
    if (family !== undefined) {
      return this.end(family, { reason: 'user', at: now });
    }
    const removed = await this.#inTurn(() => this.#removeSecrets(() => secrets.deleteAll()));
    return removed && listing !== undefined;
  }

  /** If the journal or the keys can't be written, rejects and keeps the former session. */
  begin(family: string, keys: Keys, tokens: TokenSet, space: Reservation): Promise<void> {
    return this.#inTurn(() => this.#begin(family, keys, tokens, space));
  }

  async #begin(family: string, keys: Keys, tokens: TokenSet, space: Reservation): Promise<void> {
    const { disk, folder, secrets } = this.dependencies;
    let former: Keys | undefined;
    try {
      former = await secrets.keys();
      await space.write(sealTokens(family, keys.dataKey, tokens), () => secrets.storeKeys(keys));
    } catch (error) {
      await space.discard();
      if (former) {
        await hasSucceeded(secrets.storeKeys(former));
      }
      throw error;
    }
    this.memory.keys = keys;
    await hasSucceeded(this.#storeBackup(family, tokens));
    const { files } = await listFolder(disk, folder);
    const replaced = files.filter((file) => /^(journal|ended)\./.test(file) && !file.includes(family));
    await this.#remove(replaced);
  }

  /**
   * Removes the secrets of a session that another window ended, since deletions may not reach this window's
   * secret storage.
   */
  async forget(family: string, ended: SessionEnd): Promise<void> {
    if (this.memory.ended.has(family) || this.dependencies.clock.now() - ended.at < maxSecretArrivalMs) {
      return;
    }
    this.memory.ended.set(family, ended);
    await this.#clear(family, ended);
  }

  /**
   * Removes old lease files and abandoned temporary files. A window that then leases an old token again finds
   * a newer journal and does not send.
   */
  async sweep({ family, listing }: LiveSession, rotation: number): Promise<void> {
    const newestAt = await this.#writtenAt(journalFile(family));
    const isOlder = async (file: string, ageMs: number): Promise<boolean> =>
      newestAt - (await this.#writtenAt(file)) > ageMs;
    for (const lease of listing.leases.filter((it) => it.family !== family || it.rotation < rotation)) {
      const forgotten = lease.family === family && lease.rotation <= rotation - rememberedRotations;
      if (forgotten || (await isOlder(lease.file, oldLeaseMs))) {
        await this.#remove([lease.file]);
      }
    }
    for (const file of listing.files.filter((name) => name.endsWith('.tmp'))) {
      if (await isOlder(file, abandonedMs)) {
        await this.#remove([file]);
      }
    }
  }

  /** Uses the disk's clock, which is the same for all files, and may differ from this computer's. */
  async #writtenAt(file: string): Promise<number> {
    return (await this.dependencies.disk.stat(this.#path(file))).mtimeMs;
  }

  async #journal(family: string, keys: Keys, tokens: TokenSet, space: Reservation): Promise<boolean> {
    const { step } = this.dependencies;
    const text = sealTokens(family, keys.dataKey, tokens);
    const again = async (): Promise<void> => (await this.reserve(family)).write(text);
    const write = space.write(text, async () => step('journalTemporaryWritten')).catch(again);
    const journaled = await hasSucceeded(write);
    // The write is not repeated later, since another window may have written newer tokens by then.
    this.memory.unwritten = journaled ? undefined : { family, tokens };
    return journaled;
  }

  async #dropped(family: string, space: Reservation): Promise<Durability> {
    await space.discard();
    this.memory.unwritten = undefined;
    await this.#remove([journalFile(family)]);
    const ended = await this.reader.endedOf(family).catch(() => undefined);
    if (ended) {
      await this.#clear(family, ended);
    }
    return 'ended';
  }

  /** Runs one work after the other: signing out and signing in again use the same names in the secret storage. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  #clear(family: string, ended: SessionEnd): Promise<boolean> {
    return this.#inTurn(() => this.#removeFamily(family, ended));
  }

  async #removeFamily(family: string, ended: SessionEnd): Promise<boolean> {
    const { disk, folder, secrets } = this.dependencies;
    await this.#remove([journalFile(family)]);
    this.memory.unwritten = undefined;
    const { family: current = family } = await listFolder(disk, folder).catch(() => ({ family }));
    if (current !== family) {
      return true;
    }
    if (ended.reason === 'user') {
      this.memory.keys = undefined;
    }
    return this.#removeSecrets(() =>
      ended.reason === 'user' ? secrets.deleteAll() : secrets.deleteBackup(),
    );
  }

  /** Keeps secrets whose session has another `place`, such as one of another computer. */
  async #removeSecrets(remove: () => Promise<void>): Promise<boolean> {
    const { place, secrets } = this.dependencies;
    const stored = await secrets.keys().catch(() => undefined);
    return stored !== undefined && stored.place !== (await place()) ? true : hasSucceeded(remove());
  }

  async #storeBackup(family: string, tokens: TokenSet): Promise<void> {
    const { place, secrets } = this.dependencies;
    await secrets.storeBackup({ ...tokens, family, place: await place() });
  }

  /** If the folder can't be read, the family counts as current, so that the tokens are saved. */
  async #isCurrent(family: string): Promise<boolean> {
    return this.reader.isCurrent(family).catch(() => true);
  }

  async #remove(files: readonly string[]): Promise<void> {
    await Promise.all(files.map((file) => removeQuietly(this.dependencies.disk, this.#path(file))));
  }

  #path(file: string): string {
    return path.join(this.dependencies.folder, file);
  }
}

function hasSucceeded(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
