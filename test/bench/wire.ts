import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Agent, request } from 'undici';
import { readApiToken, type ApiToken } from '../../src/core/connection/apiToken.js';
import { importRequest } from '../../src/core/wiki/import.js';
import type { Target } from '../../src/core/wiki/target.js';
import { jwt } from '../core/jwt.js';

/** A wiki of one answer in a process of its own, and the bare request to it. */
export interface Wire {
  readonly endpoint: string;
  readonly close: () => void;
}

export const target: Target = { space: '1001', parent: '100102', title: 'A Page', overwrite: true };

export function tokenText(): string {
  const now = Math.floor(Date.now() / 1000);
  return jwt({ iat: now - 60, exp: now + 30 * 24 * 60 * 60 });
}

export function token(): ApiToken {
  const { value } = readApiToken(tokenText());
  if (value === undefined) {
    throw new Error('The token can’t be read.');
  }
  return value;
}

export function pageOf(bytes: number): string {
  const line = 'A line of a page, with words and a [link](https://example.com/) in it.\n';
  return `# A Page\n\n${line.repeat(Math.ceil(bytes / line.length))}`.slice(0, bytes);
}

export async function startWire(delayMs: number): Promise<Wire> {
  const child = spawn(process.execPath, [path.join(__dirname, 'wireServer.js')], {
    env: { ...process.env, BENCH_DELAY_MS: String(delayMs) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    endpoint: `http://127.0.0.1:${port.toString().trim()}/wiki/apps/bench/1/webtrigger`,
    close: () => child.kill(),
  };
}

/** The same page as the same bytes, by undici alone. */
export function bareRequest(
  endpoint: string,
  content: string,
): { send: () => Promise<void>; close: () => void } {
  const agent = new Agent();
  const { secret } = token();
  return {
    send: async () => {
      const { url, headers, body } = importRequest(endpoint, secret, target, content);
      const answer = await request(url, { method: 'POST', headers, body: body ?? '', dispatcher: agent });
      JSON.parse(await answer.body.text());
    },
    close: () => void agent.destroy(),
  };
}
