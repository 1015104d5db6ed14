import { createHash, randomBytes } from 'node:crypto';
import { authorizationAddress } from '../../core/export/authorization';
import type { Send } from '../../core/network/http';
import { Secret } from '../../core/text/secret';
import { type Client, type CodeGrant, exchangeRequest } from '../../core/export/tokenRequest';
import { judgeTokenResponse, type TokenTrouble } from '../../core/export/tokenResponse';
import type { SignedIn } from './beginSession';
import type { Clock } from './platform/clock';

export interface PendingSignIn {
  /** Where the browser is sent. */
  readonly address: string;
  readonly state: string;
  readonly codeVerifier: Secret;
}

export type Exchanged =
  | { readonly kind: 'signedIn'; readonly tokens: SignedIn }
  /** The code is used up or too old: begin again. */
  | { readonly kind: 'refused' }
  | ({ readonly kind: 'provider' } & TokenTrouble)
  | { readonly kind: 'offline' | 'noAnswer' };

const deadlineMs = 30_000;

/** RFC 7636 §4.1 and §4.2: a fresh verifier and state for each sign-in. */
export function beginAuthorization(place: {
  readonly authorizeUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}): PendingSignIn {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
  const address = authorizationAddress({ ...place, state, codeChallenge });
  return { address, state, codeVerifier: new Secret(verifier) };
}

/** Once: a code that was sent and not answered may be used up (RFC 6749 §4.1.2). */
export async function exchangeCode(
  send: Send,
  client: Client,
  grant: CodeGrant,
  clock: Clock,
): Promise<Exchanged> {
  const exchange = await send(exchangeRequest(client, grant), { deadlineMs });
  if (exchange.kind === 'notSent') {
    return { kind: 'offline' };
  }
  if (exchange.kind === 'unanswered') {
    return { kind: 'noAnswer' };
  }
  const judged = judgeTokenResponse(exchange.response, clock.now());
  switch (judged.kind) {
    case 'tokens':
    case 'refreshTokenOnly': {
      const accessToken = judged.kind === 'tokens' ? judged.accessToken : undefined;
      const { clientSecret } = grant;
      return { kind: 'signedIn', tokens: { clientSecret, refreshToken: judged.refreshToken, accessToken } };
    }
    case 'refused':
      return judged;
    case 'temporary':
      return { ...judged, kind: 'provider' };
  }
}
