import type { HttpRequest } from '../network/http';
import type { Secret } from '../text/secret';

export interface Client {
  /** `{auth_url}` of contract 4.2: the address of the identity provider. */
  readonly authUrl: string;
  readonly clientId: string;
}

export interface AuthorizationCodeGrant {
  readonly clientSecret: Secret;
  readonly code: Secret;
  readonly codeVerifier: Secret;
  readonly redirectUri: string;
}

/** Has the parameters of RFC 6749 §4.1.3 and RFC 7636 §4.5 as JSON, since contract 4.2 asks for JSON in a refresh. */
export function codeExchangeRequest(client: Client, grant: AuthorizationCodeGrant): HttpRequest {
  return new TokenRequest(client, {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    client_secret: grant.clientSecret.reveal(),
    code: grant.code.reveal(),
    code_verifier: grant.codeVerifier.reveal(),
    redirect_uri: grant.redirectUri,
  });
}

/** Contract 4.2 defines this request. */
export function refreshRequest(client: Client, clientSecret: Secret, refreshToken: Secret): HttpRequest {
  return new TokenRequest(client, {
    grant_type: 'refresh_token',
    client_id: client.clientId,
    client_secret: clientSecret.reveal(),
    refresh_token: refreshToken.reveal(),
  });
}

/** `body` is a getter, so that its secrets appear in no log, inspected object or JSON. */
class TokenRequest implements HttpRequest {
  readonly method = 'POST';
  readonly url: string;
  readonly headers = { 'content-type': 'application/json', accept: 'application/json' };
  readonly #body: string;

  constructor(client: Client, members: Readonly<Record<string, string>>) {
    this.url = `${client.authUrl.replace(/(?<!\/)\/+$/, '')}/oauth/token`;
    this.#body = JSON.stringify(members);
  }

  get body(): string {
    return this.#body;
  }
}
