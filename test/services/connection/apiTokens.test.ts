import assert from 'node:assert/strict';
import { readApiToken } from '../../../src/core/connection/apiToken.js';
import type { ImportAnswer } from '../../../src/core/wiki/import.js';
import { ApiTokens } from '../../../src/services/connection/apiTokens.js';
import { jwt } from '../../core/jwt.js';
import { MemorySecrets } from '../fakes.js';

const endpoint = 'https://a.example/x';
const text = jwt({ iat: 1000, exp: 2000 });

describe('The stored API tokens', () => {
  let secrets: MemorySecrets;
  let hidden: string[];
  let tokens: ApiTokens;
  beforeEach(async () => {
    secrets = new MemorySecrets();
    hidden = [];
    tokens = new ApiTokens(secrets, (secret) => hidden.push(secret));
    const token = readApiToken(text).value;
    assert.ok(token);
    await tokens.store(endpoint, token);
  });

  it('are kept under a key that names the endpoint', () => {
    assert.deepEqual([...secrets.stored], [[`apiToken:${endpoint}`, text]]);
  });

  it('come back as they were, and are hidden from the log first', async () => {
    hidden.length = 0;
    assert.equal((await tokens.get(endpoint))?.secret.reveal(), text);
    assert.deepEqual(hidden, [text]);
  });

  it('are hidden from the log when they are stored', () => assert.deepEqual(hidden, [text]));

  it('are refused from an answer that says so until one that takes a page', async () => {
    const token = await tokens.get(endpoint);
    assert.ok(token);
    const judged = (meaning: ImportAnswer['meaning']): boolean => {
      const answer = { meaning, status: 200, message: '', truncated: false } as ImportAnswer;
      tokens.recordOutcome(endpoint, token, {
        kind: 'answered',
        answer,
        mayHaveArrived: false,
        cancelled: false,
      });
      return tokens.isRefused(endpoint, token);
    };
    assert.equal(judged('already exists'), false);
    for (const meaning of ['unauthorized', 'license inactive', 'forbidden'] as const) {
      assert.equal(judged(meaning), true);
      assert.equal(judged('temporary'), true, 'says nothing of the token');
      assert.equal(judged('published'), false);
    }
  });

  it('are not given to another endpoint', async () => {
    for (const other of ['https://a.example/y', 'https://b.example/x', 'https://a.example:8443/x', '']) {
      assert.equal(await tokens.get(other), undefined);
    }
  });

  it('are gone when they are deleted', async () => {
    await tokens.delete(endpoint);
    assert.equal(await tokens.get(endpoint), undefined);
    assert.equal(secrets.stored.size, 0);
  });

  it('are none, but hidden all the same, when what was stored is broken', async () => {
    secrets.stored.set(`apiToken:${endpoint}`, 'a broken token');
    assert.equal(await tokens.get(endpoint), undefined);
    assert.ok(hidden.includes('a broken token'));
  });

  it('that can’t be read or stored are told of in words for people, without the token', async () => {
    const locked = (): Promise<never> => Promise.reject(new Error(`keyring: ${text}`));
    const failing = new ApiTokens({ get: locked, store: locked, delete: locked }, () => undefined);
    const token = readApiToken(text).value;
    assert.ok(token);
    await assert.rejects(failing.get(endpoint), {
      name: 'UserError',
      message: /can’t be read.*Nothing was sent/,
    });
    await assert.rejects(failing.store(endpoint, token), { name: 'UserError', message: /did not accept/ });
  });
});
