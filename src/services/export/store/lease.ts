import path from 'node:path';
import * as v from 'valibot';
import { optionalOrMissing, parseJson, readAs } from '../../../core/text/json';
import {
  codeOf,
  type Disk,
  readIfThere,
  removeQuietly,
  renameOver,
  temporaryName,
  writeNew,
} from '../../disk/disk';
import {
  processLiveness,
  type Liveness,
  type OperatingSystem,
  type ProcessIdentity,
  processIdentitySchema,
} from '../system/process';
import { leaseFile, type LeaseName, newestLease } from './sessionFolder';

const attemptFailures = ['offline', 'noAnswer', 'provider', 'rejected', 'storage'] as const;

/** Why the last attempt failed. `rejected`: the provider has refused several attempts in a row with the same error. */
export type RefreshFailure = (typeof attemptFailures)[number];

/** Why an attempt failed, and when the next may begin. It is stored in the lease's file, so that all windows wait. */
export interface Backoff {
  readonly failure: RefreshFailure;
  readonly failedAt: number;
  readonly retryAt: number;
  /** How many attempts in a row the provider refused, and with which error. */
  readonly refusals?: number | undefined;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

export interface LeaseHolder extends ProcessIdentity {
  /** Identifies one session object in one process. */
  readonly nonce: string;
}

export type LeaseOutcome =
  /** `former`: the result of the attempt before, if its owner recorded one. */
  | { readonly kind: 'mine'; readonly lease: LeaseName; readonly former: Backoff | undefined }
  | { readonly kind: 'busy' }
  | { readonly kind: 'backingOff'; readonly backoff: Backoff };

interface Lease {
  readonly owner?: LeaseHolder | undefined;
  readonly backoff?: Backoff | undefined;
}

/** No backoff is longer, so that a clock that was set back can't stop the session. */
const longestBackoffMs = 5 * 60_000;
/**
 * How long a lease is kept whose owner can't be checked, because it is on another computer, in another container, or
 * hidden by the system.
 */
const forgottenAfterMs = 10 * 60_000;
const trustedMs = 10_000;
const noHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'UNKNOWN']);

/** The right to present a refresh token: a file that is created exclusively, one for each attempt. */
export class Leases {
  readonly #seen = new Map<string, { readonly state: Liveness; readonly at: number }>();

  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    private readonly system: OperatingSystem,
    private readonly me: () => Promise<LeaseHolder>,
  ) {}

  /** Takes the lease of the next attempt, if the newest attempt has failed or its owner is gone. */
  async acquire(
    next: Omit<LeaseName, 'file' | 'attempt'>,
    listed: readonly LeaseName[],
    now: number,
  ): Promise<LeaseOutcome> {
    const former = listed.filter((it) => it.family === next.family && it.rotation === next.rotation);
    const newest = newestLease(former);
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
    // A window with an older listing finds the new lease when it checks again before presenting.
    await Promise.all(former.map((it) => removeQuietly(this.disk, this.#path(it))));
    return { kind: 'mine', lease: { ...next, attempt, file }, former: found?.backoff };
  }

  /** Records that the attempt failed. If that can't be written, the lease is removed. */
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

  /** Returns the result of an attempt; undefined while it is under way, or if its owner died without recording one. */
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
    // This session object holds the lease, and works on it no longer.
    if (owner?.nonce === (await this.me()).nonce) {
      return undefined;
    }
    const state = owner ? await this.#liveness(owner, now) : 'unknown';
    const over = state === 'gone' || (state === 'unknown' && (await this.#isForgotten(lease, now)));
    return over ? undefined : { kind: 'busy' };
  }

  /** The result is cached, since finding a process's start time runs a program on some systems. */
  async #liveness(owner: LeaseHolder, now: number): Promise<Liveness> {
    const seen = this.#seen.get(owner.nonce);
    const trusted = seen && Math.abs(now - seen.at) < trustedMs;
    if (trusted && (seen.state === 'unknown' || this.system.exists(owner.pid))) {
      return seen.state;
    }
    const state = await processLiveness(this.system, owner);
    this.#seen.set(owner.nonce, { state, at: now });
    return state;
  }

  async #isForgotten(lease: LeaseName, now: number): Promise<boolean> {
    const { mtimeMs } = await this.disk.stat(this.#path(lease));
    return now - mtimeMs > forgottenAfterMs;
  }

  /** Returns false if another window was first. */
  async #make(name: string): Promise<boolean> {
    const file = path.join(this.folder, name);
    const temporary = temporaryName(file);
    const text = JSON.stringify({ owner: await this.me() });
    try {
      await writeNew(this.disk, temporary, text);
      // The link makes name and content appear together, so that no window reads a lease without its owner.
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
    return readAs(leaseSchema, parseJson(text)) ?? {};
  }

  #path({ file }: Pick<LeaseName, 'file'>): string {
    return path.join(this.folder, file);
  }
}

const leaseSchema = v.object({
  owner: optionalOrMissing(v.object({ ...processIdentitySchema.entries, nonce: v.string() })),
  backoff: optionalOrMissing(
    v.object({
      failure: v.fallback(v.picklist(attemptFailures), 'provider'),
      failedAt: v.number(),
      retryAt: v.number(),
      refusals: optionalOrMissing(v.number()),
      status: optionalOrMissing(v.number()),
      error: optionalOrMissing(v.string()),
    }),
  ),
});
