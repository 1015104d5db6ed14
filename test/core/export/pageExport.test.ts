import assert from 'node:assert/strict';
import {
  missingPlaceholders,
  pageExportRequest,
  parsePageExport,
} from '../../../src/core/export/pageExport.js';
import { parseJsonPointer, valueAt } from '../../../src/core/text/jsonPointer.js';
import { Secret } from '../../../src/core/text/secret.js';

const good = { url: 'https://api.example/export/{pageId}', markdown: '/markdown' };
const from = { pageId: '12', spaceKey: 'A&B', baseUrl: 'https://wiki.example/x' };

describe('The setting that says how a page is exported', () => {
  const mistakes: Record<string, readonly [unknown, RegExp]> = {
    'is no object': ['x', /complete address/],
    'has no address': [{ markdown: '/a' }, /complete address/],
    'has an address without encryption': [
      { ...good, url: 'http://api.example/{pageId}' },
      /start with https/,
    ],
    'has a password in its address': [{ ...good, url: 'https://a:b@api.example/{pageId}' }, /user name/],
    'lets a placeholder name the host': [
      { ...good, url: 'https://{spaceKey}.example/{pageId}' },
      /host itself/,
    ],
    'lets a placeholder name the port': [{ ...good, url: 'https://api.example:{pageId}/' }, /complete/],
    'begins with a placeholder': [{ ...good, url: '{baseUrl}/{pageId}' }, /complete address/],
    'lets a placeholder end the host': [{ ...good, url: 'https://api.example{pageId}' }, /host itself/],
    'has an unknown placeholder': [{ ...good, url: `${good.url}?{space}` }, /but not \{space\}/],
    'has a method of its own': [{ ...good, method: 'DELETE' }, /GET or POST/],
    'has a body for GET': [{ ...good, method: 'GET', body: {} }, /needs POST/],
    'has a body that is no JSON': [{ ...good, body: '{' }, /must be JSON/],
    'names no page': [{ ...good, url: 'https://api.example/' }, /contains \{pageId\}/],
    'does not say where the text is': [{ url: good.url }, /either “markdown” or “zip”/],
    'says so twice': [{ ...good, zip: { base64: '/zip' } }, /either “markdown” or “zip”/],
    'has no pointer': [{ ...good, markdown: 'markdown' }, /“markdown” must be a JSON pointer/],
    'has a pointer with a wrong escape': [{ ...good, markdown: '/~2' }, /“markdown” must be a JSON pointer/],
    'has no pointer to the archive': [{ url: good.url, zip: {} }, /“zip.base64” must be a JSON pointer/],
    'has no pattern': [{ url: good.url, zip: { base64: '/z', file: 1 } }, /“zip.file” must be a pattern/],
  };
  for (const [what, [setting, problem]] of Object.entries(mistakes)) {
    it(`is refused where it ${what}`, () => {
      const parsed = parsePageExport(setting);
      assert.match(parsed?.problem ?? '', problem);
      assert.match(parsed?.problem ?? '', /^“page” in publishToWiki\.export can’t be used: /);
    });
  }

  it('may be none', () => assert.equal(parsePageExport(undefined), undefined));

  it('is filled in for where it stands', () => {
    const { value } =
      parsePageExport({
        url: 'https://api.example/{pageId}/{spaceKey}?at={baseUrl}',
        body: { id: '{pageId}', deep: [{ key: '{spaceKey}"', other: '{nothing}', number: 1 }] },
        markdown: '',
      }) ?? {};
    assert.ok(value);
    const request = pageExportRequest(value, { ...from, spaceKey: 'A"&/B' }, new Secret('token'));
    assert.equal(request.method, 'POST');
    assert.equal(request.url, 'https://api.example/12/A%22%26%2FB?at=https%3A%2F%2Fwiki.example%2Fx');
    assert.deepEqual(JSON.parse(request.body ?? ''), {
      id: '12',
      deep: [{ key: 'A"&/B"', other: '{nothing}', number: 1 }],
    });
    assert.equal(request.headers.Authorization, 'Bearer token');
  });

  it('takes its body as a text too, and asks with GET where there is none', () => {
    const { value } = parsePageExport({ ...good, body: '{"id":"{pageId}"}' }) ?? {};
    assert.ok(value);
    assert.equal(pageExportRequest(value, from, new Secret('t')).body, '{"id":"12"}');
    const { value: bare } = parsePageExport(good) ?? {};
    assert.ok(bare);
    const request = pageExportRequest(bare, from, new Secret('t'));
    assert.deepEqual([request.method, request.body], ['GET', undefined]);
  });

  it('says what it needs and nobody knows', () => {
    const { value } = parsePageExport({ ...good, body: { key: '{spaceKey}' } }) ?? {};
    assert.ok(value);
    assert.deepEqual(missingPlaceholders(value, { ...from, spaceKey: undefined, baseUrl: undefined }), [
      'spaceKey',
    ]);
  });
});

describe('A JSON pointer', () => {
  const json = { a: [{ 'b/c': 1, '~d': 2 }], '': 3, '01': [4] };
  // RFC 6901 §5 and what it forbids
  const pointers: readonly (readonly [string, unknown])[] = [
    ['', json],
    ['/a/0/b~1c', 1],
    ['/a/0/~0d', 2],
    ['/', 3],
    ['/01/0', 4],
    ['/01/00', undefined],
    ['/a/-', undefined],
    ['/a/length', undefined],
    ['/toString', undefined],
    ['/__proto__', undefined],
  ];
  for (const [pointer, value] of pointers) {
    it(`leads by “${pointer}” to what is there`, () =>
      assert.deepEqual(valueAt(json, parseJsonPointer(pointer) ?? []), value));
  }
  it('is refused where it is none', () => {
    assert.deepEqual(['a', '#/a', '/~', '/~2'].map(parseJsonPointer), Array(4).fill(undefined));
  });
});
