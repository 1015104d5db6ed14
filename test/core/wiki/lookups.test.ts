import assert from 'node:assert/strict';
import fc from 'fast-check';
import { judgePage, judgeSpace, pageRequest, siteOf, spaceRequest } from '../../../src/core/wiki/lookups.js';
import { Secret } from '../../../src/core/text/secret.js';
import { whyNotFound, type LookedUp } from '../../../src/core/wiki/whyNotFound.js';

const token = new Secret('platform');
const site = 'https://wiki.example.com';
const answer = (status: number, body: unknown, truncated = false) => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
  truncated,
});
const eng = { id: '1002', key: 'ENG' };
const notFound = { errors: [{ status: 404, code: 'NOT_FOUND' }] };

describe('A lookup', () => {
  it('is a GET of the contract’s path with the platform token', () => {
    assert.deepEqual(spaceRequest(site, 'EN&G', token), {
      method: 'GET',
      url: 'https://wiki.example.com/wiki/api/v2/spaces?keys=EN%26G',
      headers: { Authorization: 'Bearer platform', Accept: 'application/json' },
    });
    assert.equal(pageRequest(site, '1/2', token).url, 'https://wiki.example.com/wiki/api/v2/pages/1%2F2');
  });

  for (const [endpoint, expected] of [
    ['https://wiki.example.com/wiki/apps/a/e/webtrigger', 'https://wiki.example.com'],
    ['https://example.com/team/wiki/apps/a/e/webtrigger', 'https://example.com/team'],
    ['https://hooks.example.com:8443/x1/abc?y=/wiki/apps/', 'https://hooks.example.com:8443'],
  ] as const) {
    it(`for ${endpoint} goes to ${expected}`, () => assert.equal(siteOf(endpoint), expected));
  }

  const spaces: readonly (readonly [status: number, body: unknown, kind: string])[] = [
    [200, { results: [eng] }, 'found'],
    [200, { results: [{ id: 1002, key: 'eng' }] }, 'found'],
    [200, { results: [] }, 'missing'],
    [404, notFound, 'missing'],
    [404, '<html>Not found</html>', 'unknown'],
    [401, {}, 'refused'],
    [403, 'no', 'refused'],
    [302, '', 'unknown'],
    [500, { results: [] }, 'unknown'],
    [200, { results: [{ id: '1', key: 'OTHER' }] }, 'unknown'],
    [200, { results: 'none' }, 'unknown'],
    [200, { results: [null, 7, {}] }, 'unknown'],
    [200, [], 'unknown'],
    [200, '<html>', 'unknown'],
  ];
  for (const [status, body, kind] of spaces) {
    it(`of a space that is answered ${status} ${JSON.stringify(body)} is ${kind}`, () => {
      const found = judgeSpace(answer(status, body), 'ENG');
      assert.equal(found.kind, kind);
      assert.equal(found.kind === 'found' ? found.value.id : '1002', '1002');
    });
  }

  const pages: readonly (readonly [status: number, body: unknown, kind: string])[] = [
    [200, { id: '123', title: 'Guides', spaceId: '1002' }, 'found'],
    [200, { id: 123, title: 'Guides', spaceId: 1002 }, 'found'],
    [200, { id: '124', title: 'Guides' }, 'unknown'],
    [200, { results: [] }, 'unknown'],
    [404, notFound, 'missing'],
    [404, 'Not found', 'unknown'],
    [401, notFound, 'refused'],
    [429, {}, 'unknown'],
  ];
  for (const [status, body, kind] of pages) {
    it(`of a page that is answered ${status} ${JSON.stringify(body)} is ${kind}`, () => {
      assert.equal(judgePage(answer(status, body), '123').kind, kind);
    });
  }

  it('that broke off tells nothing', () => {
    assert.equal(judgeSpace(answer(200, { results: [] }, true), 'ENG').kind, 'unknown');
  });

  it('never throws, whatever is answered', () => {
    const value = fc.jsonValue();
    const space = fc.record({ id: value, key: value }, { requiredKeys: [] });
    const shaped = fc.record({ id: value, title: value, results: fc.oneof(value, fc.array(space)) });
    const json = shaped.map((members) => JSON.stringify(members));
    const body = fc.oneof(fc.string(), fc.json(), json);
    fc.assert(
      fc.property(fc.oneof(fc.constant(200), fc.integer({ min: 100, max: 599 })), body, (status, text) => {
        judgeSpace(answer(status, text), 'ENG');
        judgePage(answer(status, text), '123');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('Why a page was not found', () => {
  const target = { space: 'ENG', parent: '123', title: 'T', overwrite: false };
  const found = { kind: 'found', value: eng, key: 'ENG' } as const;
  const missing = { kind: 'missing', key: 'ENG' } as const;
  const page = (spaceId: string | undefined): LookedUp['page'] => ({
    kind: 'found',
    value: { id: '123', title: 'Guides', spaceId },
  });
  const table: readonly (readonly [LookedUp, string | undefined])[] = [
    [{ space: missing, page: page('7') }, 'Space “ENG” does not exist, or you can’t see it.'],
    [{ space: found, page: { kind: 'missing' } }, 'Page 123 does not exist, or you can’t see it.'],
    [
      { space: missing, page: { kind: 'missing' } },
      'Neither space “ENG” nor page 123 exists, or you can’t see them.',
    ],
    [
      { space: found, page: page('1002') },
      'The space and the page both exist, and you can see them: it is the API token’s owner who lacks access.',
    ],
    [{ space: found, page: page('1001') }, 'Page 123 (“Guides”) is not in space “ENG”.'],
    [{ space: found, page: { kind: 'unknown' } }, undefined],
    [{ space: { kind: 'unknown', key: 'ENG' }, page: page('1002') }, undefined],
    [{ space: undefined, page: { kind: 'missing' } }, 'Page 123 does not exist, or you can’t see it.'],
  ];
  for (const [lookedUp, text] of table) {
    it(text ?? `is unknown for ${JSON.stringify(lookedUp)}`, () => {
      assert.equal(whyNotFound(target, lookedUp), text);
    });
  }

  it('is told of a space’s id by the page alone', () => {
    const byId = { ...target, space: '1002' };
    assert.match(whyNotFound(byId, { space: undefined, page: page('1002') }) ?? '', /both exist/);
    assert.match(whyNotFound(byId, { space: undefined, page: page('1001') }) ?? '', /is not in space “1002”/);
    assert.equal(whyNotFound(byId, { space: undefined, page: page(undefined) }), undefined);
  });

  it('says that the platform token was not taken', () => {
    assert.match(
      whyNotFound(target, { space: found, page: { kind: 'refused' } }) ?? '',
      /did not accept the platform/,
    );
  });
});
