import type { Client } from './clients.js';

export interface WikiOptions {
  /** 0 takes any free port. */
  port?: number;
  host?: string;
  /** Serves https with this certificate instead of http. */
  tls?: { key: string; cert: string };
  /** The clock of tokens, licenses, grants and Date headers, in epoch milliseconds. */
  now?: () => number;
  /** Whether spaceId may be a space's key instead of its id. */
  acceptSpaceKeys?: boolean;
  /** Whether a title is taken once in a whole space, and not once under each parent. */
  titlesPerSpace?: boolean;
  /** Whether the account that the import writes by is an app’s, and not a person’s. */
  importsAsApp?: boolean;
  /** Whether the parent may be in another space than the one that is named: title and parent make a page the same. */
  parentsOfAnySpace?: boolean;
  /** The bearer token of the lookups. */
  platformToken?: string;
  /** A person’s token, which is sent with their e-mail address. */
  personalToken?: string;
  email?: string;
  /** At most so many results of a lookup are in one answer. */
  mostResults?: number;
  /** What the space lookup answers for an unknown key. */
  spaceNotFound?: 'empty' | 404;
  /** Clients registered at the identity provider. */
  clients?: readonly Client[];
}

export type Settings = Required<Omit<WikiOptions, 'tls'>> & { scheme: 'http' | 'https' };

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
    acceptSpaceKeys: options.acceptSpaceKeys ?? true,
    titlesPerSpace: options.titlesPerSpace ?? false,
    importsAsApp: options.importsAsApp ?? false,
    parentsOfAnySpace: options.parentsOfAnySpace ?? false,
    scheme: options.tls ? 'https' : 'http',
    platformToken: options.platformToken ?? 'demo-platform-token',
    personalToken: options.personalToken ?? 'demo-personal-token',
    email: options.email ?? 'reader@example.org',
    mostResults: options.mostResults ?? 250,
    spaceNotFound: options.spaceNotFound ?? 'empty',
    clients: options.clients ?? [demoClient],
  };
}
