import type { IdleStage } from '../../core/export/idle';
import type { Secret } from '../../core/text/secret';
import type { TokenExchangeFailure } from './authorizeClient';
import type { RefreshFailure } from './store/lease';
import type { EndReason } from './store/sessionEnd';
import type { Durability } from './store/sessionStore';

/**
 * `keyLost`: the secret storage lost the key that decrypts the session's file, or the file is lost and can't be
 * restored. `elsewhere`: the session's files are on another computer, or in another folder.
 */
export type SignedOutReason = 'never' | 'keyLost' | 'elsewhere' | EndReason;

/** `tokenRefused`: the service refused an access token that the identity provider issued less than a minute before. */
export type UnavailableReason = RefreshFailure | 'secrets' | 'tokenRefused';

export interface SignedOut {
  readonly kind: 'signedOut';
  readonly reason: SignedOutReason;
  /** Identifies the session that ended, so that the person is told once. */
  readonly family: string | undefined;
}

/** There is no access token now, but a session that exists goes on. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: UnavailableReason;
  readonly retryAt: number | undefined;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

export type AccessTokenResult =
  | { readonly kind: 'token'; readonly accessToken: Secret; readonly durability: Durability }
  | SignedOut
  | Unavailable
  /** Another window is still refreshing the token. */
  | { readonly kind: 'otherWindow' }
  /** Another window signed in, but VS Code did not pass its secrets to this window; reloading this window may help. */
  | { readonly kind: 'reload' };

export type SessionState =
  | {
      readonly kind: 'signedIn';
      readonly refreshedAt: number;
      /** 90 days after `refreshedAt` (contract 5.2 (7)). */
      readonly endsAt: number;
      readonly idle: IdleStage;
    }
  | SignedOut
  | Unavailable
  | { readonly kind: 'reload' };

export type SignInResult = { readonly kind: 'signedIn' } | TokenExchangeFailure | Unavailable;
