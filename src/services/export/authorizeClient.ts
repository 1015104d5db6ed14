import { createHash, randomBytes } from 'node:crypto';
import { authorizationAddress, type ExpectedAuthorizationResponse } from '../../core/export/authorization';
import type { Send } from '../../core/network/http';
import { Secret } from '../../core/text/secret';
import {
  type Client,
  type AuthorizationCodeGrant,
  codeExchangeRequest,
} from '../../core/export/tokenRequest';
import { readTokenResponse, type TokenFailure } from '../../core/export/tokenResponse';
import type { Clock } from './system/clock';

export interface PendingSignIn extends ExpectedAuthorizationResponse {
  /** The URL to open in the browser, with the request’s parameters (RFC 6749 §4.1.1). */
  readonly address: string;
  readonly codeVerifier: Secret;
}

export interface SignInTokens {
  readonly clientSecret: Secret;
  readonly refreshToken: Secret;
  /** Undefined if the provider's was unusable. */
  readonly accessToken?: Secret | undefined;
}

export type TokenExchangeResult =
  | { readonly kind: 'signedIn'; readonly tokens: SignInTokens }
  | TokenExchangeFailure;

export type TokenExchangeFailure =
  /** `invalid_grant` (RFC 6749 §5.2), for example since the code was used before. */
  | { readonly kind: 'refused' }
  | ({ readonly kind: 'provider' } & Pick<TokenFailure, 'status' | 'error'>)
  | { readonly kind: 'offline' | 'noAnswer' };

const deadlineMs = 30_000;

/** Creates a new code verifier and state, which must not be reused (RFC 7636 §4.1); opens and sends nothing. */
export function createPendingSignIn(place: {
  readonly authUrl: string;
  readonly authorizeUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}): PendingSignIn {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
  const address = authorizationAddress({ ...place, state, codeChallenge });
  const endpoints = [place.authUrl, place.authorizeUrl];
  return { address, state, endpoints, codeVerifier: new Secret(verifier) };
}

/** Never sends again: the code may be used up even if no answer arrives (RFC 6749 §4.1.2). */
export async function exchangeCode(
  send: Send,
  client: Client,
  grant: AuthorizationCodeGrant,
  clock: Clock,
): Promise<TokenExchangeResult> {
  const { clientSecret } = grant;
  const answer = await send(codeExchangeRequest(client, grant), { timeoutMs: deadlineMs });
  if (answer.kind === 'notSent') {
    return { kind: 'offline' };
  }
  if (answer.kind === 'unanswered') {
    return { kind: 'noAnswer' };
  }
  const judged = readTokenResponse(answer.response, clock.now());
  switch (judged.kind) {
    case 'tokens':
    case 'refreshTokenOnly': {
      const accessToken = judged.kind === 'tokens' ? judged.accessToken : undefined;
      return { kind: 'signedIn', tokens: { clientSecret, refreshToken: judged.refreshToken, accessToken } };
    }
    case 'refused':
      return judged;
    case 'temporary':
      return { kind: 'provider', status: judged.status, error: judged.error };
  }
}
