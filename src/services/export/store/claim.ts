import path from 'node:path';
import { parseObject } from '../../../core/text/json';
import {
  codeOf,
  type Disk,
  readIfThere,
  removeQuietly,
  renameOver,
  temporaryName,
  writeNew,
} from '../platform/disk';
import { liveness, type OperatingSystem, type Owner } from './process';
import { claimFile, type ClaimName } from './sessionFolder';

/** Why the last try brought nothing; told to every window, so that they rest together. */
export type Trouble = 'offline' | 'noAnswer' | 'provider' | 'storage';

export interface Rest {
  readonly trouble: Trouble;
  readonly restedAt: number;
  readonly retryAt: number;
}

export interface Claimant extends Owner {
  /** One session object in one process. */
  readonly nonce: string;
}

export type ClaimOutcome =
  | { readonly kind: 'mine'; readonly claim: ClaimName }
  | { readonly kind: 'busy' }
  | { readonly kind: 'resting'; readonly rest: Rest };

interface Claim {
  readonly owner: Claimant | undefined;
  readonly rest: Rest | undefined;
}

/** Longer than any rest: a clock that was set back must not stop the session. */
const longestRestMs = 5 * 60_000;
/** For an owner nobody here can look at: on another machine, or in another container. */
const forgottenAfterMs = 10 * 60_000;
const trustedAliveMs = 10_000;
const noHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'UNKNOWN']);

/** The right to present one refresh token: a file made exclusively, once for each try. */
export class Claims {
  readonly #alive = new Map<string, number>();

  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    private readonly system: OperatingSystem,
    private readonly me: () => Promise<Claimant>,
  ) {}

  /** Only the newest try counts, and the next may follow when that one rests or its owner is gone. */
  async take(next: Omit<ClaimName, 'file' | 'level'>, listed: readonly ClaimName[], now: number) {
    const newest = listed
      .filter((it) => it.chain === next.chain && it.generation === next.generation)
      .reduce<ClaimName | undefined>((top, it) => (top && top.level > it.level ? top : it), undefined);
    if (newest) {
      const hindrance = await this.#hindrance(newest, now);
      if (hindrance) {
        return hindrance;
      }
    }
    const level = (newest?.level ?? -1) + 1;
    const file = claimFile(next.chain, next.generation, next.fingerprint, level);
    const claim = { ...next, level, file };
    return this.#make(claim);
  }

  /** The try is over and brought nothing. Where even this can't be written, the claim is taken back. */
  async rest(claim: ClaimName, rest: Rest): Promise<void> {
    const file = path.join(this.folder, claim.file);
    const temporary = temporaryName(file);
    try {
      await writeNew(this.disk, temporary, JSON.stringify({ owner: await this.me(), rest }));
      await renameOver(this.disk, temporary, file);
    } catch {
      await removeQuietly(this.disk, temporary);
      await removeQuietly(this.disk, file);
    }
  }

  /** When the newest try of this generation began to rest: what a once-a-day refresh goes by. */
  async restedAt(claims: readonly ClaimName[]): Promise<number | undefined> {
    const rests = await Promise.all(claims.map(async (claim) => (await this.#read(claim))?.rest?.restedAt));
    return rests.filter((at) => at !== undefined).sort((a, b) => b - a)[0];
  }

  async #hindrance(claim: ClaimName, now: number): Promise<ClaimOutcome | undefined> {
    const found = await this.#read(claim);
    if (!found) {
      return { kind: 'busy' };
    }
    const { owner, rest } = found;
    if (rest) {
      const leftMs = rest.retryAt - now;
      return leftMs > 0 && leftMs <= longestRestMs ? { kind: 'resting', rest } : undefined;
    }
    // Our own, and we are not at it any more.
    if (owner?.nonce === (await this.me()).nonce) {
      return undefined;
    }
    if (owner && this.#seenAlive(owner, now)) {
      return { kind: 'busy' };
    }
    const state = owner ? await liveness(this.system, owner) : 'unknown';
    if (owner && state === 'alive') {
      this.#alive.set(owner.nonce, now);
    }
    if (state === 'unknown') {
      return (await this.#forgotten(claim, now)) ? undefined : { kind: 'busy' };
    }
    return state === 'gone' ? undefined : { kind: 'busy' };
  }

  /** Asking for a process's start is a program run on some systems: not at every look. */
  #seenAlive({ nonce, pid }: Claimant, now: number): boolean {
    const seenAt = this.#alive.get(nonce);
    return seenAt !== undefined && Math.abs(now - seenAt) < trustedAliveMs && this.system.exists(pid);
  }

  async #forgotten(claim: ClaimName, now: number): Promise<boolean> {
    const { mtimeMs } = await this.disk.stat(path.join(this.folder, claim.file));
    return now - mtimeMs > forgottenAfterMs;
  }

  async #make(claim: ClaimName): Promise<ClaimOutcome> {
    const file = path.join(this.folder, claim.file);
    const temporary = temporaryName(file);
    const text = JSON.stringify({ owner: await this.me() });
    try {
      await writeNew(this.disk, temporary, text);
      // A link brings the content with it: nobody ever reads a claim without its owner.
      await this.disk.link(temporary, file).catch(async (error: unknown) => {
        if (!noHardLinks.has(codeOf(error))) {
          throw error;
        }
        await writeNew(this.disk, file, text);
      });
      return { kind: 'mine', claim };
    } catch (error) {
      if (codeOf(error) === 'EEXIST') {
        return { kind: 'busy' };
      }
      throw error;
    } finally {
      await removeQuietly(this.disk, temporary);
    }
  }

  async #read(claim: ClaimName): Promise<Claim | undefined> {
    const text = await readIfThere(this.disk, path.join(this.folder, claim.file));
    if (text === undefined) {
      return undefined;
    }
    const { owner, rest } = parseObject(text) ?? {};
    return { owner: parseOwner(owner), rest: parseRest(rest) };
  }
}

function parseOwner(value: unknown): Claimant | undefined {
  const owner = members(value);
  const { pid, startedAt, nonce } = owner;
  if (typeof pid !== 'number' || typeof startedAt !== 'number' || typeof nonce !== 'string') {
    return undefined;
  }
  const text = (name: string): string => (typeof owner[name] === 'string' ? owner[name] : '');
  const place = {
    host: text('host'),
    boot: text('boot'),
    space: text('space'),
    startTick: text('startTick'),
  };
  return { pid, startedAt, nonce, ...place };
}

function parseRest(value: unknown): Rest | undefined {
  const { trouble, restedAt, retryAt } = members(value);
  if (typeof restedAt !== 'number' || typeof retryAt !== 'number') {
    return undefined;
  }
  return { trouble: troubles.find((it) => it === trouble) ?? 'provider', restedAt, retryAt };
}

const troubles: readonly Trouble[] = ['offline', 'noAnswer', 'provider', 'storage'];

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
