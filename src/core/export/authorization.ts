import { Secret } from '../text/secret';

export interface Authorization {
  /** The authorization endpoint, with any query an installation needs. */
  readonly authorizeUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  /** BASE64URL(SHA256(verifier)), RFC 7636 §4.2. */
  readonly codeChallenge: string;
}

/** RFC 6749 §4.1.1 with RFC 7636 §4.3; the scopes are those of contract 5.2 (3) and 5.2 (4). */
export function authorizationAddress(authorization: Authorization): string {
  const address = new URL(authorization.authorizeUrl);
  const query = {
    response_type: 'code',
    client_id: authorization.clientId,
    redirect_uri: authorization.redirectUri,
    scope: authorization.scopes.join(' '),
    state: authorization.state,
    code_challenge: authorization.codeChallenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) {
    address.searchParams.set(name, value);
  }
  return address.href;
}

export type Redirected =
  | { readonly kind: 'code'; readonly code: Secret }
  /** The person or the provider said no. */
  | { readonly kind: 'denied' }
  /** An answer to another request than ours (RFC 6749 §10.12). */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'unreadable' };

/** RFC 6749 §4.1.2: the redirected address, its query, or a bare code that somebody pasted. */
export function readRedirected(pasted: string, expectedState: string): Redirected {
  const text = pasted.trim();
  const query = queryOf(text);
  if (query === undefined) {
    return /^[\x21-\x7e]+$/.test(text) ? { kind: 'code', code: new Secret(text) } : { kind: 'unreadable' };
  }
  if (query.get('state') !== expectedState) {
    return { kind: 'foreign' };
  }
  if (query.has('error')) {
    return { kind: 'denied' };
  }
  const code = query.get('code');
  return code ? { kind: 'code', code: new Secret(code) } : { kind: 'unreadable' };
}

function queryOf(text: string): URLSearchParams | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    return URL.canParse(text) ? new URL(text).searchParams : new URLSearchParams();
  }
  return /^\?|(^|&)(code|state|error)=/.test(text) ? new URLSearchParams(text) : undefined;
}
