import type { Exchange } from '../../core/network/http';
import { parseHttpDate } from '../../core/network/httpDate';
import { chainLifeMs } from '../../core/export/idle';
import { refreshRequest } from '../../core/export/tokenRequest';
import { judgeTokenResponse, type TokenJudgement } from '../../core/export/tokenResponse';
import type { ClaimOutcome, Rest, Trouble } from './store/claim';
import { awakeDeadline } from './platform/clock';
import type { Reservation } from './platform/durableFile';
import type { Pair } from './store/journal';
import { type ClaimName, fingerprintOf } from './store/sessionFolder';
import type { Known, SessionLook } from './store/sessionLook';
import type { SessionParts } from './sessionParts';
import type { Kept, SessionStore } from './store/sessionStore';

export type Refreshed =
  | { readonly kind: 'refreshed'; readonly pair: Pair; readonly kept: Kept }
  /** Look again: somebody else refreshed, or the chain ended. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'resting'; readonly rest: Rest };

/** Of Send itself: far beyond ours, which does not count the time that a laptop sleeps. */
const outerDeadlineMs = 24 * 60 * 60_000;
const offlineRestMs = 2_000;
const shortestRestMs = 15_000;
const longestRestMs = 5 * 60_000;

/** The order in which a refresh token is presented and its successor kept, written here and nowhere else. */
export class Refresh {
  constructor(
    private readonly parts: SessionParts,
    private readonly sight: SessionLook,
    private readonly store: SessionStore,
  ) {}

  async run(known: Known): Promise<Refreshed> {
    const { step } = this.parts;
    const current = await this.sight.newest(known);
    // A mirror that is ahead of the journal most often means that the journal has moved since.
    const ahead = current.generation > known.pair.generation;
    if (ahead && !(await this.#isNewest(known, current.generation))) {
      return { kind: 'moved' };
    }
    await step('looked');

    const claimed = await this.#claim(known, current);
    if (claimed.kind !== 'mine') {
      return claimed;
    }
    const { claim } = claimed;
    await step('claimed');

    // Whoever wins an old claim, after a sleep or a sweep, finds out here.
    if (!(await this.#isNewest(known, current.generation, claim.level))) {
      return this.#notNeeded(claim);
    }
    const space = await this.store.reserve(known.chain).catch(() => undefined);
    if (!space) {
      return this.#rest(claim, 'storage', shortestRestMs);
    }
    await step('reserved');

    const exchange = await this.#present(known, current);
    await step('answered');

    const judgement = this.#judge(exchange);
    await step('judged');
    if (judgement.kind === 'tokens' || judgement.kind === 'refreshTokenOnly') {
      return this.#keep(known, current, judgement, exchange, space);
    }
    await space.discard();
    if (judgement.kind === 'refused') {
      return this.#refused(known, current);
    }
    return this.#rest(claim, judgement.trouble, judgement.restMs);
  }

  #isNewest(known: Known, generation: number, level?: number): Promise<boolean> {
    return this.sight.isNewest(known, generation, level).catch(() => false);
  }

  async #claim({ chain, listing }: Known, { generation, refreshToken }: Pair): Promise<ClaimOutcome> {
    const { claims, clock, disk, folder } = this.parts;
    const next = { chain, generation, fingerprint: fingerprintOf(refreshToken) };
    try {
      await disk.mkdir(folder, { recursive: true, mode: 0o700 });
      return await claims.take(next, listing.claims, clock.now());
    } catch {
      return { kind: 'resting', rest: this.#restFor('storage', 0) };
    }
  }

  async #present({ keys }: Known, { refreshToken }: Pair): Promise<Exchange> {
    const { client, clock, send, step, times } = this.parts;
    const request = refreshRequest(client, keys.clientSecret, refreshToken);
    await step('beforeSend');
    const { signal, cancel } = awakeDeadline(clock, times.sendMs);
    const exchange = send(request, { deadlineMs: outerDeadlineMs, signal });
    await step('sent');
    return exchange.finally(cancel);
  }

  #judge(exchange: Exchange): Judged {
    if (exchange.kind === 'notSent') {
      return { kind: 'fruitless', trouble: 'offline', restMs: offlineRestMs };
    }
    if (exchange.kind === 'unanswered') {
      return { kind: 'fruitless', trouble: 'noAnswer', restMs: shortestRestMs };
    }
    const judgement = judgeTokenResponse(exchange.response, this.parts.clock.now());
    if (judgement.kind !== 'temporary') {
      return judgement;
    }
    const restMs = Math.max(judgement.retryAfterMs ?? shortestRestMs, shortestRestMs);
    return { kind: 'fruitless', trouble: 'provider', restMs };
  }

  async #keep(
    known: Known,
    old: Pair,
    tokens: Extract<Judged, { refreshToken: unknown }>,
    exchange: Exchange,
    space: Reservation,
  ): Promise<Refreshed> {
    const pair: Pair = {
      generation: old.generation + 1,
      refreshToken: tokens.refreshToken,
      accessToken: tokens.kind === 'tokens' ? tokens.accessToken : undefined,
      refreshedAt: this.parts.clock.now(),
      clockOffsetMs: this.#clockOffset(exchange),
    };
    const kept = await this.store.keep(known, pair, space);
    if (kept === 'ended') {
      return { kind: 'moved' };
    }
    await this.store.sweep(known, pair.generation).catch(() => undefined);
    await this.parts.step('swept');
    if (pair.accessToken) {
      return { kind: 'refreshed', pair, kept };
    }
    return { kind: 'resting', rest: this.#restFor('provider', shortestRestMs) };
  }

  /** The provider refused the newest token: unless it was not the newest after all, the chain is over. */
  async #refused(known: Known, { generation, refreshedAt }: Pair): Promise<Refreshed> {
    const look = await this.sight.look();
    const moved = look.kind !== 'known' || look.chain !== known.chain;
    if (moved || (await this.sight.newest(look)).generation > generation) {
      return { kind: 'moved' };
    }
    const now = this.parts.clock.now();
    await this.store.end(known.chain, {
      reason: now - refreshedAt >= chainLifeMs ? 'idle' : 'refused',
      at: now,
    });
    return { kind: 'moved' };
  }

  async #notNeeded(claim: ClaimName): Promise<Refreshed> {
    await this.parts.claims.rest(claim, this.#restFor('storage', 0));
    return { kind: 'moved' };
  }

  async #rest(claim: ClaimName, trouble: Trouble, restMs: number): Promise<Refreshed> {
    const rest = this.#restFor(trouble, Math.min(restMs, longestRestMs));
    await this.parts.claims.rest(claim, rest);
    await this.parts.step('rested');
    return { kind: 'resting', rest };
  }

  #restFor(trouble: Trouble, restMs: number): Rest {
    const now = this.parts.clock.now();
    return { trouble, restedAt: now, retryAt: now + restMs };
  }

  /** RFC 9110 §6.6.1: how far the person's clock is off, so that `exp` is read by the provider's. */
  #clockOffset(exchange: Exchange): number {
    const date = exchange.kind === 'answered' ? parseHttpDate(exchange.response.headers.date) : undefined;
    return date === undefined ? 0 : date - this.parts.clock.now();
  }
}

type Judged =
  | Exclude<TokenJudgement, { kind: 'temporary' }>
  | { readonly kind: 'fruitless'; readonly trouble: Trouble; readonly restMs: number };
