import path from 'node:path';
import { membersOf, parseObject } from '../../../core/text/json';
import {
  codeOf,
  type Disk,
  readIfThere,
  removeQuietly,
  renameOver,
  temporaryName,
  writeNew,
} from '../system/disk';
import { liveness, type Liveness, type OperatingSystem, type Owner } from '../system/process';
import { leaseFile, type LeaseName, newestOf } from './sessionFolder';

/** Why the last attempt brought nothing. `rejected`: the provider has refused several in a row, and names why. */
export type RefreshFailure = 'offline' | 'noAnswer' | 'provider' | 'rejected' | 'storage';

/** Why a refresh brought nothing and when the next may begin: every window reads it in the lease’s file, so that all wait. */
export interface Backoff {
  readonly failure: RefreshFailure;
  readonly failedAt: number;
  readonly retryAt: number;
  /** How many attempts in a row the provider has refused, and with what. */
  readonly refusals?: number | undefined;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

export interface LeaseHolder extends Owner {
  /** One session object in one process. */
  readonly nonce: string;
}

export type LeaseOutcome =
  /** `former`: what came of the attempt before, when its owner lived to say so. */
  | { readonly kind: 'mine'; readonly lease: LeaseName; readonly former: Backoff | undefined }
  | { readonly kind: 'busy' }
  | { readonly kind: 'backingOff'; readonly backoff: Backoff };

interface Lease {
  readonly owner: LeaseHolder | undefined;
  readonly backoff: Backoff | undefined;
}

/** Longer than any backoff: a clock that was set back must not stop the session. */
const longestBackoffMs = 5 * 60_000;
/** For an owner nobody here can look at: on another machine, in another container, or hidden by the system. */
const forgottenAfterMs = 10 * 60_000;
const trustedMs = 10_000;
const noHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'UNKNOWN']);

/** The right to present one refresh token: a file made exclusively, once for each attempt. */
export class Leases {
  readonly #seen = new Map<string, { readonly state: Liveness; readonly at: number }>();

  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    private readonly system: OperatingSystem,
    private readonly me: () => Promise<LeaseHolder>,
  ) {}

  /** Only the newest attempt counts, and the next may follow when that one has failed or its owner is gone. */
  async take(
    next: Omit<LeaseName, 'file' | 'attempt'>,
    listed: readonly LeaseName[],
    now: number,
  ): Promise<LeaseOutcome> {
    const former = listed.filter((it) => it.family === next.family && it.rotation === next.rotation);
    const newest = newestOf(former);
    const found = newest && (await this.#read(newest));
    const obstacle = newest && (await this.#obstacle(newest, found, now));
    if (obstacle) {
      return obstacle;
    }
    const attempt = (newest?.attempt ?? -1) + 1;
    const file = leaseFile(next.family, next.rotation, next.fingerprint, attempt);
    if (!(await this.#make(file))) {
      return { kind: 'busy' };
    }
    // Whoever still takes one of these for the newest finds ours when it looks again before it presents
    await Promise.all(former.map((it) => removeQuietly(this.disk, this.#path(it))));
    return { kind: 'mine', lease: { ...next, attempt, file }, former: found?.backoff };
  }

  /** The attempt is over and brought nothing. Where even this can't be written, the lease is taken back. */
  async backOff(lease: LeaseName, backoff: Backoff): Promise<void> {
    const file = this.#path(lease);
    const temporary = temporaryName(file);
    try {
      await writeNew(this.disk, temporary, JSON.stringify({ owner: await this.me(), backoff }));
      await renameOver(this.disk, temporary, file);
    } catch {
      await removeQuietly(this.disk, temporary);
      await removeQuietly(this.disk, file);
    }
  }

  /** What came of an attempt; undefined while it is under way, and when its owner did not live to say so. */
  async backoffOf(lease: LeaseName): Promise<Backoff | undefined> {
    return (await this.#read(lease))?.backoff;
  }

  async #obstacle(
    lease: LeaseName,
    found: Lease | undefined,
    now: number,
  ): Promise<Exclude<LeaseOutcome, { kind: 'mine' }> | undefined> {
    if (!found) {
      return { kind: 'busy' };
    }
    const { owner, backoff } = found;
    if (backoff) {
      const leftMs = backoff.retryAt - now;
      return leftMs > 0 && leftMs <= longestBackoffMs ? { kind: 'backingOff', backoff } : undefined;
    }
    // Our own, and we are not at it any more.
    if (owner?.nonce === (await this.me()).nonce) {
      return undefined;
    }
    const state = owner ? await this.#liveness(owner, now) : 'unknown';
    const over = state === 'gone' || (state === 'unknown' && (await this.#isForgotten(lease, now)));
    return over ? undefined : { kind: 'busy' };
  }

  /** Asking for a process's start is a program run on some systems: not at every look. */
  async #liveness(owner: LeaseHolder, now: number): Promise<Liveness> {
    const seen = this.#seen.get(owner.nonce);
    const trusted = seen && Math.abs(now - seen.at) < trustedMs;
    if (trusted && (seen.state === 'unknown' || this.system.exists(owner.pid))) {
      return seen.state;
    }
    const state = await liveness(this.system, owner);
    this.#seen.set(owner.nonce, { state, at: now });
    return state;
  }

  async #isForgotten(lease: LeaseName, now: number): Promise<boolean> {
    const { mtimeMs } = await this.disk.stat(this.#path(lease));
    return now - mtimeMs > forgottenAfterMs;
  }

  /** False when somebody else was quicker. */
  async #make(name: string): Promise<boolean> {
    const file = path.join(this.folder, name);
    const temporary = temporaryName(file);
    const text = JSON.stringify({ owner: await this.me() });
    try {
      await writeNew(this.disk, temporary, text);
      // A link brings the content with it: nobody ever reads a lease without its owner.
      await this.disk.link(temporary, file).catch(async (error: unknown) => {
        if (!noHardLinks.has(codeOf(error))) {
          throw error;
        }
        await writeNew(this.disk, file, text);
      });
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') {
        return false;
      }
      throw error;
    } finally {
      await removeQuietly(this.disk, temporary);
    }
  }

  async #read(lease: LeaseName): Promise<Lease | undefined> {
    const text = await readIfThere(this.disk, this.#path(lease));
    if (text === undefined) {
      return undefined;
    }
    const { owner, backoff } = parseObject(text) ?? {};
    return { owner: parseOwner(owner), backoff: parseBackoff(backoff) };
  }

  #path({ file }: Pick<LeaseName, 'file'>): string {
    return path.join(this.folder, file);
  }
}

function parseOwner(value: unknown): LeaseHolder | undefined {
  const owner = membersOf(value);
  const { pid, startedAt, nonce } = owner;
  if (typeof pid !== 'number' || typeof startedAt !== 'number' || typeof nonce !== 'string') {
    return undefined;
  }
  const text = (name: string): string => (typeof owner[name] === 'string' ? owner[name] : '');
  const place = {
    machine: text('machine'),
    boot: text('boot'),
    space: text('space'),
    startTick: text('startTick'),
  };
  return { pid, startedAt, nonce, ...place };
}

function parseBackoff(value: unknown): Backoff | undefined {
  const { failure, failedAt, retryAt, refusals, status, error } = membersOf(value);
  if (typeof failedAt !== 'number' || typeof retryAt !== 'number') {
    return undefined;
  }
  return {
    failure: failures.find((it) => it === failure) ?? 'provider',
    failedAt,
    retryAt,
    ...(typeof refusals === 'number' && { refusals }),
    ...(typeof status === 'number' && { status }),
    ...(typeof error === 'string' && { error }),
  };
}

const failures: readonly RefreshFailure[] = ['offline', 'noAnswer', 'provider', 'rejected', 'storage'];
