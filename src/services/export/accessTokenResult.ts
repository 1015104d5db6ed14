import type { Idle } from '../../core/export/idle';
import type { Secret } from '../../core/text/secret';
import type { ExchangeFailure } from './authorizeClient';
import type { RefreshFailure } from './store/lease';
import type { EndReason } from './store/ended';
import type { Durability } from './store/sessionStore';

/**
 * `keyLost`: the secret storage no longer has what the session is sealed with. `elsewhere`: it has a session whose files are
 * on another computer.
 */
export type SignedOutReason = 'never' | 'keyLost' | 'elsewhere' | EndReason;

/** `tokenRefused`: the service refuses a token that the provider issued a moment ago. */
export type UnavailableReason = RefreshFailure | 'secrets' | 'tokenRefused';

export interface SignedOut {
  readonly kind: 'signedOut';
  readonly reason: SignedOutReason;
  /** Names the session that is over, so that its end is told once. */
  readonly family: string | undefined;
}

/** Nothing is lost: the session is as it was, and may be asked again. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: UnavailableReason;
  readonly retryAt: number | undefined;
  /** What the provider answered, where it is known. */
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

export type AccessTokenResult =
  | { readonly kind: 'token'; readonly accessToken: Secret; readonly durability: Durability }
  | SignedOut
  | Unavailable
  /** Another window holds the lease, and its refresh is not done. */
  | { readonly kind: 'otherWindow' }
  /** This window lacks the session's key; another one has it. */
  | { readonly kind: 'reload' };

export type SessionState =
  | {
      readonly kind: 'signedIn';
      readonly refreshedAt: number;
      /** Without a refresh, the session ends then. */
      readonly endsAt: number;
      readonly idle: Idle;
    }
  | SignedOut
  | Unavailable
  | { readonly kind: 'reload' };

export type SignInResult =
  | { readonly kind: 'signedIn' }
  /** A refresh token that this machine has already replaced: presenting it would end its family. */
  | { readonly kind: 'alreadyReplaced' }
  /** Another window is presenting this very token. */
  | { readonly kind: 'otherWindow' }
  | ExchangeFailure
  | Unavailable;
