import assert from 'node:assert/strict';
import { decodeJwt } from 'jose';
import { startWiki, type Wiki } from './wiki.js';
import { Visitor } from './visitor.js';

const day = 24 * 60 * 60;

describe('The token screen', () => {
  let wiki: Wiki;
  let visitor: Visitor;

  beforeEach(async () => {
    wiki = await startWiki();
    visitor = new Visitor();
  });
  afterEach(async () => {
    await visitor.close();
    await wiki.close();
  });

  const create = (label: string, days = '1') => visitor.sendForm(wiki.tokenScreen, { label, days });
  const valueIn = (text: string) => /id="token-value"[^>]*value="([^"]+)"/s.exec(text)?.[1];
  const show = async () => (await visitor.send(wiki.tokenScreen)).text;

  it('shows the import endpoint under this name and, at first, no tokens', async () => {
    const text = await show();
    const [, address] = /<label>Import endpoint <input [^>]*value="([^"]+)"/.exec(text) ?? [];
    assert.equal(address, wiki.importEndpoint);
    assert.match(text, /There are no tokens yet/);
  });

  it('shows the value of a new token only once', async () => {
    const seen = await create('ci-cd_1');
    const value = valueIn(seen.text);
    assert.ok(value);
    assert.equal(seen.headers['cache-control'], 'no-store');
    assert.equal((await visitor.import(wiki, value)).status, 201);
    const later = await show();
    assert.match(later, /<td>ci-cd_1<\/td>/);
    assert.ok(!later.includes(value));
    assert.ok(!later.includes(value.split('.')[2] ?? value));
  });

  for (const [name, days] of [
    ['1 Day', 1],
    ['3 Days', 3],
    ['1 Week', 7],
    ['2 Weeks', 14],
    ['1 Month', 30],
  ] as const) {
    it(`makes tokens that live for ${name}`, async () => {
      assert.match(await show(), new RegExp(`<option value="${days}">${name}</option>`));
      const { iat = 0, exp = 0 } = decodeJwt(valueIn((await create('label', String(days))).text) ?? '');
      assert.equal(exp - iat, days * day);
      assert.ok(Math.abs(iat - Date.now() / 1000) < 10);
    });
  }

  it('deletes a token at once', async () => {
    const value = valueIn((await create('label')).text);
    const id = /name="id" value="([^"]+)"/.exec(await show())?.[1] ?? '';
    const seen = await visitor.sendForm(`${wiki.tokenScreen}/delete`, { id });
    assert.equal(seen.status, 303);
    assert.equal(seen.headers.location, '/admin/tokens');
    assert.match(await show(), /There are no tokens yet/);
    assert.equal((await visitor.import(wiki, value)).status, 401);
  });
});
