import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Grants } from './grants.js';
import type { Settings } from './options.js';
import type { Answer } from './perform.js';
import { parseJson } from './received.js';

export const tokenPath = '/oauth/token';

const text = { type: 'string', minLength: 1 };
const tokenSchema = {
  type: 'object',
  required: ['grant_type', 'client_id'],
  properties: { grant_type: text, client_id: text, client_secret: text },
  oneOf: [
    {
      required: ['refresh_token'],
      properties: { grant_type: { const: 'refresh_token' }, refresh_token: text },
    },
    {
      required: ['code', 'redirect_uri', 'code_verifier'],
      properties: {
        grant_type: { const: 'authorization_code' },
        code: text,
        redirect_uri: text,
        code_verifier: text,
      },
    },
  ],
};

interface Common {
  client_id: string;
  client_secret?: string;
}
type TokenBody =
  | (Common & { grant_type: 'refresh_token'; refresh_token: string })
  | (Common & {
      grant_type: 'authorization_code';
      code: string;
      redirect_uri: string;
      code_verifier: string;
    });

const failure = (status: number, error: string, description: string): Answer => ({
  status,
  body: { error, error_description: description },
});

/** Exchanges a code or a refresh token for new tokens (section 4.2). */
export async function processTokenRequest(
  request: FastifyRequest,
  grants: Grants,
  settings: Settings,
): Promise<Answer> {
  const body = readBody(request);
  if ('status' in body) {
    return body;
  }

  const client = settings.clients.find(({ id }) => id === body.client_id);
  if (client === undefined || client.secret !== body.client_secret) {
    return failure(401, 'invalid_client', 'The client or its secret is not known.');
  }
  const tokens =
    body.grant_type === 'refresh_token'
      ? await grants.refresh(body.refresh_token, client)
      : await grants.redeem(body.code, client, body.redirect_uri, body.code_verifier);
  return tokens === undefined
    ? failure(403, 'invalid_grant', 'The grant is unknown, replaced or expired.')
    : { status: 200, body: tokens };
}

/** Gives what the HTTP layer refuses the shape of an OAuth error. */
export function answerOauthFailures(scope: FastifyInstance): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
  scope.setErrorHandler<{ statusCode?: number }>((error, _request, reply) => {
    const { status, body } =
      (error.statusCode ?? 500) < 500
        ? failure(400, 'invalid_request', 'The request could not be read.')
        : failure(500, 'server_error', 'The identity provider failed.');
    return reply.code(status).send(body);
  });
}

function readBody(request: FastifyRequest): TokenBody | Answer {
  let value: unknown;
  try {
    value = parseJson(request);
  } catch {
    return failure(400, 'invalid_request', 'The body is not valid JSON.');
  }
  if (request.validateInput(value, tokenSchema)) {
    return value as TokenBody;
  }
  const { grant_type: type } = (value ?? {}) as { grant_type?: unknown };
  return typeof type === 'string' && type !== 'refresh_token' && type !== 'authorization_code'
    ? failure(400, 'unsupported_grant_type', 'Only refresh_token and authorization_code are taken.')
    : failure(400, 'invalid_request', 'A parameter is missing or not a string.');
}
