import type { Idle } from '../../core/export/idle';
import type { Secret } from '../../core/text/secret';
import type { Trouble } from './store/claim';
import type { EndReason } from './store/ended';
import type { Kept } from './store/sessionStore';

/** `keyLost`: the secret storage no longer has what the session is sealed with. */
export type SignedOutReason = 'never' | 'keyLost' | EndReason;

/** `tokenRefused`: the service refuses a token that the provider issued a moment ago. */
export type UnavailableReason = Trouble | 'secrets' | 'tokenRefused';

export interface SignedOut {
  readonly kind: 'signedOut';
  readonly reason: SignedOutReason;
  /** Names the session that is over, so that its end is told once. */
  readonly chain: string | undefined;
}

/** Nothing is lost: the session is as it was, and may be asked again. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: UnavailableReason;
  readonly retryAt: number | undefined;
}

export type AccessTokenResult =
  | { readonly kind: 'token'; readonly accessToken: Secret; readonly kept: Kept }
  | SignedOut
  | Unavailable
  /** Another window has claimed the refresh and is not done. */
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
  /** A refresh token that this machine has already replaced: presenting it would end its chain. */
  | { readonly kind: 'alreadyReplaced' }
  | Unavailable;
