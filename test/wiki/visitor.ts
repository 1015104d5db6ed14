import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Wiki } from './wiki.js';

export interface Seen {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

export interface Sent {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** One client with connections of its own, as the tests of the wiki use it. */
export class Visitor {
  readonly #agent = new Agent({ connections: 1 });

  async send(address: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Seen> {
    const reply = await request(address, {
      method,
      headers,
      dispatcher: this.#agent,
      ...(body !== undefined && { body }),
    });
    return { status: reply.statusCode, text: await reply.body.text(), headers: reply.headers };
  }

  sendForm(address: string, fields: Record<string, string>): Promise<Seen> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.send(address, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
  }

  sendJson(address: string, value: unknown, headers: Record<string, string> = {}): Promise<Seen> {
    return this.send(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value),
    });
  }

  /** Imports a page; without a token the request has no Authorization header. */
  import(wiki: Wiki, token: string | undefined, changes: object | string | Buffer = {}): Promise<Seen> {
    const value =
      typeof changes === 'string' || Buffer.isBuffer(changes) ? changes : { ...aPage, ...changes };
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return this.sendJson(wiki.importEndpoint, value, headers);
  }

  /** Imports a page and returns the message of the reply, which has the shape of section 2.2. */
  async expect(status: number, wiki: Wiki, token?: string, changes?: object | string | Buffer) {
    const seen = await this.import(wiki, token, changes);
    assert.equal(seen.status, status, seen.text);
    const reply = JSON.parse(seen.text) as Record<string, unknown>;
    assert.deepEqual(Object.keys(reply), ['body']);
    assert.equal(typeof reply.body, 'string');
    return String(reply.body);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

export const aPage = { spaceId: '1001', parentId: '100101', pageTitle: 'Release notes', content: '# New\n' };

export const randomVerifier = () => randomBytes(32).toString('base64url');
