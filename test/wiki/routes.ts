import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import type { Server } from 'node:http';
import type { ApiTokens } from './apiTokens.js';
import { consent } from './consent.js';
import { answerExportFailures, exportPath, processExport } from './exportEndpoint.js';
import type { Grants } from './grants.js';
import { answerFailures, importPath, processImport } from './importEndpoint.js';
import { lookups, type LookupState } from './lookups.js';
import type { Settings } from './options.js';
import { pageViews } from './pageViews.js';
import { performing, type Stalls } from './perform.js';
import { recordRequests, type ReceivedRequest } from './received.js';
import type { Relay } from './relay.js';
import type { Spaces } from './spaces.js';
import { answerOauthFailures, processTokenRequest, tokenPath } from './tokenEndpoint.js';
import { tokenScreen } from './tokenScreen.js';
import { trials } from './trials.js';
import type { Script } from './script.js';

export interface Parts {
  settings: Settings;
  spaces: Spaces;
  tokens: ApiTokens;
  grants: Grants;
  stalls: Stalls;
  requests: ReceivedRequest[];
  tokenRequests: ReceivedRequest[];
  exportRequests: ReceivedRequest[];
  lookups: LookupState;
  /** The import endpoint's address; known once the wiki listens. */
  endpoint: () => string;
  /** What happens to the coming imports. */
  script: () => Script;
}

/** Puts the parts of a wiki behind one HTTP server. */
export function assemble(relayFor: (server: Server) => Relay, parts: Parts) {
  const { settings, spaces, tokens, grants } = parts;
  const app = fastify({
    bodyLimit: 5 * 1024 * 1024,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  const relay = relayFor(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    relay.connection(request.raw.socket)?.answering(reply.raw);
    if (relay.refusing) {
      reply.raw.shouldKeepAlive = false;
    }
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.raw.setHeader('date', new Date(settings.now()).toUTCString());
    done();
  });

  const within = (build: (scope: FastifyInstance) => void) =>
    void app.register((scope, _options, done) => {
      build(scope);
      done();
    });
  within((scope) => {
    recordRequests(scope, parts.requests, settings.now);
    answerFailures(scope);
    const process = performing(relay, parts.stalls, (request) =>
      processImport(request, tokens, spaces, settings),
    );
    scope.post(importPath, process);
  });
  within((scope) => {
    recordRequests(scope, parts.tokenRequests, settings.now);
    answerOauthFailures(scope);
    const process = performing(relay, parts.stalls, (request) =>
      processTokenRequest(request, grants, settings),
    );
    scope.post(tokenPath, process);
  });
  within((scope) => {
    recordRequests(scope, parts.exportRequests, settings.now);
    answerExportFailures(scope);
    const process = performing(relay, parts.stalls, (request) => processExport(request, grants, spaces));
    scope.post(exportPath, process);
  });
  within((scope) => {
    lookups(scope, { spaces, settings, state: parts.lookups });
  });
  within((scope) => {
    void scope.register(formbody);
    pageViews(scope, spaces);
    tokenScreen(scope, tokens, parts.endpoint);
    trials(scope, parts);
    consent(scope, grants, settings);
  });
  return { app, relay };
}
