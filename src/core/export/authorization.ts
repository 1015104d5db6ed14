import { Secret } from '../text/secret';

export interface AuthorizationRequest {
  /** The authorization endpoint (RFC 6749 §3.1); query parameters in it are kept. */
  readonly authorizeUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  /** BASE64URL(SHA256(code verifier)), as RFC 7636 §4.2 defines it. */
  readonly codeChallenge: string;
}

/** Adds the parameters of RFC 6749 §4.1.1 and RFC 7636 §4.3 to `authorizeUrl`, replacing any of the same name. */
export function authorizationAddress(authorization: AuthorizationRequest): string {
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

export interface ExpectedAuthorizationResponse {
  readonly state: string;
  /** The endpoints of the identity provider; if a response has an `iss` (RFC 9207), one of them must begin with it. */
  readonly endpoints: readonly string[];
}

export type AuthorizationResponse =
  | { readonly kind: 'code'; readonly code: Secret }
  | { readonly kind: 'denied' }
  /** `error` is one of `registeredErrors` or undefined, so that no other text of the response is shown to a person. */
  | { readonly kind: 'failed'; readonly error: string | undefined }
  /** The `iss` of the response is that of another identity provider (RFC 9207). */
  | { readonly kind: 'otherProvider' }
  /** The `state` is not that of the request, as in a cross-site request forgery (RFC 6749 §10.12). */
  | { readonly kind: 'otherRequest' }
  | { readonly kind: 'unreadable' };

const registeredErrors = new Set([
  ...['invalid_request', 'unauthorized_client', 'unsupported_response_type', 'invalid_scope'],
  ...[
    'server_error',
    'temporarily_unavailable',
    'login_required',
    'interaction_required',
    'consent_required',
  ],
]);

/** `pasted` is the address that the browser was redirected to (RFC 6749 §4.1.2), its query, or the code alone. */
export function readAuthorizationResponse(
  pasted: string,
  expected: ExpectedAuthorizationResponse,
): AuthorizationResponse {
  const text = pasted.trim();
  const query = queryOf(text);
  if (query === undefined) {
    return /^[\x21-\x7e]+$/.test(text) ? { kind: 'code', code: new Secret(text) } : { kind: 'unreadable' };
  }
  if (query.get('state') !== expected.state) {
    return { kind: 'otherRequest' };
  }
  const issuer = query.get('iss');
  if (issuer !== null && !expected.endpoints.some((endpoint) => isUnder(endpoint, issuer))) {
    return { kind: 'otherProvider' };
  }
  const error = query.get('error');
  if (error !== null) {
    return error === 'access_denied'
      ? { kind: 'denied' }
      : { kind: 'failed', error: registeredErrors.has(error) ? error : undefined };
  }
  const code = query.get('code');
  return code ? { kind: 'code', code: new Secret(code) } : { kind: 'unreadable' };
}

function isUnder(endpoint: string, issuer: string): boolean {
  if (!URL.canParse(issuer)) {
    return false;
  }
  const folderOf = (address: string): string => {
    const { origin, pathname } = new URL(address);
    return pathname.endsWith('/') ? origin + pathname : `${origin}${pathname}/`;
  };
  return folderOf(endpoint).startsWith(folderOf(issuer));
}

function queryOf(text: string): URLSearchParams | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    return URL.canParse(text) ? new URL(text).searchParams : new URLSearchParams();
  }
  return /^\?|(^|&)(code|state|error)=/.test(text) ? new URLSearchParams(text) : undefined;
}
