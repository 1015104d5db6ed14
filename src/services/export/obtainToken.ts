import type { Secret } from '../../core/text/secret';
import type { AccessTokenResult, SignedOut, Unavailable } from './accessTokenResult';
import { isUsable, isFresh, wasJustRefreshed } from './freshness';
import type { TokenSet } from './store/journal';
import type { TokenRefresher } from './refresh';
import type { LiveSession, StoredSession, SessionReader } from './store/sessionReader';
import type { SessionDependencies } from './store/sessionDependencies';
import type { SessionStore } from './store/sessionStore';

/**
 * Polls the session until it has an access token or a reason for none, and refreshes unless another window is
 * doing so.
 */
export class TokenObtainer {
  constructor(
    private readonly dependencies: SessionDependencies,
    private readonly reader: SessionReader,
    private readonly store: SessionStore,
    private readonly refresh: TokenRefresher,
  ) {}

  async run({ refused }: { readonly refused?: Secret | undefined }): Promise<AccessTokenResult> {
    const { clock, durations } = this.dependencies;
    for (let waitedMs = 0; ;) {
      const reading = await this.reader.read();
      if (reading.kind === 'live') {
        const result = await this.#with(reading, refused, waitedMs >= durations.waitForOtherMs);
        if (result) {
          return result;
        }
      } else if (reading.kind !== 'reload' || waitedMs >= durations.waitForSecretMs) {
        return this.#without(reading);
      }
      await clock.wait(durations.pollMs);
      waitedMs += durations.pollMs;
    }
  }

  /** Returns undefined if `run` has to read the session again. */
  async #with(
    live: LiveSession,
    refused: Secret | undefined,
    last: boolean,
  ): Promise<AccessTokenResult | undefined> {
    const { clock, durations } = this.dependencies;
    const { tokens } = live;
    const { accessToken } = tokens;
    if (accessToken && isFresh(tokens, clock.now(), durations, refused)) {
      return tokenResult(accessToken);
    }
    if (accessToken?.is(refused) && wasJustRefreshed(tokens, clock.now(), durations)) {
      return {
        kind: 'unavailable',
        reason: 'tokenRefused',
        retryAt: tokens.refreshedAt + durations.minRefreshIntervalMs,
      };
    }
    const refreshed = await this.refresh.run(live);
    switch (refreshed.kind) {
      case 'refreshed':
        return (
          refreshed.tokens.accessToken && tokenResult(refreshed.tokens.accessToken, refreshed.durability)
        );
      case 'backingOff': {
        const { failure, retryAt, status, error } = refreshed.backoff;
        return this.#old(tokens, refused) ?? { kind: 'unavailable', reason: failure, retryAt, status, error };
      }
      case 'busy':
        return last ? (this.#old(tokens, refused) ?? { kind: 'otherWindow' }) : undefined;
      case 'outdated':
        // A session that stays outdated for `waitForOtherMs` has a damaged folder.
        return last ? { kind: 'unavailable', reason: 'storage', retryAt: undefined } : undefined;
    }
  }

  #old(tokens: TokenSet, refused: Secret | undefined): AccessTokenResult | undefined {
    const { accessToken } = tokens;
    return accessToken && isUsable(tokens, this.dependencies.clock.now(), refused)
      ? tokenResult(accessToken)
      : undefined;
  }

  async #without(reading: Exclude<StoredSession, LiveSession>): Promise<AccessTokenResult> {
    if (reading.kind === 'ended') {
      await this.store.forget(reading.family, reading.ended);
    }
    return resultWithoutSession(reading);
  }
}

export function resultWithoutSession(
  reading: Exclude<StoredSession, LiveSession>,
): SignedOut | Unavailable | { readonly kind: 'reload' } {
  switch (reading.kind) {
    case 'ended':
      return { kind: 'signedOut', reason: reading.ended.reason, family: reading.family };
    case 'never':
    case 'elsewhere':
      return { kind: 'signedOut', reason: reading.kind, family: undefined };
    case 'keyLost':
      return { kind: 'signedOut', reason: reading.kind, family: reading.family };
    case 'unavailable':
      return { kind: 'unavailable', reason: reading.failure, retryAt: undefined };
    case 'reload':
      return reading;
  }
}

function tokenResult(
  accessToken: Secret,
  durability: Extract<AccessTokenResult, { kind: 'token' }>['durability'] = 'durable',
) {
  return { kind: 'token', accessToken, durability } as const;
}
