import assert from 'node:assert/strict';
import { startWiki, type Wiki } from './wiki.js';
import { aPage, Visitor } from './visitor.js';

describe('The import endpoint', () => {
  let wiki: Wiki;
  let visitor: Visitor;
  let now: number;

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 1);
    wiki = await startWiki({ now: () => now });
    visitor = new Visitor();
  });
  afterEach(async () => {
    await visitor.close();
    await wiki.close();
  });

  const published = () => wiki.pages.findPage('1001', '100101', aPage.pageTitle);
  const expectStatus = (status: number, token?: string, changes?: object | string | Buffer) =>
    visitor.expect(status, wiki, token, changes);

  it('lies at the path of the contract', () => {
    assert.match(wiki.importEndpoint, /^http:\/\/127\.0\.0\.1:\d+\/wiki\/apps\/[^/]+\/[^/]+\/webtrigger$/);
  });

  it('creates a page with 201', async () => {
    await expectStatus(201, await wiki.createToken());
    assert.equal(published()?.content, aPage.content);
    assert.equal(published()?.version, 1);
  });

  it('updates a page of the same title and parent with 200 when overwrite is true', async () => {
    const token = await wiki.createToken();
    await expectStatus(201, token, { overwrite: true });
    await expectStatus(200, token, { overwrite: true, content: 'Newer' });
    assert.equal(published()?.content, 'Newer');
    assert.equal(published()?.version, 2);
  });

  it('creates a second page when the same title has another parent', async () => {
    const token = await wiki.createToken();
    await expectStatus(201, token, { overwrite: true });
    await expectStatus(201, token, { overwrite: true, parentId: '100102' });
    assert.equal(published()?.version, 1);
  });

  it('takes a title once in a space where it is told to: what has it is left alone, or updated and moved', async () => {
    const strict = await startWiki({ titlesPerSpace: true });
    const send = (status: number, changes: object) =>
      strict.createToken().then((token) => visitor.expect(status, strict, token, changes));
    try {
      await send(201, {});
      await send(400, { parentId: '100102', overwrite: false });
      await send(200, { parentId: '100102', overwrite: true, content: 'Newer' });
      assert.equal(strict.pages.findPage('1001', '100101', aPage.pageTitle), undefined);
      const moved = strict.pages.findPage('1001', '100102', aPage.pageTitle);
      assert.deepEqual([moved?.content, moved?.version], ['Newer', 2]);
      await send(201, { spaceId: '1002', parentId: '100201' });
    } finally {
      await strict.close();
    }
  });

  for (const overwrite of [false, undefined]) {
    it(`answers 400 for an existing page when overwrite is ${String(overwrite)}`, async () => {
      const token = await wiki.createToken();
      await expectStatus(201, token);
      await expectStatus(400, token, { overwrite, content: 'Newer' });
      assert.equal(published()?.content, aPage.content);
    });
  }

  for (const field of ['spaceId', 'parentId', 'pageTitle', 'content']) {
    for (const value of [undefined, '', ' \n\t', 7, null]) {
      it(`answers 400 when ${field} is ${value === undefined ? 'missing' : JSON.stringify(value)}`, async () => {
        await expectStatus(400, await wiki.createToken(), { [field]: value });
      });
    }
  }

  it('answers 400 when overwrite is not a boolean', async () => {
    await expectStatus(400, await wiki.createToken(), { overwrite: 'true' });
  });

  const broken: [string, string | Buffer][] = [
    ['empty', ''],
    ['not JSON', '{"spaceId":'],
    ['not an object', '["spaceId"]'],
    ['a line break that is not escaped', JSON.stringify(aPage).replace(String.raw`\n`, '\n')],
    ['not UTF-8', Buffer.from(JSON.stringify({ ...aPage, content: 'ÿ' }), 'latin1')],
  ];
  for (const [name, body] of broken) {
    it(`answers 400 for a body that is ${name}`, async () => {
      await expectStatus(400, await wiki.createToken(), body);
    });
  }

  it('answers 400 when the body is not declared as JSON', async () => {
    for (const headers of [{ 'content-type': 'text/plain' }, { 'content-type': 'nonsense' }, {}]) {
      const seen = await visitor.send(wiki.importEndpoint, {
        method: 'POST',
        headers: { authorization: `Bearer ${await wiki.createToken()}`, ...headers },
        body: JSON.stringify(aPage),
      });
      assert.equal(seen.status, 400, JSON.stringify(headers));
      assert.equal(typeof (JSON.parse(seen.text) as { body: unknown }).body, 'string');
    }
    assert.equal(published(), undefined);
  });

  it('answers 413 for a body above the limit', async () => {
    await expectStatus(413, await wiki.createToken(), { content: 'a'.repeat(5 * 1024 * 1024) });
  });

  it('answers 404 for a space or parent that is unknown, deleted, elsewhere or closed', async () => {
    const token = await wiki.createToken();
    await expectStatus(404, token, { spaceId: '9999' });
    await expectStatus(404, token, { spaceId: '1003', parentId: '100301' });
    await expectStatus(404, token, { parentId: '999999' });
    await expectStatus(404, token, { parentId: 'home' });
    await expectStatus(404, token, { parentId: '100201' });
    wiki.pages.createPage({ id: '7', spaceId: '1001', title: 'Secret', content: 'x', restricted: true });
    await expectStatus(404, token, { parentId: '7' });
    wiki.pages.deletePage('100102');
    await expectStatus(404, token, { parentId: '100102' });
  });

  it('takes the key of a space unless told not to', async () => {
    await expectStatus(201, await wiki.createToken(), { spaceId: 'DOCS' });
    const strict = await startWiki({ acceptSpaceKeys: false });
    try {
      assert.equal(
        (await visitor.import(strict, await strict.createToken(), { spaceId: 'DOCS' })).status,
        404,
      );
    } finally {
      await strict.close();
    }
  });

  it('keeps each request as it came', async () => {
    const token = await wiki.createToken();
    await expectStatus(201, token);
    await expectStatus(401, undefined, 'not JSON');
    const [first, second] = wiki.requests;
    assert.equal(wiki.requests.length, 2);
    assert.equal(first?.method, 'POST');
    assert.equal(first.path, new URL(wiki.importEndpoint).pathname);
    assert.equal(first.headers.authorization, `Bearer ${token}`);
    assert.deepEqual(JSON.parse(first.body.toString()), aPage);
    assert.equal(first.at, now);
    assert.equal(second?.body.toString(), 'not JSON');
    assert.deepEqual([first.complete, second.complete], [true, true]);
  });

  it('shares nothing with another wiki in the process', async () => {
    const other = await startWiki();
    try {
      const token = await wiki.createToken();
      await expectStatus(201, token);
      assert.equal((await visitor.import(other, token)).status, 401);
      assert.equal(other.pages.findPage('1001', '100101', aPage.pageTitle), undefined);
      assert.deepEqual([other.apiTokens.list.length, wiki.requests.length, other.requests.length], [0, 1, 1]);
    } finally {
      await other.close();
    }
  });

  it('tells the time of its own clock', async () => {
    const { headers } = await visitor.import(wiki, undefined);
    assert.equal(headers.date, new Date(now).toUTCString());
  });
});
