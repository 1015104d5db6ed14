import path from 'node:path';
import { removeQuietly } from '../platform/disk';
import { type Reservation, reserve, writeDurably } from '../platform/durableFile';
import { type Ended, spellEnded } from './ended';
import { type Pair, sealPair } from './journal';
import { endedFile, journalFile, list } from './sessionFolder';
import { arrivalMs, type Known, type SessionLook } from './sessionLook';
import type { SessionMemory } from './sessionMemory';
import type { SessionParts } from '../sessionParts';
import type { Keys } from './sessionSecrets';

/** Where the newest pair is now: only `kept` and `journalOnly` survive a crash in every window. */
export type Kept = 'kept' | 'journalOnly' | 'secretsOnly' | 'memoryOnly' | 'ended';

const keptGenerations = 32;
const abandonedMs = 60 * 60_000;

export class SessionStore {
  constructor(
    private readonly parts: SessionParts,
    private readonly memory: SessionMemory,
    private readonly sight: SessionLook,
  ) {}

  async reserve(chain: string): Promise<Reservation> {
    return reserve(this.parts.disk, this.#path(journalFile(chain)));
  }

  /** Journal first, then the secret storage. Never fails: a pair that nothing takes stays in memory. */
  async keep({ chain, keys }: Known, pair: Pair, space: Reservation): Promise<Kept> {
    const { secrets, step } = this.parts;
    if (!(await this.#isCurrent(chain))) {
      return this.#dropped(chain, space);
    }
    const journaled = await this.#journal(chain, keys, pair, space);
    await step('journalWritten');
    const mirrored = await succeeds(secrets.storeMirror({ ...pair, chain }));
    await step('secretStored');
    // Signed out, or in again, meanwhile: nothing of this chain may stay behind.
    if (!(await this.#isCurrent(chain))) {
      return this.#dropped(chain, space);
    }
    if (journaled) {
      return mirrored ? 'kept' : 'journalOnly';
    }
    return mirrored ? 'secretsOnly' : 'memoryOnly';
  }

  /** The mark counts before anything is removed, and whatever is written after it counts for nothing. */
  async end(chain: string, ended: Ended): Promise<boolean> {
    this.memory.ended.set(chain, ended);
    await succeeds(this.parts.disk.mkdir(this.parts.folder, { recursive: true, mode: 0o700 }));
    const mark = writeDurably(this.parts.disk, this.#path(endedFile(chain)), spellEnded(ended));
    const marked = await succeeds(mark);
    const cleared = await this.#clear(chain, ended);
    return marked && cleared;
  }

  async signOut(now: number): Promise<boolean> {
    const { disk, folder, secrets } = this.parts;
    const listing = await list(disk, folder).catch(() => undefined);
    const chain = listing?.chain ?? (await secrets.mirror().catch(() => undefined))?.chain;
    if (chain !== undefined) {
      return this.end(chain, { reason: 'user', at: now });
    }
    this.memory.keys = undefined;
    return (await succeeds(secrets.deleteAll())) && listing !== undefined;
  }

  /** Rejects where the secrets or the folder don't take the session: then none was begun. */
  async begin(chain: string, keys: Keys, pair: Pair): Promise<void> {
    const { disk, folder, secrets } = this.parts;
    await disk.mkdir(folder, { recursive: true, mode: 0o700 });
    await secrets.storeKeys(keys);
    await writeDurably(disk, this.#path(journalFile(chain)), sealPair(chain, keys.dataKey, pair));
    this.memory.keys = keys;
    await succeeds(secrets.storeMirror({ ...pair, chain }));
    const { files } = await list(disk, folder);
    const replaced = files.filter((file) => /^(journal|ended)\./.test(file) && !file.includes(chain));
    await this.#remove(replaced);
  }

  /** Other windows' secret storages forget by themselves, except where windows share nothing live. */
  async forget(chain: string, ended: Ended): Promise<void> {
    if (this.memory.ended.has(chain) || this.parts.clock.now() - ended.at < arrivalMs) {
      return;
    }
    this.memory.ended.set(chain, ended);
    await this.#clear(chain, ended);
  }

  /** Only what can't matter any more: who still wins an old claim finds that the journal has moved. */
  async sweep({ chain, listing }: Known, generation: number): Promise<void> {
    const oldest = generation - keptGenerations;
    const old = listing.claims.filter((it) => it.chain === chain && it.generation <= oldest);
    await this.#remove(old.map(({ file }) => file));
    const newestAt = await this.#writtenAt(journalFile(chain));
    for (const file of listing.files.filter((name) => name.endsWith('.tmp'))) {
      if (newestAt - (await this.#writtenAt(file)) > abandonedMs) {
        await this.#remove([file]);
      }
    }
  }

  /** By the clock of the disk, which is the same for every file on it. */
  async #writtenAt(file: string): Promise<number> {
    return (await this.parts.disk.stat(this.#path(file))).mtimeMs;
  }

  async #journal(chain: string, keys: Keys, pair: Pair, space: Reservation): Promise<boolean> {
    const { disk, step } = this.parts;
    const text = sealPair(chain, keys.dataKey, pair);
    const again = (): Promise<void> => writeDurably(disk, this.#path(journalFile(chain)), text);
    const write = space.write(text, async () => step('journalTemporaryWritten')).catch(again);
    const journaled = await succeeds(write);
    // Not tried later: only now, before anybody else can know this pair, is it surely the newest.
    this.memory.unwritten = journaled ? undefined : { chain, pair };
    return journaled;
  }

  async #dropped(chain: string, space: Reservation): Promise<Kept> {
    await space.discard();
    this.memory.unwritten = undefined;
    await this.#remove([journalFile(chain)]);
    const ended = await this.sight.endedOf(chain).catch(() => undefined);
    if (ended) {
      await this.#clear(chain, ended);
    }
    return 'ended';
  }

  async #clear(chain: string, ended: Ended): Promise<boolean> {
    const { disk, folder, secrets } = this.parts;
    await this.#remove([journalFile(chain)]);
    this.memory.unwritten = undefined;
    const { chain: current = chain } = await list(disk, folder).catch(() => ({ chain }));
    if (current !== chain) {
      return true;
    }
    if (ended.reason !== 'user') {
      return succeeds(secrets.deleteMirror());
    }
    this.memory.keys = undefined;
    return succeeds(secrets.deleteAll());
  }

  /** Where the folder can't be read, the newest pair is rather kept once too often. */
  async #isCurrent(chain: string): Promise<boolean> {
    return this.sight.isCurrent(chain).catch(() => true);
  }

  async #remove(files: readonly string[]): Promise<void> {
    await Promise.all(files.map((file) => removeQuietly(this.parts.disk, this.#path(file))));
  }

  #path(file: string): string {
    return path.join(this.parts.folder, file);
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
