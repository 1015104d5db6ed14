import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  idsQuery,
  isCurrent,
  readPageResponse,
  readPagesResponse,
  readSpaceResponse,
  readUserResponse,
  pageRequest,
  pagesRequest,
  spaceRequest,
  titleQuery,
} from '../../../src/core/wiki/lookups.js';
import * as platformToken from '../../../src/core/wiki/platformToken.js';
import { addressOnSite, documentedSite, siteOfPage } from '../../../src/core/wiki/site.js';
import { Secret } from '../../../src/core/text/secret.js';
import { notFoundCause, type NotFoundLookups } from '../../../src/core/wiki/notFoundCause.js';

const token = { secret: new Secret('platform') };
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
    assert.deepEqual(spaceRequest(site, { key: 'EN&G' }, token), {
      method: 'GET',
      url: 'https://wiki.example.com/wiki/api/v2/spaces?keys=EN%26G',
      headers: { Authorization: 'Bearer platform', Accept: 'application/json' },
    });
    assert.equal(pageRequest(site, '1/2', token).url, 'https://wiki.example.com/wiki/api/v2/pages/1%2F2');
  });

  for (const [endpoint, expected] of [
    ['https://wiki.example.com/wiki/apps/a/e/webtrigger', 'https://wiki.example.com'],
    ['https://example.com/team/wiki/apps/a/e/webtrigger', 'https://example.com/team'],
    ['https://hooks.example.com:8443/x1/abc?y=/wiki/apps/', undefined],
  ] as const) {
    it(`for ${endpoint} goes to ${expected}`, () => assert.equal(documentedSite(endpoint), expected));
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
      const found = readSpaceResponse(answer(status, body), { key: 'ENG' });
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
      assert.equal(readPageResponse(answer(status, body), '123', site).kind, kind);
    });
  }

  it('that broke off tells nothing', () => {
    assert.equal(readSpaceResponse(answer(200, { results: [] }, true), { key: 'ENG' }).kind, 'unknown');
  });

  it('never throws, whatever is answered', () => {
    const value = fc.jsonValue();
    const space = fc.record({ id: value, key: value }, { requiredKeys: [] });
    const shaped = fc.record({
      id: value,
      title: value,
      version: fc.record({ number: value, createdAt: value, authorId: value }),
      results: fc.oneof(value, fc.array(fc.oneof(space, fc.record({ id: fc.string(), title: fc.string() })))),
      _links: fc.record({
        webui: value,
        base: fc.oneof(value, fc.webUrl()),
        next: fc.oneof(value, fc.webUrl()),
      }),
    });
    const json = shaped.map((members) => JSON.stringify(members));
    const body = fc.oneof(fc.string(), fc.json(), json);
    fc.assert(
      fc.property(fc.oneof(fc.constant(200), fc.integer({ min: 100, max: 599 })), body, (status, text) => {
        readSpaceResponse(answer(status, text), { key: 'ENG' });
        readPageResponse(answer(status, text), '123', site);
        readPagesResponse(answer(status, text), site);
        readUserResponse(answer(status, text), 'u');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('What a lookup tells of a page', () => {
  const page = {
    id: 123,
    title: 'Guides',
    status: 'current',
    spaceId: 1002,
    parentId: 7,
    version: { number: 9, createdAt: '2026-11-20T16:20:00.000Z', authorId: 'u:1' },
    _links: { webui: '/spaces/ENG/pages/123/Guides', base: `${site}/wiki` },
  };
  const judged = (change: object) => {
    const found = readPageResponse(answer(200, { ...page, ...change }), '123', site);
    return found.kind === 'found' ? found.value : assert.fail(found.kind);
  };

  it('is its version, its author and its address', () => {
    assert.deepEqual(judged({}), {
      id: '123',
      title: 'Guides',
      spaceId: '1002',
      parentId: '7',
      version: 9,
      changedAt: Date.UTC(2026, 10, 20, 16, 20),
      authorId: 'u:1',
      address: `${site}/wiki/spaces/ENG/pages/123/Guides`,
      status: 'current',
    });
  });

  for (const [what, change] of [
    ['nothing', { version: undefined, parentId: null, status: undefined, _links: undefined }],
    ['nonsense', { version: 'x', parentId: {}, _links: 7 }],
    ['numbers that are none', { version: { number: 1.5, createdAt: 'never', authorId: {} }, _links: {} }],
    ['a version below one', { version: { number: 0 } }],
  ] as const) {
    it(`is unknown where an installation says ${what}`, () => {
      const { version, changedAt, authorId } = judged(change);
      assert.deepEqual([version, changedAt, authorId], [undefined, undefined, undefined]);
    });
  }

  for (const links of [
    { webui: '/x', base: 'https://evil.example/wiki' },
    { webui: 'https://evil.example/x', base: `${site}/wiki` },
    { webui: 'https://evil.example/x' },
    { webui: '@evil.example/', base: site },
    { webui: '.evil.example/', base: site },
    { webui: 'x:alert(1)', base: 'javascript' },
    { webui: '/x', base: 'ftp://wiki.example.com' },
    { webui: '//evil.example', base: 'https:' },
  ]) {
    it(`is no address for ${JSON.stringify(links)}`, () => {
      assert.equal(judged({ _links: links }).address, undefined);
    });
  }

  it('is current unless it is in the trash or the archive, as an installation says', () => {
    for (const status of ['trashed', 'archived']) {
      assert.deepEqual([judged({ status }).status, isCurrent(judged({ status }))], [status, false]);
    }
    assert.ok(isCurrent(judged({ status: 'current' })) && isCurrent(judged({ status: undefined })));
  });

  it('is asked for by title in a space, or by many ids', () => {
    assert.equal(
      pagesRequest(site, titleQuery('1002', 'A & B'), token).url,
      `${site}/wiki/api/v2/pages?space-id=1002&title=A+%26+B&status=current`,
    );
    assert.equal(idsQuery(['1', '2&3']), 'id=1,2%263&limit=250');
  });

  for (const [next, expected] of [
    [undefined, undefined],
    ['/wiki/api/v2/pages?cursor=abc', 'cursor=abc'],
    [`${site}/elsewhere?cursor=abc`, 'cursor=abc'],
    ['https://evil.example/wiki/api/v2/pages?cursor=abc', 'unknown'],
    ['//evil.example/?cursor=abc', 'unknown'],
    ['/wiki/api/v2/pages', 'unknown'],
    [7, 'unknown'],
  ] as const) {
    it(`goes on after ${String(next)} ${expected === undefined ? 'nowhere' : `as ${expected}`}`, () => {
      const found = readPagesResponse(answer(200, { results: [page], _links: { next } }), site);
      assert.equal(found.kind === 'found' ? found.value.next : found.kind, expected);
    });
  }

  it('is nothing when one of the results can’t be read', () => {
    assert.equal(readPagesResponse(answer(200, { results: [page, {}] }), site).kind, 'unknown');
  });

  it('is the name of who wrote it', () => {
    for (const [body, name] of [
      [
        { accountId: 'u', displayName: 'Mara Lind' },
        { name: 'Mara Lind', isApp: false },
      ],
      [
        { accountId: 'u', displayName: 'Import', accountType: 'app' },
        { name: 'Import', isApp: true },
      ],
      [
        { accountId: 'u', displayName: ' ', publicName: 'Mara' },
        { name: 'Mara', isApp: false },
      ],
      [{ displayName: 'Mara' }, { name: 'Mara', isApp: false }],
      [{ accountId: 'other', displayName: 'Mara' }, undefined],
      [{}, undefined],
    ] as const) {
      const found = readUserResponse(answer(200, body), 'u');
      assert.deepEqual(found.kind === 'found' ? found.value : undefined, name);
    }
  });
});

describe('A platform token', () => {
  it('is sent as a bearer token, or with an e-mail address as HTTP Basic', () => {
    assert.equal(platformToken.authorizationHeader(token), 'Bearer platform');
    assert.equal(
      platformToken.authorizationHeader({ ...token, email: 'name@example.org' }),
      `Basic ${Buffer.from('name@example.org:platform').toString('base64')}`,
    );
  });

  it('is kept with its e-mail address', () => {
    for (const email of [undefined, 'name@example.org']) {
      const read = platformToken.parsePlatformToken(
        platformToken.serializePlatformToken({ ...token, email }),
      );
      assert.deepEqual([read.secret.reveal(), read.email], ['platform', email]);
    }
  });
});

describe('The wiki’s address', () => {
  for (const [address, expected] of [
    ['https://wiki.example/wiki/spaces/ENG/pages/1/T', 'https://wiki.example'],
    [' https://example.com/team/wiki/spaces/ENG/overview?homepageId=7 ', 'https://example.com/team'],
    ['https://wiki.example/pages/viewpage.action?pageId=1', 'https://wiki.example'],
    ['123', undefined],
    ['ftp://wiki.example/wiki/', undefined],
  ] as const) {
    it(`of ${address} is ${expected}`, () => assert.equal(siteOfPage(address), expected));
  }

  it('is opened for pages of the wiki alone', () => {
    assert.equal(addressOnSite(site, `${site}/wiki/x`), `${site}/wiki/x`);
    for (const address of [
      'http://wiki.example.com/wiki/x',
      'https://wiki.example.com.evil.example/',
      'https://evil.example/',
      'https://wiki.example.com:444/',
      'https://a@wiki.example.com/',
      'javascript:alert(1)',
      'command:x',
      'x',
    ]) {
      assert.equal(addressOnSite(site, address), undefined, address);
    }
  });
});

describe('Why a page was not found', () => {
  const target = { space: 'ENG', parent: '123', title: 'T', overwrite: false };
  const found = { kind: 'found', value: eng, key: 'ENG' } as const;
  const missing = { kind: 'missing', key: 'ENG' } as const;
  const page = (spaceId: string | undefined): NotFoundLookups['page'] => ({
    kind: 'found',
    value: { id: '123', title: 'Guides', spaceId },
  });
  const table: readonly (readonly [NotFoundLookups, string | undefined])[] = [
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
    [
      { space: found, page: { kind: 'unseen' } },
      'Page 123 was not found, or this platform token may not see it.',
    ],
    [
      { space: { kind: 'unseen', key: 'ENG' }, page: { kind: 'unseen' } },
      'Space “ENG” was not found, or this platform token may not see it.',
    ],
  ];
  for (const [lookedUp, text] of table) {
    it(text ?? `is unknown for ${JSON.stringify(lookedUp)}`, () => {
      assert.equal(notFoundCause(target, lookedUp)?.text, text);
    });
  }

  it('is told of a space’s id by the page alone', () => {
    const byId = { ...target, space: '1002' };
    assert.match(notFoundCause(byId, { space: undefined, page: page('1002') })?.text ?? '', /both exist/);
    assert.match(
      notFoundCause(byId, { space: undefined, page: page('1001') })?.text ?? '',
      /is not in space “1002”/,
    );
    assert.equal(notFoundCause(byId, { space: undefined, page: page(undefined) }), undefined);
  });

  it('is not told by a platform token that was refused', () => {
    const { text = '', isPlatformTokenRefused: isTokenRefused } =
      notFoundCause(target, { space: found, page: { kind: 'refused' } }) ?? {};
    assert.match(text, /could not be looked up: the platform token was refused\.$/);
    assert.equal(isTokenRefused, true);
  });
});
