import assert from 'node:assert/strict';
import { demoClient, startWiki, type Wiki, type WikiOptions } from './wiki.js';

const day = 24 * 60 * 60 * 1000;
const aPage = { spaceId: '1001', parentId: '100101', pageTitle: 'Release notes', content: '# New\n' };

/** What the tests of the extension build on, of which they see only a part each. */
describe('The stand-in wiki', () => {
  let wiki: Wiki;
  let now: number;

  beforeEach(() => start());
  afterEach(() => wiki.close());

  async function start(options: WikiOptions = {}): Promise<void> {
    now = Date.UTC(2026, 0, 1);
    wiki = await startWiki({ now: () => now, ...options });
  }

  async function post(address: string, body: unknown, token?: string) {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, value: (await response.json()) as Record<string, unknown> };
  }

  /** The message has the shape of contract 2.2. */
  async function imports(status: number, token?: string, changes: object | string = {}): Promise<string> {
    const sent = typeof changes === 'string' ? changes : { ...aPage, ...changes };
    const { value, status: answered } = await post(wiki.importEndpoint, sent, token);
    assert.equal(answered, status, JSON.stringify(value));
    assert.deepEqual(Object.keys(value), ['body']);
    return String(value.body);
  }

  const published = () => wiki.pages.findPage('1001', '100101', aPage.pageTitle);

  it('creates a page, updates it where overwrite is true, and leaves it alone otherwise (contract 4.1)', async () => {
    const token = await wiki.createToken();
    await imports(201, token, { overwrite: true });
    await imports(200, token, { overwrite: true, content: 'Newer' });
    assert.deepEqual([published()?.content, published()?.version], ['Newer', 2]);
    for (const overwrite of [false, undefined]) {
      assert.match(await imports(400, token, { overwrite, content: 'Newest' }), /already exists/);
    }
    await imports(201, token, { overwrite: true, parentId: '100102' });
    assert.deepEqual([published()?.content, published()?.version], ['Newer', 2]);
  });

  it('takes a title once in a space where it is told to: what has it is left alone, or updated and moved', async () => {
    await wiki.close();
    await start({ titlesPerSpace: true });
    const token = await wiki.createToken();
    await imports(201, token);
    await imports(400, token, { parentId: '100102', overwrite: false });
    await imports(200, token, { parentId: '100102', overwrite: true, content: 'Newer' });
    assert.equal(published(), undefined);
    const moved = wiki.pages.findPage('1001', '100102', aPage.pageTitle);
    assert.deepEqual([moved?.content, moved?.version], ['Newer', 2]);
    await imports(201, token, { spaceId: '1002', parentId: '100201' });
  });

  it('answers 400 for what is missing, empty or no text, and for what is no JSON (contract 2.1, 7)', async () => {
    const token = await wiki.createToken();
    for (const field of ['spaceId', 'parentId', 'pageTitle', 'content']) {
      for (const value of [undefined, '', ' \n\t', 7, null]) {
        await imports(400, token, { [field]: value });
      }
    }
    const unescaped = JSON.stringify(aPage).replace(String.raw`\n`, '\n');
    for (const body of ['', '{"spaceId":', '["spaceId"]', unescaped]) {
      await imports(400, token, body);
    }
  });

  it('answers 404 for a space or parent that is unknown, deleted, elsewhere or closed (contract 7)', async () => {
    const token = await wiki.createToken();
    wiki.pages.createPage({ id: '7', spaceId: '1001', title: 'Secret', content: 'x', restricted: true });
    wiki.pages.deletePage('100102');
    for (const changes of [
      { spaceId: '9999' },
      { spaceId: '1003', parentId: '100301' },
      ...['999999', 'home', '100201', '7', '100102'].map((parentId) => ({ parentId })),
    ]) {
      await imports(404, token, changes);
    }
  });

  it('answers 401, 403 and 402 by the token, before it looks at the page (contract 5.1)', async () => {
    const page = { content: '', parentId: '999999' };
    await imports(401, undefined, page);
    await imports(401, 'nonsense', page);
    const deleted = await wiki.createToken();
    for (const { id } of wiki.apiTokens.list) {
      wiki.apiTokens.delete(id);
    }
    await imports(401, deleted, page);
    const good = await wiki.createToken({ lifetimeDays: 1 });
    const [head = '', claims = '', signature = ''] = good.split('.');
    await imports(403, [head, claims, signature.split('').toReversed().join('')].join('.'), page);
    await imports(403, await wiki.createToken({ expiresAt: now - day, license: 'inactive' }), page);
    await imports(402, await wiki.createToken({ license: 'inactive' }), page);
    now += day - 1_000;
    await imports(201, good);
    now += 1_000;
    await imports(403, good);
  });

  it('replaces a refresh token at each refresh, and ends the chain of one that comes back (contract 5.2)', async () => {
    const refresh = (token: unknown) =>
      post(wiki.tokenEndpoint, {
        grant_type: 'refresh_token',
        client_id: demoClient.id,
        client_secret: demoClient.secret,
        refresh_token: token,
      });
    const [first, other] = [await wiki.signIn(), await wiki.signIn()];
    const second = await refresh(first.refresh_token);
    const third = await refresh(second.value.refresh_token);
    assert.deepEqual([second.status, third.status], [200, 200]);
    for (const token of [first.refresh_token, third.value.refresh_token]) {
      const { status, value } = await refresh(token);
      assert.deepEqual([status, value.error], [403, 'invalid_grant']);
    }
    now += 90 * day;
    const later = await refresh(other.refresh_token);
    assert.equal(later.status, 200);
    const idle = await wiki.signIn();
    now += 90 * day + 1;
    assert.equal((await refresh(idle.refresh_token)).status, 403, 'ninety days without use');
  });

  it('lets a browser look up that has seen a page of it', async () => {
    const address = `${wiki.origin}/wiki/api/v2/spaces?keys=DOCS`;
    assert.equal((await fetch(address)).status, 401);
    const [cookie = ''] = (await fetch(`${wiki.origin}/admin/tokens`)).headers.getSetCookie();
    const found = await fetch(address, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    assert.match(await found.text(), /"id":"1001"/);
  });

  it('lets nobody look up without the platform’s token (contract 4.3)', async () => {
    const { access_token: access } = await wiki.signIn();
    for (const path of ['spaces?keys=DOCS', 'pages/100101']) {
      const status = async (token: string): Promise<number> => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${wiki.origin}/wiki/api/v2/${path}`, { headers })).status;
      };
      assert.deepEqual(
        [await status(wiki.platformToken), await status(await wiki.createToken()), await status(access)],
        [200, 401, 401],
      );
    }
  });
});
