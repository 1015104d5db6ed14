import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { mapAdapter } from './mapAdapter';
import { readAuthorizationResponse } from '../../src/core/export/authorization';
import type { AuthorizationCodeGrant } from '../../src/core/export/tokenRequest';
import { Secret } from '../../src/core/text/secret';
import { createPendingSignIn } from '../../src/services/export/authorizeClient';

const resource = 'urn:export';
const redirectUri = 'http://127.0.0.1/callback';
const clientSecret = 'canary-client-secret-0123456789';

/** One presentation of a code or of a refresh token, as the provider saw it. */
export interface TokenCall {
  readonly token: string;
  readonly worker: string;
  readonly status: number;
  /** Whether whoever asked was still there when the answer was written. */
  delivered: boolean;
}

/** What is about to be sent, before it is; it may be held back or changed. */
export interface ComingAnswer {
  status: number;
  body: unknown;
  set(name: string, value: string): void;
}

/** Oidc-provider with rotation, reuse revocation and no grace, behind the JSON of contract 4.2. */
export class IdentityProvider {
  readonly calls: TokenCall[] = [];
  readonly revoked: string[] = [];
  readonly clientSecret = new Secret(clientSecret);
  readonly clientId = 'export-client';
  delayMs = 0;
  onRevoked: (grantId: string) => void = () => undefined;
  beforeAnswer: (answer: ComingAnswer) => Promise<void> | void = () => undefined;

  private constructor(
    private readonly provider: Provider,
    readonly authUrl: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<IdentityProvider> {
    const { generateKeyPair, exportJWK } = await import('jose');
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' };
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const authUrl = `http://127.0.0.1:${port}`;
    const idp = new IdentityProvider(new Provider(authUrl, configuration(key)), authUrl, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    idp.#listen();
    const answer = idp.provider.callback();
    server.on('request', (incoming, outgoing) => void answer(incoming, outgoing));
    return idp;
  }

  /** Presentations of a token that had been replaced, each with the call that replaced it. */
  get reuses(): { readonly first: TokenCall; readonly again: TokenCall }[] {
    return this.calls.flatMap((again, at) => {
      const first = this.calls
        .slice(0, at)
        .find(({ token, status }) => token === again.token && status === 200);
      return first ? [{ first, again }] : [];
    });
  }

  get rotations(): number {
    return this.calls.filter(({ status }) => status === 200).length;
  }

  /** The address that the authorization page would redirect to, once the person has allowed access. */
  async redirected(page: string, accountId = 'person'): Promise<string> {
    const asked = new URL(page).searchParams;
    const to = asked.get('redirect_uri') ?? '';
    const challenge = { codeChallenge: asked.get('code_challenge') ?? '', codeChallengeMethod: 'S256' };
    const granted = await this.#granted(accountId);
    const { AuthorizationCode } = this.provider;
    const code = await new AuthorizationCode({ ...granted, ...challenge, redirectUri: to }).save();
    const address = new URL(to);
    address.searchParams.set('code', code);
    address.searchParams.set('state', asked.get('state') ?? '');
    return address.href;
  }

  /** What a person's sign-in brings. */
  async grant(accountId?: string): Promise<AuthorizationCodeGrant> {
    const { authUrl, clientId, clientSecret } = this;
    const asked = { authUrl, clientId, authorizeUrl: `${authUrl}/auth`, redirectUri, scopes: [] };
    const pending = createPendingSignIn(asked);
    const answer = readAuthorizationResponse(await this.redirected(pending.address, accountId), pending);
    if (answer.kind !== 'code') {
      throw new Error(answer.kind);
    }
    return { clientSecret, code: answer.code, codeVerifier: pending.codeVerifier, redirectUri };
  }

  async #granted(accountId: string) {
    const { provider } = this;
    const client = await provider.Client.find(this.clientId);
    if (!client) {
      throw new Error('no client');
    }
    const grant = new provider.Grant({ accountId, clientId: this.clientId });
    grant.addOIDCScope('openid offline_access');
    grant.addResourceScope(resource, 'export:markdown:custom');
    const grantId = await grant.save();
    const scope = 'openid offline_access export:markdown:custom';
    return { accountId, client, grantId, resource, scope, gty: 'authorization_code' };
  }

  #listen(): void {
    this.provider.on('grant.revoked', (_context, grantId) => {
      this.revoked.push(grantId);
      this.onRevoked(grantId);
    });
    this.provider.use(async (context, next) => {
      if (!context.is('application/json')) {
        await next();
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of context.req) {
        chunks.push(chunk as Buffer);
      }
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
      giveAsForm(context.req, body);
      await pause(Math.random() * this.delayMs);
      await next();
      const worker = String(context.req.headers['x-worker']);
      const call = {
        token: fingerprint(body.refresh_token ?? body.code ?? ''),
        worker,
        status: context.status,
        delivered: false,
      };
      this.calls.push(call);
      context.res.on('close', () => (call.delivered = context.res.writableFinished));
      await this.beforeAnswer(context);
      await pause(Math.random() * this.delayMs);
    });
  }
}

/** The three-line adapter: what was read as JSON is read again as a form. */
function giveAsForm(incoming: IncomingMessage, members: Record<string, string>): void {
  const form = Buffer.from(new URLSearchParams(members).toString());
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(form.length),
  };
  Object.assign(incoming.headers, headers);
  Object.defineProperty(incoming, 'readable', { value: true });
  Object.defineProperty(incoming, 'iterator', { value: () => [form] });
}

function configuration(key: object): ConstructorParameters<typeof Provider>[1] {
  const scope = 'export:markdown:custom';
  const getResourceServerInfo = () => ({
    scope,
    accessTokenTTL: 3600,
    accessTokenFormat: 'jwt' as const,
    jwt: { sign: { alg: 'ES256' as const } },
  });
  return {
    adapter: mapAdapter(),
    cookies: { keys: ['test'] },
    jwks: { keys: [key] },
    clients: [
      {
        client_id: 'export-client',
        client_secret: clientSecret,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    scopes: ['openid', 'offline_access', scope],
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    rotateRefreshToken: true,
    routes: { token: '/oauth/token' },
    ttl: { RefreshToken: 90 * 24 * 3600, Grant: 90 * 24 * 3600, IdToken: 3600, AccessToken: 3600 },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo,
      },
    },
  };
}

const fingerprint = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 12);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
