import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiTokens } from './apiTokens.js';
import type { Settings } from './options.js';
import type { Answer } from './perform.js';
import { parseJson } from './received.js';
import type { Spaces } from './spaces.js';

interface ImportBody {
  spaceId: string;
  parentId: string;
  pageTitle: string;
  content: string;
  overwrite?: boolean;
}

const filled = { type: 'string', pattern: '\\S' };
const importSchema = {
  type: 'object',
  required: ['spaceId', 'parentId', 'pageTitle', 'content'],
  properties: {
    spaceId: filled,
    parentId: filled,
    pageTitle: filled,
    content: filled,
    overwrite: { type: 'boolean' },
  },
};

const answer = (status: number, body: string): Answer => ({ status, body: { body } });

/** Where an installation takes imports (section 4.1). */
export const importPath = '/wiki/apps/5f0c2d1e-markdown-import/production/webtrigger';

/** Processes one import: token, license, body, space and parent, then the page (sections 4.1, 5.1, 7). */
export async function processImport(
  request: FastifyRequest,
  tokens: ApiTokens,
  spaces: Spaces,
  settings: Settings,
): Promise<Answer> {
  const refusal = await tokens.check(request.headers.authorization);
  if (refusal !== undefined) {
    return answer(refusal.status, `Error: ${refusal.reason}`);
  }

  const body = readBody(request);
  if (typeof body === 'string') {
    return answer(400, `Error: ${body}`);
  }

  const space =
    spaces.findSpaceById(body.spaceId) ??
    (settings.acceptSpaceKeys ? spaces.findSpaceByKey(body.spaceId) : undefined);
  if (space === undefined || space.restricted) {
    return answer(404, 'Error: The space does not exist or is closed to the owner of the token.');
  }
  const parent = spaces.page(body.parentId);
  if (
    parent === undefined ||
    parent.restricted ||
    !(parent.spaceId === space.id || settings.parentsOfAnySpace)
  ) {
    return answer(404, 'Error: The parent page does not exist or is closed to the owner of the token.');
  }

  // Wikis store titles in composed letters.
  const title = body.pageTitle.normalize('NFC');
  const existing = settings.titlesPerSpace
    ? spaces.findTitled(space.id, title)
    : spaces.children(parent).find((page) => page.title === title);
  if (existing === undefined) {
    const { content } = body;
    spaces.createPage({ spaceId: space.id, parentId: parent.id, title, content });
    return answer(201, 'Success: The page was created.');
  }
  if (body.overwrite !== true) {
    const where = settings.titlesPerSpace ? 'in this space' : 'under this parent';
    return answer(400, `Error: A page with this title already exists ${where}.`);
  }
  spaces.updatePage(existing, body.content, parent.id);
  return answer(200, 'Success: The page was updated.');
}

/** Gives what the HTTP layer refuses the reply shape of section 2.2. */
export function answerFailures(scope: FastifyInstance): void {
  scope.setErrorHandler<{ statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 413) {
      return reply.code(413).send({ body: 'Error: The request is too large.' });
    }
    if (status < 500) {
      return reply.code(400).send({ body: 'Error: The request could not be read.' });
    }
    return reply.code(500).send({ body: 'Error: The service failed.' });
  });
}

function readBody(request: FastifyRequest): ImportBody | string {
  let value: unknown;
  try {
    value = parseJson(request);
  } catch {
    return 'The body is not valid JSON.';
  }
  return request.validateInput(value, importSchema)
    ? (value as ImportBody)
    : 'A required field is missing, empty or of the wrong type.';
}
