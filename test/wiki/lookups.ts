import type { FastifyInstance } from 'fastify';
import type { Settings } from './options.js';
import { pageAddress, spaceAddress } from './pageViews.js';
import type { Page, Space, Spaces } from './spaces.js';

const failure = (status: number, code: string, title: string) => ({ errors: [{ status, code, title }] });

/** The platform's read-only lookups (section 4.3). */
export function lookups(
  scope: FastifyInstance,
  spaces: Spaces,
  settings: Settings,
  bearerIsGood: (token: string) => Promise<boolean>,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token !== undefined && (await bearerIsGood(token))) {
      return;
    }
    await reply
      .code(401)
      .header('www-authenticate', 'Bearer')
      .send(failure(401, 'UNAUTHORIZED', 'Unauthorized'));
  });

  scope.get<{ Querystring: { keys?: string } }>(
    '/wiki/api/v2/spaces',
    { schema: { querystring: { type: 'object', properties: { keys: { type: 'string' } } } } },
    (request, reply) => {
      const keys = request.query.keys?.split(',');
      const results = spaces.spaces.filter(({ key }) => keys?.includes(key) ?? true);
      if (results.length === 0 && settings.spaceNotFound === 404) {
        return reply.code(404).send(failure(404, 'NOT_FOUND', 'Space not found'));
      }
      return reply.send({ results: results.map(describeSpace), _links: {} });
    },
  );

  scope.get<{ Params: { id: string } }>('/wiki/api/v2/pages/:id', (request, reply) => {
    const page = spaces.page(request.params.id);
    const space = page && spaces.findSpaceById(page.spaceId);
    if (page === undefined || space === undefined) {
      return reply.code(404).send(failure(404, 'NOT_FOUND', 'Page not found'));
    }
    return reply.send(describePage(page, space));
  });
}

function describeSpace(space: Space) {
  const { id, key, name, homepageId } = space;
  const webui = spaceAddress(space).replace('/wiki', '');
  return { id, key, name, type: 'global', status: 'current', homepageId, _links: { webui } };
}

function describePage(page: Page, space: Space) {
  return {
    id: page.id,
    status: 'current',
    title: page.title,
    spaceId: page.spaceId,
    parentId: page.parentId ?? null,
    createdAt: new Date(page.createdAt).toISOString(),
    version: { number: page.version, createdAt: new Date(page.updatedAt).toISOString() },
    _links: { webui: pageAddress(page, space).replace('/wiki', '') },
  };
}
