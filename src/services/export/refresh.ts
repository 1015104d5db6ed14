import type { Exchange } from '../../core/network/http';
import { parseHttpDate } from '../../core/network/retry';
import { idleLimitMs } from '../../core/export/idle';
import { refreshRequest } from '../../core/export/tokenRequest';
import { readTokenResponse, type TokenResponse } from '../../core/export/tokenResponse';
import { longestBackoffMs, type Backoff, type LeaseOutcome } from './store/lease';
import { awakeDeadline } from './system/clock';
import type { Reservation } from '../disk/durableFile';
import type { TokenSet } from './store/journal';
import { type LeaseName, fingerprintOf } from './store/sessionFolder';
import type { LiveSession, SessionReader } from './store/sessionReader';
import type { SessionDependencies } from './store/sessionDependencies';
import type { Durability, SessionStore } from './store/sessionStore';

export type RefreshResult =
  | { readonly kind: 'refreshed'; readonly tokens: TokenSet; readonly durability: Durability }
  /** The session must be read again, for example since another window has refreshed it. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'backingOff'; readonly backoff: Backoff };

/** So long that it never fires: `awakeDeadline` ends the request instead, without counting a laptop's sleep. */
const outerDeadlineMs = 24 * 60 * 60_000;
const offlineBackoffMs = 2_000;
const shortestBackoffMs = 15_000;
/**
 * An OAuth error other than `invalid_grant` may be temporary: the first two in a row are reported as a problem of the
 * provider, later ones as `rejected`.
 */
const refusalsBeforeTelling = 3;

/**
 * Leases the refresh token, sends it, then saves its successor. This order keeps two windows from sending the
 * same token.
 */
export class TokenRefresher {
  constructor(
    private readonly dependencies: SessionDependencies,
    private readonly reader: SessionReader,
    private readonly store: SessionStore,
  ) {}

  async run(live: LiveSession): Promise<RefreshResult> {
    const { step } = this.dependencies;
    const current = await this.reader.newest(live);
    // If the backup in the secret storage is newer than the journal, another window has probably written the
    // journal since it was read.
    const isAhead = current.rotation > live.tokens.rotation;
    if (isAhead && !(await this.#isNewest(live, current.rotation))) {
      return { kind: 'outdated' };
    }
    await step('read');

    const leased = await this.#lease(live, current);
    if (leased.kind !== 'mine') {
      return leased;
    }
    const { lease, former } = leased;
    await step('leased');

    // Checked again: after a laptop's sleep or a cleanup of lease files, this window may hold the lease of an
    // outdated token.
    if (!(await this.#isNewest(live, current.rotation, lease.attempt)) || (await this.#adopt(live, lease))) {
      return this.#notNeeded(lease);
    }
    const space = await this.store.reserve(live.family).catch(() => undefined);
    if (!space) {
      return this.#backOff(lease, { failure: 'storage' }, shortestBackoffMs);
    }
    await step('reserved');

    const exchange = await this.#present(live, current);
    await step('answered');

    const judgement = this.#judge(exchange, former);
    await step('judged');
    if (judgement.kind === 'tokens' || judgement.kind === 'refreshTokenOnly') {
      return this.#save(live, current, judgement, exchange, space);
    }
    await space.discard();
    if (judgement.kind === 'refused') {
      return this.#refused(live, current);
    }
    return this.#backOff(lease, judgement.details, judgement.backoffMs);
  }

  #isNewest(live: LiveSession, rotation: number, attempt?: number): Promise<boolean> {
    return this.reader.isNewest(live, rotation, attempt).catch(() => false);
  }

  async #lease(
    { family, listing }: LiveSession,
    { rotation, refreshToken }: TokenSet,
  ): Promise<LeaseOutcome> {
    const { leases, clock, disk, folder } = this.dependencies;
    const next = { family, rotation, fingerprint: fingerprintOf(refreshToken) };
    try {
      await disk.mkdir(folder, { recursive: true, mode: 0o700 });
      return await leases.acquire(next, listing.leases, clock.now());
    } catch {
      return { kind: 'backingOff', backoff: this.#backoffFor({ failure: 'storage' }, 0) };
    }
  }

  async #present({ keys }: LiveSession, { refreshToken }: TokenSet): Promise<Exchange> {
    const { client, clock, send, step, durations } = this.dependencies;
    const request = refreshRequest(client, keys.clientSecret, refreshToken);
    await step('beforeSend');
    const { signal, cancel } = awakeDeadline(clock, durations.sendMs);
    const exchange = send(request, { timeoutMs: outerDeadlineMs, signal });
    await step('sent');
    return exchange.finally(cancel);
  }

  #judge(exchange: Exchange, former: Backoff | undefined): Judged {
    const { refusals } = former ?? {};
    if (exchange.kind === 'notSent') {
      return { kind: 'failed', details: { failure: 'offline', refusals }, backoffMs: offlineBackoffMs };
    }
    if (exchange.kind === 'unanswered') {
      return { kind: 'failed', details: { failure: 'noAnswer', refusals }, backoffMs: shortestBackoffMs };
    }
    const judgement = readTokenResponse(exchange.response, this.dependencies.clock.now());
    if (judgement.kind !== 'temporary') {
      return judgement;
    }
    const { status, error, rejects, retryAfterMs = 0 } = judgement;
    const backoffMs = Math.max(retryAfterMs, shortestBackoffMs);
    if (!rejects) {
      return { kind: 'failed', details: { failure: 'provider' }, backoffMs };
    }
    const inARow = (refusals ?? 0) + 1;
    const failure = inARow < refusalsBeforeTelling ? 'provider' : 'rejected';
    return { kind: 'failed', details: { failure, refusals: inARow, status, error }, backoffMs };
  }

  async #save(
    live: LiveSession,
    old: TokenSet,
    received: Extract<Judged, { refreshToken: unknown }>,
    exchange: Exchange,
    space: Reservation,
  ): Promise<RefreshResult> {
    const tokens: TokenSet = {
      rotation: old.rotation + 1,
      refreshToken: received.refreshToken,
      accessToken: received.kind === 'tokens' ? received.accessToken : undefined,
      refreshedAt: this.dependencies.clock.now(),
      clockOffsetMs: this.#clockOffset(exchange),
    };
    const durability = await this.store.save(live, tokens, space);
    if (durability === 'ended') {
      return { kind: 'outdated' };
    }
    await this.store.sweep(live, tokens.rotation).catch(() => undefined);
    await this.dependencies.step('swept');
    return tokens.accessToken ? { kind: 'refreshed', tokens, durability } : this.#pause(live, tokens);
  }

  /** Backs off after the provider issued an unusable access token, instead of refreshing again at once. */
  async #pause(live: LiveSession, tokens: TokenSet): Promise<RefreshResult> {
    const leased = await this.#lease(live, tokens);
    return leased.kind === 'mine'
      ? this.#backOff(leased.lease, { failure: 'provider' }, this.dependencies.durations.minRefreshIntervalMs)
      : leased;
  }

  async #refused(live: LiveSession, { rotation, refreshedAt }: TokenSet): Promise<RefreshResult> {
    const reading = await this.reader.read();
    const isReplaced = reading.kind !== 'live' || reading.family !== live.family;
    if (isReplaced || (await this.reader.newest(reading)).rotation > rotation) {
      return { kind: 'outdated' };
    }
    const now = this.dependencies.clock.now();
    await this.store.end(live.family, {
      reason: now - refreshedAt >= idleLimitMs ? 'idle' : 'refused',
      at: now,
    });
    return { kind: 'outdated' };
  }

  /** Saves the new refresh token that an earlier attempt received, if its window died before it finished saving. */
  async #adopt(live: LiveSession, { attempt, rotation }: LeaseName): Promise<boolean> {
    return attempt > 0 && (await this.store.adopt(live, rotation).catch(() => false));
  }

  async #notNeeded(lease: LeaseName): Promise<RefreshResult> {
    await this.dependencies.leases.backOff(lease, this.#backoffFor({ failure: 'storage' }, 0));
    return { kind: 'outdated' };
  }

  async #backOff(lease: LeaseName, details: FailureDetails, backoffMs: number): Promise<RefreshResult> {
    const backoff = this.#backoffFor(details, Math.min(backoffMs, longestBackoffMs));
    await this.dependencies.leases.backOff(lease, backoff);
    await this.dependencies.step('backedOff');
    return { kind: 'backingOff', backoff };
  }

  #backoffFor(details: FailureDetails, backoffMs: number): Backoff {
    const now = this.dependencies.clock.now();
    return { ...details, failedAt: now, retryAt: now + backoffMs };
  }

  /** The provider's clock minus the local clock, from the `Date` header (RFC 9110 §6.6.1). */
  #clockOffset(exchange: Exchange): number {
    const date = exchange.kind === 'answered' ? parseHttpDate(exchange.response.headers.date) : undefined;
    return date === undefined ? 0 : date - this.dependencies.clock.now();
  }
}

type FailureDetails = Omit<Backoff, 'failedAt' | 'retryAt'>;

type Judged =
  | Exclude<TokenResponse, { kind: 'temporary' }>
  | { readonly kind: 'failed'; readonly details: FailureDetails; readonly backoffMs: number };
