import type { FastifyInstance, FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { mayRedirect, type Client } from './clients.js';
import type { Authorization, Grants } from './grants.js';
import { html, sendPage } from './layout.js';
import type { Settings } from './options.js';

/** What the user is told about each scope (section 5.2). */
const scopes: Readonly<Record<string, string>> = {
  'export:markdown:custom': 'Export pages as Markdown',
  'read:platform-app:wiki': 'Use the wiki’s app routes',
  offline_access: 'Stay signed in when you are away',
};

interface Query {
  client_id?: string;
  redirect_uri?: string;
  response_type?: string;
  scope?: string;
  state?: string;
  code_challenge?: string;
  code_challenge_method?: string;
}

interface Pending extends Authorization {
  state: string | undefined;
}

const names = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method'],
];
const querystring = {
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
};

/** Asks the user in the browser whether a client may have the scopes it wants (section 5.2). */
export function consent(scope: FastifyInstance, grants: Grants, settings: Settings): void {
  const pending = new Map<string, Pending>();

  scope.get<{ Querystring: Query }>('/authorize', { schema: { querystring } }, (request, reply) => {
    const { query } = request;
    const client = settings.clients.find(({ id }) => id === query.client_id);
    const redirectUri = query.redirect_uri;
    if (client === undefined || redirectUri === undefined || !mayRedirect(client, redirectUri)) {
      const message =
        client === undefined ? 'This client is not registered.' : 'This redirect is not allowed.';
      return sendPage(
        reply,
        'Cannot sign in',
        html`<h1>Cannot sign in</h1>
          <p role="alert">${message}</p>`,
        400,
      );
    }
    const error = problem(query);
    if (error !== undefined) {
      return redirect(reply, redirectUri, { error, state: query.state });
    }

    const id = randomUUID();
    const wanted = (query.scope ?? '').split(' ').filter((name) => name !== '');
    pending.set(id, {
      clientId: client.id,
      redirectUri,
      scope: wanted.join(' '),
      challenge: query.code_challenge ?? '',
      state: query.state,
    });
    return sendPage(reply, `Allow ${client.name}?`, question(id, client, wanted));
  });

  scope.post<{ Body: { id: string; decision: string } }>(
    '/authorize',
    {
      schema: {
        body: {
          type: 'object',
          required: ['id', 'decision'],
          properties: { id: { type: 'string' }, decision: { enum: ['allow', 'deny'] } },
        },
      },
    },
    (request, reply) => {
      const { id, decision } = request.body;
      const authorization = pending.get(id);
      pending.delete(id);
      if (authorization === undefined) {
        return sendPage(reply, 'Already answered', html`<h1>This request was already answered</h1>`, 400);
      }
      const { redirectUri, state } = authorization;
      return decision === 'allow'
        ? redirect(reply, redirectUri, { code: grants.issueCode(authorization), state })
        : redirect(reply, redirectUri, { error: 'access_denied', state });
    },
  );
}

function problem(query: Query): string | undefined {
  if (query.response_type !== 'code') {
    return 'unsupported_response_type';
  }
  const wanted = (query.scope ?? '').split(' ').filter((name) => name !== '');
  if (wanted.length === 0 || wanted.some((name) => !Object.hasOwn(scopes, name))) {
    return 'invalid_scope';
  }
  const challenged = /^[\w-]{43}$/.test(query.code_challenge ?? '') && query.code_challenge_method === 'S256';
  return challenged ? undefined : 'invalid_request';
}

function redirect(reply: FastifyReply, address: string, values: Record<string, string | undefined>) {
  const target = new URL(address);
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) {
      target.searchParams.set(name, value);
    }
  }
  return reply.redirect(target.href, 303);
}

function question(id: string, client: Client, wanted: readonly string[]) {
  return html`<h1>Allow ${client.name}?</h1>
    <p>It asks for access to this wiki in your name:</p>
    <ul>
      ${wanted.map((name) => html`<li>${scopes[name]} <code>${name}</code></li>`)}
    </ul>
    <form method="post" action="authorize">
      <input type="hidden" name="id" value="${id}" />
      <button name="decision" value="allow">Allow</button>
      <button name="decision" value="deny">Deny</button>
    </form>`;
}
