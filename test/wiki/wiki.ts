import type { NewToken } from './apiTokens.js';
import { ApiTokens } from './apiTokens.js';
import { exportPath } from './exportEndpoint.js';
import { Grants, type TokenReply } from './grants.js';
import { importPath } from './importEndpoint.js';
import type { LookupFault, LookupState } from './lookups.js';
import { settingsFrom, type WikiOptions } from './options.js';
import { Stalls } from './perform.js';
import type { ReceivedRequest } from './received.js';
import { Relay } from './relay.js';
import { assemble } from './routes.js';
import type { Step } from './script.js';
import { seed } from './seed.js';
import { Spaces } from './spaces.js';
import { tokenPath } from './tokenEndpoint.js';

export type { NewToken, ReceivedRequest, Step, TokenReply, WikiOptions };
export { demoClient } from './options.js';

export interface Wiki {
  readonly origin: string;
  readonly importEndpoint: string;
  readonly tokenScreen: string;
  readonly tokenEndpoint: string;
  readonly authorizeEndpoint: string;
  readonly exportEndpoint: string;
  readonly platformToken: string;
  readonly personalToken: string;
  readonly email: string;
  /** All tokens and codes that were given out. */
  readonly issued: readonly string[];
  /** Import requests in the order their heads arrived. */
  readonly requests: readonly ReceivedRequest[];
  /** Begins to count the requests anew. */
  readonly forgetRequests: () => void;
  readonly tokenRequests: readonly ReceivedRequest[];
  readonly exportRequests: readonly ReceivedRequest[];
  /** Lookups on the platform, answered or refused. */
  readonly lookups: readonly ReceivedRequest[];
  /** Spaces and pages, to look at and to change. */
  readonly pages: Spaces;
  readonly apiTokens: ApiTokens;
  /** How many connections were accepted. */
  readonly connections: number;
  /** How many requests are stalled now. */
  readonly stalled: number;
  createToken(token?: NewToken): Promise<string>;
  /** Tokens of a client the user has consented to, without the browser. */
  signIn(scope?: string, clientId?: string): Promise<TokenReply>;
  /** What happens to the coming import requests, in order. */
  script(...steps: Step[]): void;
  /** What lookups answer instead of what they find, until this is called again. */
  spoilLookups(fault: LookupFault | undefined): void;
  /** What happens to the coming requests to export a page, in order. */
  scriptExports(...steps: Step[]): void;
  /** Lets stalled requests go on. */
  release(): void;
  /** Ends a refusal of connections. */
  acceptAgain(): Promise<void>;
  /** Ends every connection and every stalled request at once. */
  close(): Promise<void>;
}

const allScopes = 'export:markdown:custom read:platform-app:wiki offline_access';

/** Starts a wiki of its own with the whole service of contract 2, 4, 5 and 7. */
export async function startWiki(options: WikiOptions = {}): Promise<Wiki> {
  const settings = settingsFrom(options);
  const issued: string[] = [];
  const issue = (secret: string): void => void issued.push(secret);
  const spaces = new Spaces(settings.now);
  seed(spaces);
  const tokens = new ApiTokens(settings.now, issue);
  const grants = new Grants(settings, issue);
  const stalls = new Stalls();
  const requests: ReceivedRequest[] = [];
  const tokenRequests: ReceivedRequest[] = [];
  const exportRequests: ReceivedRequest[] = [];
  const lookups: LookupState = { requests: [], fault: undefined };
  const endpoint = () => `${origin}${importPath}`;

  const { app, relay } = assemble(
    (server) => {
      const { port, host } = settings;
      return new Relay(server, { port, host, ...(options.tls && { tls: options.tls }) });
    },
    {
      settings,
      spaces,
      tokens,
      grants,
      stalls,
      requests,
      tokenRequests,
      exportRequests,
      lookups,
      endpoint,
      script: () => importScript,
    },
  );
  const importScript = relay.script(importPath);
  const exportScript = relay.script(exportPath);
  await app.ready();
  await relay.listen();
  const origin = `${options.tls ? 'https' : 'http'}://${settings.host}:${relay.port}`;

  return {
    origin,
    importEndpoint: endpoint(),
    tokenScreen: `${origin}/admin/tokens`,
    tokenEndpoint: `${origin}${tokenPath}`,
    authorizeEndpoint: `${origin}/authorize`,
    exportEndpoint: `${origin}${exportPath}`,
    platformToken: settings.platformToken,
    personalToken: settings.personalToken,
    email: settings.email,
    issued,
    requests,
    forgetRequests: () => void requests.splice(0),
    tokenRequests,
    exportRequests,
    lookups: lookups.requests,
    pages: spaces,
    apiTokens: tokens,
    get connections() {
      return relay.accepted;
    },
    get stalled() {
      return stalls.count;
    },
    createToken: (token) => tokens.create(token),
    signIn: (scope = allScopes, clientId = settings.clients[0]?.id ?? '') => grants.open(clientId, scope),
    script: (...steps) => importScript.add(steps),
    spoilLookups: (fault) => {
      lookups.fault = fault;
    },
    scriptExports: (...steps) => exportScript.add(steps),
    release: () => stalls.release(),
    acceptAgain: () => relay.acceptAgain(),
    close: async () => {
      stalls.close();
      relay.close();
      await app.close();
    },
  };
}
