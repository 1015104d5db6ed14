import type { Client } from './clients.js';

export interface WikiOptions {
  /** 0 takes any free port. */
  port?: number;
  host?: string;
  /** Serves https with this certificate instead of http. */
  tls?: { key: string; cert: string };
  /** The clock of tokens, licenses, grants and Date headers, in epoch milliseconds. */
  now?: () => number;
  appId?: string;
  environmentId?: string;
  /** Whether spaceId may be a space's key instead of its id. */
  acceptSpaceKeys?: boolean;
  /** Whether a title is taken once in a whole space, and not once under each parent. */
  titlesPerSpace?: boolean;
  bodyLimit?: number;
  licenseActive?: boolean;
  /** Tokens created while this is set belong to a trial that ends then (epoch milliseconds). */
  trialEndsAt?: number;
  /** The bearer token of the lookups. */
  platformToken?: string;
  /** A person’s token, which is sent with their e-mail address. */
  personalToken?: string;
  email?: string;
  /** At most so many results of a lookup are in one answer. */
  mostResults?: number;
  /** Whether the lookups take the identity provider's access tokens too. */
  acceptAccessTokens?: boolean;
  /** What the space lookup answers for an unknown key. */
  spaceNotFound?: 'empty' | 404;
  /** Clients registered at the identity provider. */
  clients?: readonly Client[];
  /** The status that goes with OAuth's invalid_grant. */
  invalidGrantStatus?: number;
  accessTokenSeconds?: number;
  /** How long a replaced refresh token is still taken. */
  reuseLeewayMilliseconds?: number;
}

export type Settings = Required<Omit<WikiOptions, 'tls' | 'trialEndsAt'>> & { scheme: 'http' | 'https' };

export const demoClient: Client = {
  id: 'demo-client',
  secret: 'demo-secret-4f1c9a7e2b60',
  name: 'Publish to Wiki (demo)',
  redirectUris: [
    /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/,
    /^vscode(-insiders)?:\/\/publish-to-wiki\.publish-to-wiki(\/|$)/,
  ],
};

export function settingsFrom(options: WikiOptions): Settings {
  return {
    port: options.port ?? 0,
    host: options.host ?? '127.0.0.1',
    now: options.now ?? Date.now,
    appId: options.appId ?? '5f0c2d1e-markdown-import',
    environmentId: options.environmentId ?? 'production',
    acceptSpaceKeys: options.acceptSpaceKeys ?? true,
    titlesPerSpace: options.titlesPerSpace ?? false,
    bodyLimit: options.bodyLimit ?? 5 * 1024 * 1024,
    licenseActive: options.licenseActive ?? true,
    scheme: options.tls ? 'https' : 'http',
    platformToken: options.platformToken ?? 'demo-platform-token',
    personalToken: options.personalToken ?? 'demo-personal-token',
    email: options.email ?? 'reader@example.org',
    mostResults: options.mostResults ?? 250,
    acceptAccessTokens: options.acceptAccessTokens ?? false,
    spaceNotFound: options.spaceNotFound ?? 'empty',
    clients: options.clients ?? [demoClient],
    invalidGrantStatus: options.invalidGrantStatus ?? 403,
    accessTokenSeconds: options.accessTokenSeconds ?? 3600,
    reuseLeewayMilliseconds: options.reuseLeewayMilliseconds ?? 0,
  };
}
