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

/** Where the newest tokens are stored. Only with `durable` and `journalOnly` do they survive a crash of every window. */
export type Durability = 'durable' | 'journalOnly' | 'secretsOnly' | 'memoryOnly' | 'ended';

const rememberedRotations = 32;
/** Leases of older rotations and families are removed at this age, when nobody can present their tokens any more. */
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

  /** Adopts a successor that a window wrote but did not rename before it died; false if there is none. */
  async adopt({ family, keys }: LiveSession, rotation: number): Promise<boolean> {
    const { disk, folder } = this.dependencies;
    const { files } = await listFolder(disk, folder);
    for (const file of files.filter((name) => isUnfinishedJournal(name, family))) {
      // The file may still be padded with the space that was reserved for it.
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

  /** Writes the journal, then the secret storage. Never fails: tokens that neither takes stay in memory. */
  async save({ family, keys }: LiveSession, tokens: TokenSet, space: Reservation): Promise<Durability> {
    const { step } = this.dependencies;
    if (!(await this.#isCurrent(family))) {
      return this.#dropped(family, space);
    }
    const journaled = await this.#journal(family, keys, tokens, space);
    await step('journalWritten');
    const backedUp = await hasSucceeded(this.#storeBackup(family, tokens));
    await step('secretStored');
    // If the person has signed out or in again since, nothing of this family may stay.
    if (!(await this.#isCurrent(family))) {
      return this.#dropped(family, space);
    }
    if (journaled) {
      return backedUp ? 'durable' : 'journalOnly';
    }
    return backedUp ? 'secretsOnly' : 'memoryOnly';
  }

  /** Marks the family as ended before anything is removed; what is written to it afterwards does not count. */
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

  /** Rejects if the folder or the secret storage doesn't take the new session; the former one stays then. */
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

  /** Removes the secrets of a family that another window ended: its removal may not reach this window. */
  async forget(family: string, ended: SessionEnd): Promise<void> {
    if (this.memory.ended.has(family) || this.dependencies.clock.now() - ended.at < maxSecretArrivalMs) {
      return;
    }
    this.memory.ended.set(family, ended);
    await this.#clear(family, ended);
  }

  /** Removes files that no longer matter: whoever wins an old lease finds that the journal has another rotation. */
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

  /** Returns when a file was written, by the clock of the disk, which is the same for all of its files. */
  async #writtenAt(file: string): Promise<number> {
    return (await this.dependencies.disk.stat(this.#path(file))).mtimeMs;
  }

  async #journal(family: string, keys: Keys, tokens: TokenSet, space: Reservation): Promise<boolean> {
    const { step } = this.dependencies;
    const text = sealTokens(family, keys.dataKey, tokens);
    const again = async (): Promise<void> => (await this.reserve(family)).write(text);
    const write = space.write(text, async () => step('journalTemporaryWritten')).catch(again);
    const journaled = await hasSucceeded(write);
    // Writing is not repeated later, since by then another window may have newer tokens.
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

  /** Runs one after the other, since signing out of one family and into the next use the same names in the secret storage. */
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

  /** Keeps the secrets of a session on another computer. */
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
