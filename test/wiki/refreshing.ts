import assert from 'node:assert/strict';
import type { TokenReply } from './grants.js';
import { demoClient } from './options.js';
import type { Seen, Visitor } from './visitor.js';
import type { Wiki } from './wiki.js';

export const client = { client_id: demoClient.id, client_secret: demoClient.secret };

export function refreshWith(
  visitor: Visitor,
  wiki: Wiki,
  token?: string,
  changes: object = {},
): Promise<Seen> {
  const body = { grant_type: 'refresh_token', ...client, refresh_token: token, ...changes };
  return visitor.sendJson(wiki.tokenEndpoint, body);
}

export function tokensIn(seen: Seen): TokenReply {
  assert.equal(seen.status, 200, seen.text);
  return JSON.parse(seen.text) as TokenReply;
}

export function expectError(seen: Seen, status: number, error: string): void {
  assert.equal(seen.status, status, seen.text);
  assert.equal((JSON.parse(seen.text) as { error: string }).error, error);
}
