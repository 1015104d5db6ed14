import type { Secret } from '../../core/text/secret';
import type { SignInResult } from './accessTokenResult';
import { newDataKey } from './store/journal';
import { fingerprintOf, list, nextChain } from './store/sessionFolder';
import type { SessionLook } from './store/sessionLook';
import type { SessionParts } from './sessionParts';
import { SecretsUnavailable } from './store/sessionSecrets';
import type { SessionStore } from './store/sessionStore';

export interface SignedIn {
  readonly clientSecret: Secret;
  readonly refreshToken: Secret;
  /** Absent when a refresh token was pasted: the first use refreshes. */
  readonly accessToken?: Secret | undefined;
}

/** A sign-in begins a new chain, numbered after every other, which ends whatever was before. */
export async function beginSession(
  parts: SessionParts,
  sight: SessionLook,
  store: SessionStore,
  { clientSecret, refreshToken, accessToken }: SignedIn,
): Promise<SignInResult> {
  try {
    const listing = await list(parts.disk, parts.folder);
    const former = await sight.keysOf(listing.chain);
    // The same key for as long as the secret is the same: then no window has to learn a new one.
    const keep = former?.clientSecret.is(clientSecret) ? former : undefined;
    const look = await sight.look();
    const isCurrent = look.kind === 'known' && (await sight.newest(look)).refreshToken.is(refreshToken);
    if (isCurrent && keep) {
      return { kind: 'signedIn' };
    }
    const fingerprint = fingerprintOf(refreshToken);
    if (!isCurrent && listing.claims.some((claim) => claim.fingerprint === fingerprint)) {
      return { kind: 'alreadyReplaced' };
    }
    const now = parts.clock.now();
    const keys = keep ?? { clientSecret, dataKey: newDataKey(now) };
    const pair = { generation: 0, refreshToken, accessToken, refreshedAt: now, clockOffsetMs: 0 };
    await store.begin(nextChain(listing.chain), keys, pair);
    return { kind: 'signedIn' };
  } catch (error) {
    const reason = error instanceof SecretsUnavailable ? 'secrets' : 'storage';
    return { kind: 'unavailable', reason, retryAt: undefined };
  }
}
