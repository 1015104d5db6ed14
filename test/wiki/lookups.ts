import type { FastifyInstance } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import { session } from './layout.js';
import type { Settings } from './options.js';
import { pageAddress, spaceAddress } from './pageViews.js';
import { recordRequests, type ReceivedRequest } from './received.js';
import { importer, type Page, type Space, type Spaces } from './spaces.js';

const failure = (status: number, code: string, title: string) => ({ errors: [{ status, code, title }] });

/** What a lookup answers instead, or when; undefined for what it finds. */
export type LookupFault = (path: string) =>
  | {
      status?: number;
      headers?: Record<string, string>;
      body?: string;
      delayMs?: number;
      until?: Promise<unknown>;
    }
  | undefined;

export interface LookupState {
  readonly requests: ReceivedRequest[];
  fault: LookupFault | undefined;
}

interface LookupParts {
  readonly spaces: Spaces;
  readonly settings: Settings;
  readonly state: LookupState;
}

/** The platform’s read-only lookups (section 4.3), and those of pages and people that platforms document. */
export function lookups(scope: FastifyInstance, { spaces, settings, state }: LookupParts): void {
  recordRequests(scope, state.requests, settings.now);
  scope.addHook('onRequest', async (request, reply) => {
    const header = request.headers.authorization ?? '';
    const bearer = /^Bearer +(\S+)$/i.exec(header)?.[1];
    const basic = /^Basic +(\S+)$/i.exec(header)?.[1];
    const isPersonal =
      Buffer.from(basic ?? '', 'base64').toString() === `${settings.email}:${settings.personalToken}`;
    const isInBrowser = request.headers.cookie?.split('; ').includes(session) === true;
    if (isInBrowser || isPersonal || bearer === settings.platformToken) {
      return;
    }
    await reply
      .code(401)
      .header('www-authenticate', 'Bearer')
      .send(failure(401, 'UNAUTHORIZED', 'Unauthorized'));
  });
  scope.addHook('preHandler', async (request, reply) => {
    const fault = state.fault?.(request.url);
    await wait(fault?.delayMs ?? 0);
    await fault?.until;
    if (fault?.status !== undefined) {
      const { status, headers = {}, body = '' } = fault;
      await reply
        .code(status)
        .headers({ 'content-type': 'application/json', ...headers })
        .send(body);
    }
  });

  const base = (host: string): string => `${settings.scheme}://${host}/wiki`;

  scope.get<{ Querystring: { keys?: string; ids?: string } }>(
    '/wiki/api/v2/spaces',
    { schema: { querystring: strings('keys', 'ids') } },
    (request, reply) => {
      const [keys, ids] = [request.query.keys?.split(','), request.query.ids?.split(',')];
      const results = spaces.spaces.filter(
        ({ key, id }) => (keys?.includes(key) ?? true) && (ids?.includes(id) ?? true),
      );
      if (results.length === 0 && settings.spaceNotFound === 404) {
        return reply.code(404).send(failure(404, 'NOT_FOUND', 'Space not found'));
      }
      return reply.send({ results: results.map(describeSpace), _links: { base: base(request.host) } });
    },
  );

  type PagesQuery = Partial<Record<'id' | 'space-id' | 'title' | 'status' | 'limit' | 'cursor', string>>;
  scope.get<{ Querystring: PagesQuery }>(
    '/wiki/api/v2/pages',
    { schema: { querystring: strings('id', 'space-id', 'title', 'status', 'limit', 'cursor') } },
    (request, reply) => {
      const { id, title, cursor = '0', limit } = request.query;
      const [ids, spaceIds] = [id?.split(','), request.query['space-id']?.split(',')];
      const found = spaces.pages.filter(
        (page) =>
          (ids?.includes(page.id) ?? true) &&
          (spaceIds?.includes(page.spaceId) ?? true) &&
          (title === undefined || page.title === title),
      );
      const start = Number(cursor);
      const end = start + Math.min(Number(limit ?? 25), settings.mostResults);
      const query = new URLSearchParams({ ...request.query, cursor: String(end) });
      return reply.send({
        results: found.slice(start, end).map((page) => describePage(page, spaces)),
        _links: {
          base: base(request.host),
          ...(end < found.length && { next: `/wiki/api/v2/pages?${String(query)}` }),
        },
      });
    },
  );

  scope.get<{ Params: { id: string } }>('/wiki/api/v2/pages/:id', (request, reply) => {
    const page = spaces.anyPage(request.params.id);
    if (page === undefined) {
      return reply.code(404).send(failure(404, 'NOT_FOUND', 'Page not found'));
    }
    const described = describePage(page, spaces);
    return reply.send({ ...described, _links: { ...described._links, base: base(request.host) } });
  });

  scope.get<{ Querystring: { accountId?: string } }>(
    '/wiki/rest/api/user',
    { schema: { querystring: strings('accountId') } },
    (request, reply) => {
      const user = spaces.users.find(({ accountId }) => accountId === request.query.accountId);
      return user === undefined
        ? reply.code(404).send({ statusCode: 404, message: 'No user found' })
        : reply.send({
            type: 'known',
            ...user,
            accountType: settings.importsAsApp && user === importer ? 'app' : 'user',
            publicName: user.displayName,
            _links: {},
          });
    },
  );
}

function strings(...names: readonly string[]) {
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) };
}

function describeSpace(space: Space) {
  const { id, key, name, homepageId } = space;
  const webui = spaceAddress(space).replace('/wiki', '');
  return { id, key, name, type: 'global', status: 'current', homepageId, _links: { webui } };
}

function describePage(page: Page, spaces: Spaces) {
  const space = spaces.findSpaceById(page.spaceId);
  const { updatedAt, version, authorId } = page;
  return {
    id: page.id,
    status: page.status,
    title: page.title,
    spaceId: page.spaceId,
    parentId: page.parentId ?? null,
    createdAt: new Date(page.createdAt).toISOString(),
    version: { number: version, createdAt: new Date(updatedAt).toISOString(), authorId, message: '' },
    _links: space === undefined ? {} : { webui: pageAddress(page, space).replace('/wiki', '') },
  };
}
