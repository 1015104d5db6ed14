import type { Secret } from '../../core/text/secret';
import type { AccessTokenResult } from './accessTokenResult';
import { isUsable, isFresh, isRecent } from './freshness';
import type { Pair } from './store/journal';
import type { Refresh } from './refresh';
import type { Known, Look, SessionLook } from './store/sessionLook';
import type { SessionParts } from './sessionParts';
import type { SessionStore } from './store/sessionStore';

/** Looks until there is a token or a reason why not, and refreshes when nobody else does. */
export class ObtainToken {
  constructor(
    private readonly parts: SessionParts,
    private readonly sight: SessionLook,
    private readonly store: SessionStore,
    private readonly refresh: Refresh,
  ) {}

  async run({ refused }: { readonly refused?: Secret | undefined }): Promise<AccessTokenResult> {
    const { clock, times } = this.parts;
    for (let waitedMs = 0; ;) {
      const look = await this.sight.look();
      if (look.kind === 'known') {
        const result = await this.#with(look, refused, waitedMs >= times.waitForOtherMs);
        if (result) {
          return result;
        }
      } else if (look.kind !== 'reload' || waitedMs >= times.secretArrivalMs) {
        return this.#without(look);
      }
      await clock.wait(times.pollMs);
      waitedMs += times.pollMs;
    }
  }

  /** Undefined means look again. */
  async #with(
    known: Known,
    refused: Secret | undefined,
    last: boolean,
  ): Promise<AccessTokenResult | undefined> {
    const { clock, times } = this.parts;
    const { pair } = known;
    const { accessToken } = pair;
    if (accessToken && isFresh(pair, clock.now(), times, refused)) {
      return token(accessToken);
    }
    if (accessToken?.is(refused) && isRecent(pair, clock.now(), times)) {
      return {
        kind: 'unavailable',
        reason: 'tokenRefused',
        retryAt: pair.refreshedAt + times.leastBetweenMs,
      };
    }
    const refreshed = await this.refresh.run(known);
    switch (refreshed.kind) {
      case 'refreshed':
        return refreshed.pair.accessToken && token(refreshed.pair.accessToken, refreshed.kept);
      case 'resting': {
        const { trouble, retryAt } = refreshed.rest;
        return this.#old(pair, refused) ?? { kind: 'unavailable', reason: trouble, retryAt };
      }
      case 'busy':
        return last ? (this.#old(pair, refused) ?? { kind: 'otherWindow' }) : undefined;
      case 'moved':
        // No session at work changes for this long: the folder is damaged.
        return last ? { kind: 'unavailable', reason: 'storage', retryAt: undefined } : undefined;
    }
  }

  /** A refresh that fails takes nothing away from a token that is still good. */
  #old(pair: Pair, refused: Secret | undefined): AccessTokenResult | undefined {
    const { accessToken } = pair;
    return accessToken && isUsable(pair, this.parts.clock.now(), refused) ? token(accessToken) : undefined;
  }

  async #without(look: Exclude<Look, Known>): Promise<AccessTokenResult> {
    switch (look.kind) {
      case 'ended':
        await this.store.forget(look.chain, look.ended);
        return { kind: 'signedOut', reason: look.ended.reason, chain: look.chain };
      case 'never':
        return { kind: 'signedOut', reason: look.kind, chain: undefined };
      case 'keyLost':
        return { kind: 'signedOut', reason: look.kind, chain: look.chain };
      case 'unavailable':
        return { kind: 'unavailable', reason: look.trouble, retryAt: undefined };
      case 'reload':
        return look;
    }
  }
}

function token(accessToken: Secret, kept: Extract<AccessTokenResult, { kind: 'token' }>['kept'] = 'kept') {
  return { kind: 'token', accessToken, kept } as const;
}
