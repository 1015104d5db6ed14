import type { IdleStage } from '../../core/export/idle';
import type { Secret } from '../../core/text/secret';
import type { TokenExchangeFailure } from './authorizeClient';
import type { RefreshFailure } from './store/lease';
import type { EndReason } from './store/sessionEnd';
import type { Durability } from './store/sessionStore';

/**
 * `keyLost`: the secret storage no longer has the key of the session's journal. `elsewhere`: it has a session whose
 * files are on another computer.
 */
export type SignedOutReason = 'never' | 'keyLost' | 'elsewhere' | EndReason;

/** `tokenRefused`: the service refuses an access token that was issued a moment ago. */
export type UnavailableReason = RefreshFailure | 'secrets' | 'tokenRefused';

export interface SignedOut {
  readonly kind: 'signedOut';
  readonly reason: SignedOutReason;
  /** The family of the session that ended, so that its end is reported once. */
  readonly family: string | undefined;
}

/** No token could be obtained now, but the session goes on. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: UnavailableReason;
  readonly retryAt: number | undefined;
  /** The HTTP status of the identity provider, if it answered. */
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

export type AccessTokenResult =
  | { readonly kind: 'token'; readonly accessToken: Secret; readonly durability: Durability }
  | SignedOut
  | Unavailable
  /** Another window holds the lease and has not finished its refresh. */
  | { readonly kind: 'otherWindow' }
  /** This window lacks the session's key, which another window has. */
  | { readonly kind: 'reload' };

export type SessionState =
  | {
      readonly kind: 'signedIn';
      readonly refreshedAt: number;
      /** The session ends at this time unless it is refreshed. */
      readonly endsAt: number;
      readonly idle: IdleStage;
    }
  | SignedOut
  | Unavailable
  | { readonly kind: 'reload' };

export type SignInResult =
  | { readonly kind: 'signedIn' }
  /** The refresh token was replaced on this computer already, and presenting it would end its family. */
  | { readonly kind: 'alreadyReplaced' }
  /** Another window is presenting this token. */
  | { readonly kind: 'otherWindow' }
  | TokenExchangeFailure
  | Unavailable;
