import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseExportClient, defaultScopes } from '../../../src/core/export/exportClient.js';

const good = { authUrl: 'https://id.example', clientId: 'c1' };

describe('The setting of the export client', () => {
  it('has an authorization page and scopes of its own accord', () => {
    assert.deepEqual(parseExportClient({ ...good, authUrl: ' https://id.example/x// ' })?.value, {
      authUrl: 'https://id.example/x',
      authorizeUrl: 'https://id.example/x/authorize',
      clientId: 'c1',
      scopes: defaultScopes,
    });
  });

  it('takes another page and other scopes', () => {
    const changes = {
      authorizeUrl: 'https://login.example/go?audience=wiki',
      scopes: ['a:b', 'offline_access'],
    };
    const { value } = parseExportClient({ ...good, ...changes }) ?? {};
    assert.deepEqual([value?.authorizeUrl, value?.scopes], [changes.authorizeUrl, changes.scopes]);
  });

  for (const unset of [undefined, null, {}, [], 'x', 7, { authorizeUrl: 'https://x.example' }]) {
    it(`is not there for ${JSON.stringify(unset)}`, () => assert.equal(parseExportClient(unset), undefined));
  }

  const bad: readonly (readonly [object, RegExp])[] = [
    [{ authUrl: 'http://id.example' }, /start with https/],
    [{ authUrl: 'https://user@id.example' }, /user name/],
    [{ authUrl: 'https://id.example?x' }, /must not contain “\?”/],
    [{ authUrl: 7 }, /address of the identity provider/],
    [{ clientId: '' }, /client ID/],
    [{ clientId: 'two words' }, /only ASCII/],
    [{ authorizeUrl: 'javascript:alert(1)' }, /sign-in page can’t be used: .*https/],
    [{ scopes: [] }, /scopes/],
    [{ scopes: ['two words'] }, /scopes/],
    [{ scopes: 'offline_access' }, /scopes/],
  ];
  for (const [changes, problem] of bad) {
    it(`is not taken with ${JSON.stringify(changes)}`, () => {
      assert.match(parseExportClient({ ...good, ...changes })?.problem ?? '', problem);
    });
  }

  it('never throws', () => {
    const member = fc.anything();
    const setting = fc.record({ authUrl: member, authorizeUrl: member, clientId: member, scopes: member });
    fc.assert(fc.property(fc.oneof(member, setting), (value) => void parseExportClient(value)));
  });
});
