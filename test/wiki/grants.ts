import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Client } from './clients.js';
import type { Settings } from './options.js';

const inactivity = 90 * 24 * 60 * 60 * 1000;
const codeLifetime = 60 * 1000;

export interface TokenReply {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
  refresh_token?: string;
}

export interface Authorization {
  clientId: string;
  redirectUri: string;
  scope: string;
  challenge: string;
}

interface Chain {
  clientId: string;
  scope: string;
  current?: string;
  lastUsedAt: number;
  revoked: boolean;
}

interface Code extends Authorization {
  issuedAt: number;
  /** Set once the code is redeemed. */
  chain?: Chain;
}

/** Codes, access tokens and chains of refresh tokens (section 5.2). */
const accessTokenSeconds = 3600;

export class Grants {
  readonly #codes = new Map<string, Code>();
  readonly #chains = new Map<string, Chain>();
  readonly #key = randomBytes(32);
  readonly #settings: Settings;
  readonly #issued: (token: string) => void;

  constructor(settings: Settings, issued: (token: string) => void) {
    this.#settings = settings;
    this.#issued = issued;
  }

  issueCode(authorization: Authorization): string {
    const code = randomBytes(24).toString('base64url');
    this.#issued(code);
    this.#codes.set(code, { ...authorization, issuedAt: this.#settings.now() });
    return code;
  }

  /** Tokens for a code, or undefined when the code is not good; a second use revokes the first's chain. */
  async redeem(
    value: string,
    client: Client,
    redirectUri: string,
    verifier: string,
  ): Promise<TokenReply | undefined> {
    const code = this.#codes.get(value);
    if (code?.clientId !== client.id || code.redirectUri !== redirectUri) {
      return undefined;
    }
    if (code.chain !== undefined) {
      code.chain.revoked = true;
      return undefined;
    }
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const late = this.#settings.now() > code.issuedAt + codeLifetime;
    if (late || challenge !== code.challenge) {
      return undefined;
    }
    code.chain = this.#newChain(client.id, code.scope);
    return await this.#issue(code.chain);
  }

  /** What a user's consent in the browser would have led to. */
  async open(clientId: string, scope: string): Promise<TokenReply> {
    return await this.#issue(this.#newChain(clientId, scope));
  }

  /** New tokens for the latest refresh token; a replaced one revokes its chain (section 5.2). */
  async refresh(token: string, client: Client): Promise<TokenReply | undefined> {
    const { now } = this.#settings;
    const chain = this.#chains.get(token);
    if (chain?.clientId !== client.id || chain.revoked) {
      return undefined;
    }
    const idle = now() - chain.lastUsedAt;
    if (idle > inactivity) {
      return undefined;
    }
    if (token !== chain.current) {
      chain.revoked = true;
      return undefined;
    }
    chain.lastUsedAt = now();
    return await this.#issue(chain);
  }

  /** Undefined for what is no access token, or one that is over. */
  async scopesOf(token: string): Promise<readonly string[] | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        currentDate: new Date(this.#settings.now()),
      });
      return String(payload.scope).split(' ');
    } catch {
      return undefined;
    }
  }

  #newChain(clientId: string, scope: string): Chain {
    return { clientId, scope, lastUsedAt: this.#settings.now(), revoked: false };
  }

  async #issue(chain: Chain): Promise<TokenReply> {
    const { now } = this.#settings;
    const { clientId, scope } = chain;
    const rotates = scope.split(' ').includes('offline_access');
    if (rotates) {
      chain.current = randomBytes(32).toString('base64url');
      this.#chains.set(chain.current, chain);
    }
    const refresh = chain.current;
    const issuedAt = Math.floor(now() / 1000);
    const accessToken = await new SignJWT({ client_id: clientId, scope })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setJti(randomUUID())
      .setSubject('demo-user')
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + accessTokenSeconds)
      .sign(this.#key);
    for (const each of [accessToken, refresh]) {
      if (each !== undefined) {
        this.#issued(each);
      }
    }
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      scope,
      ...(refresh !== undefined && { refresh_token: refresh }),
    };
  }
}
