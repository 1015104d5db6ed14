import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { strToU8, zipSync } from 'fflate';
import type { Grants } from './grants.js';
import type { Answer } from './perform.js';
import { parseJson } from './received.js';
import type { Page, Spaces } from './spaces.js';

const scope = 'export:markdown:custom';

const exportSchema = {
  type: 'object',
  required: ['pageId'],
  properties: {
    pageId: { type: 'string', pattern: '^\\d+$' },
    spaceKey: { type: 'string' },
    format: { enum: ['markdown', 'zip'] },
  },
};

interface ExportBody {
  pageId: string;
  spaceKey?: string;
  format?: 'markdown' | 'zip';
}

const failure = (status: number, error: string): Answer => ({ status, body: { success: false, error } });

/** Where an installation gives pages out (section 4.4 shows no path). */
export const exportPath = '/wiki/apps/5f0c2d1e-markdown-import_production/singleExport';

/** Gives a page as Markdown, or as a ZIP archive that holds it, for an access token with the scope (section 5.2). */
export async function processExport(
  request: FastifyRequest,
  grants: Grants,
  spaces: Spaces,
): Promise<Answer> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const scopes = token === undefined ? undefined : await grants.scopesOf(token);
  if (scopes === undefined) {
    return failure(401, 'The access token is missing, not known or expired.');
  }
  if (!scopes.includes(scope)) {
    return failure(403, `The access token lacks the scope ${scope}.`);
  }
  const body = readBody(request);
  if (body === undefined) {
    return failure(400, 'The body is not the documented JSON.');
  }
  const page = spaces.page(body.pageId);
  const space = page && spaces.findSpaceById(page.spaceId);
  if (page === undefined || space === undefined || page.restricted) {
    return failure(404, 'The page does not exist or is closed to the owner of the token.');
  }
  const common = { success: true, exportId: randomUUID(), spaceKey: space.key, pageId: page.id };
  return body.format === 'zip'
    ? { status: 200, body: { ...common, pageCount: 1, zipBase64: archiveOf(page) } }
    : { status: 200, body: { ...common, title: page.title, markdown: page.content } };
}

/** Gives what the HTTP layer refuses the shape of the others. */
export function answerExportFailures(app: FastifyInstance): void {
  app.setErrorHandler<{ statusCode?: number }>((error, _request, reply) => {
    const { status, body } =
      (error.statusCode ?? 500) < 500
        ? failure(400, 'The request could not be read.')
        : failure(500, 'The service failed.');
    return reply.code(status).send(body);
  });
}

function archiveOf({ title, content }: Page): string {
  const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return Buffer.from(zipSync({ [`${name}/${name}.md`]: strToU8(content) })).toString('base64');
}

function readBody(request: FastifyRequest): ExportBody | undefined {
  try {
    const value = parseJson(request);
    return request.validateInput(value, exportSchema) ? (value as ExportBody) : undefined;
  } catch {
    return undefined;
  }
}
