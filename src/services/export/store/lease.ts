import path from 'node:path';
import * as v from 'valibot';
import { missingIfInvalid, parseJson, readAs } from '../../../core/text/json';
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

/** `rejected`: the provider refused three or more attempts in a row with an OAuth error such as `invalid_client`. */
export type RefreshFailure = (typeof attemptFailures)[number];

/** Written into the lease file of the failed attempt, so that all windows wait until `retryAt`. */
export interface Backoff {
  readonly failure: RefreshFailure;
  readonly failedAt: number;
  readonly retryAt: number;
  /** The number of refusals in a row by the provider; `status` and `error` are set only if this attempt was refused. */
  readonly refusals?: number | undefined;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

export interface LeaseHolder extends ProcessIdentity {
  /** Identifies one `ExportSession` object, of which a process may have several. */
  readonly nonce: string;
}

export type LeaseOutcome =
  /** `former`: how the previous attempt failed; undefined if there was none, or it left no `Backoff`. */
  | { readonly kind: 'mine'; readonly lease: LeaseName; readonly former: Backoff | undefined }
  | { readonly kind: 'busy' }
  | { readonly kind: 'backingOff'; readonly backoff: Backoff };

interface Lease {
  readonly owner?: LeaseHolder | undefined;
  readonly backoff?: Backoff | undefined;
}

/** No refresh backs off for longer: a lease with more time left is ignored, since the clock must have been set back. */
export const longestBackoffMs = 5 * 60_000;
/**
 * A lease expires after this time if its owner can't be checked: on another computer, in another container,
 * or hidden by the system.
 */
const forgottenAfterMs = 10 * 60_000;
const trustedMs = 10_000;
const noHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'UNKNOWN']);

/** A lease is the right to send a refresh token: a file that only one window can create, one for each attempt. */
export class Leases {
  readonly #seen = new Map<string, { readonly state: Liveness; readonly at: number }>();

  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    private readonly system: OperatingSystem,
    private readonly me: () => Promise<LeaseHolder>,
  ) {}

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
    // The older lease files are needed no more: a refresh that still creates one finds the newer lease before
    // it sends (`SessionReader.isNewest`).
    await Promise.all(former.map((it) => removeQuietly(this.disk, this.#path(it))));
    return { kind: 'mine', lease: { ...next, attempt, file }, former: found?.backoff };
  }

  /**
   * If `backoff` can't be written, the lease file is removed, so that other windows need not wait for this
   * process to end.
   */
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

  /** Only an attempt that has ended without a new token leaves a backoff. */
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
    // Refreshes of one session object don't overlap, so its own lease without a backoff is a leftover.
    if (owner?.nonce === (await this.me()).nonce) {
      return undefined;
    }
    const state = owner ? await this.#liveness(owner, now) : 'unknown';
    const over = state === 'gone' || (state === 'unknown' && (await this.#isForgotten(lease, now)));
    return over ? undefined : { kind: 'busy' };
  }

  /** Cached for ten seconds, since finding out when a process started runs a program on macOS and Windows. */
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

  async #make(name: string): Promise<boolean> {
    const file = path.join(this.folder, name);
    const temporary = temporaryName(file);
    const text = JSON.stringify({ owner: await this.me() });
    try {
      await writeNew(this.disk, temporary, text);
      // A hard link shows name and content at once, so that no window reads a lease file without its owner.
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
  owner: missingIfInvalid(v.object({ ...processIdentitySchema.entries, nonce: v.string() })),
  backoff: missingIfInvalid(
    v.object({
      failure: v.fallback(v.picklist(attemptFailures), 'provider'),
      failedAt: v.number(),
      retryAt: v.number(),
      refusals: missingIfInvalid(v.number()),
      status: missingIfInvalid(v.number()),
      error: missingIfInvalid(v.string()),
    }),
  ),
});
