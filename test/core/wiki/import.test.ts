import assert from 'node:assert/strict';
import fc from 'fast-check';
import { importRequest, readImportResponse } from '../../../src/core/wiki/import.js';
import { Secret } from '../../../src/core/text/secret.js';

const target = { space: 'ENG', parent: '42', title: 'Ein “Titel”', overwrite: false };
const response = (status: number, body = '{"body":"Text"}', truncated = false) => ({
  status,
  headers: {},
  body,
  truncated,
});

describe('The import request', () => {
  it('is the one of the contract', () => {
    const content = 'Zeile "1"\n\\ \u2028 😀';
    const request = importRequest('https://a.example/x', new Secret('abc'), target, content);
    assert.deepEqual(
      { ...request, body: JSON.parse(request.body ?? '') as unknown },
      {
        method: 'POST',
        url: 'https://a.example/x',
        headers: { Authorization: 'Bearer abc', 'Content-Type': 'application/json' },
        body: { spaceId: 'ENG', parentId: '42', pageTitle: 'Ein “Titel”', content, overwrite: false },
      },
    );
  });
});

describe('The answer of an import', () => {
  const meanings: readonly (readonly [status: number, overwrite: boolean, meaning: string])[] = [
    [200, false, 'published'],
    [201, true, 'published'],
    [400, false, 'rejected'],
    [400, true, 'rejected'],
    [401, false, 'unauthorized'],
    [402, false, 'license inactive'],
    [403, false, 'forbidden'],
    [404, false, 'not found'],
    ...[429, 500, 502, 503, 504].map((status) => [status, false, 'temporary'] as const),
    ...[300, 301, 302, 303, 304, 307, 308, 399].map((status) => [status, false, 'redirect'] as const),
    ...[202, 204, 405, 409, 418, 501].map((status) => [status, false, 'unexpected'] as const),
  ];
  for (const [status, overwrite, meaning] of meanings) {
    it(`${status} means ${meaning}${overwrite ? ' with overwrite' : ''}`, () => {
      assert.deepEqual(readImportResponse(response(status), { overwrite }), {
        meaning,
        status,
        message: 'Text',
        truncated: false,
      });
    });
  }

  const messages: readonly (readonly [message: string, meaning: string])[] = [
    ['Error: A page with this title already exists under this parent.', 'already exists'],
    ['Page EXISTS', 'already exists'],
    ['Eine Seite dieses Titels existiert bereits.', 'already exists'],
    ['Bad Request', 'rejected'],
    ['', 'rejected'],
    ['The parent page does not exist.', 'rejected'],
    ['The space doesn’t exist', 'rejected'],
    ['No such page exists', 'rejected'],
    ['non-existing macro', 'rejected'],
  ];
  for (const [message, meaning] of messages) {
    it(`400 that says ${JSON.stringify(message)} means ${meaning}`, () => {
      const body = JSON.stringify({ body: message });
      assert.equal(readImportResponse(response(400, body), { overwrite: false }).meaning, meaning);
      assert.equal(readImportResponse(response(400, body), { overwrite: true }).meaning, 'rejected');
    });
  }

  it('400 means that the page exists where the records know of it, and it was not to be replaced', () => {
    for (const overwrite of [false, true]) {
      const { meaning } = readImportResponse(response(400), { overwrite, pageExists: true });
      assert.equal(meaning, overwrite ? 'rejected' : 'already exists');
    }
  });

  for (const body of [
    '',
    '<html>',
    '"text"',
    'null',
    '7',
    '[]',
    '{}',
    '{"body":7}',
    '{"body":{"a":1}}',
    '{"Body":"a"}',
    '{"body":"a"',
  ]) {
    it(`200 with ${body || 'nothing'} is not the documented answer`, () => {
      assert.deepEqual(readImportResponse(response(200, body), { overwrite: true }), {
        meaning: 'unexpected',
        status: 200,
        message: undefined,
        truncated: false,
      });
    });
  }

  it('is not the documented one when it is not whole', () => {
    assert.equal(
      readImportResponse(response(200, '{"body":"Text"}', true), { overwrite: true }).meaning,
      'unexpected',
    );
    assert.equal(
      readImportResponse(response(400, '{"body":"Text"}', true), { overwrite: false }).meaning,
      'unexpected',
    );
  });

  it('is temporary or a redirect whatever its body', () => {
    assert.equal(readImportResponse(response(502, '<html>'), { overwrite: true }).meaning, 'temporary');
    assert.equal(readImportResponse(response(308, '', true), { overwrite: true }).meaning, 'redirect');
  });

  it('is published by 200 and 201 alone, whatever the body', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 999 }),
        fc.oneof(fc.string(), fc.json()),
        fc.boolean(),
        (status, body, overwrite) => {
          const { meaning, message } = readImportResponse(response(status, body), { overwrite });
          assert.ok(meaning !== 'published' || (message !== undefined && (status === 200 || status === 201)));
        },
      ),
    );
  });
});
