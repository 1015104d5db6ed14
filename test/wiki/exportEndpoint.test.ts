import assert from 'node:assert/strict';
import { strFromU8, unzipSync } from 'fflate';
import { startWiki, type Wiki } from './wiki.js';

describe('The export endpoint', () => {
  let wiki: Wiki;

  beforeEach(async () => {
    wiki = await startWiki();
  });
  afterEach(() => wiki.close());

  async function ask(token: string | undefined, body: unknown) {
    const response = await fetch(wiki.exportEndpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  it('gives a page as Markdown, and as the archive that holds it', async () => {
    const { access_token: token } = await wiki.signIn();
    const page = wiki.pages.page('100102');
    const plain = await ask(token, { pageId: '100102' });
    assert.deepEqual(
      [plain.status, plain.body.success, plain.body.spaceKey, plain.body.pageId, plain.body.markdown],
      [200, true, 'DOCS', '100102', page?.content],
    );
    const zipped = await ask(token, { pageId: '100102', format: 'zip' });
    assert.deepEqual([zipped.status, zipped.body.pageCount], [200, 1]);
    const files = unzipSync(Buffer.from(String(zipped.body.zipBase64), 'base64'));
    assert.deepEqual(
      Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]),
      [['Guides/Guides.md', page?.content]],
    );
    assert.equal(wiki.exportRequests.length, 2);
  });

  it('stands behind its scope', async () => {
    const { access_token: without } = await wiki.signIn('read:platform-app:wiki');
    assert.equal((await ask(without, { pageId: '100102' })).status, 403);
    assert.equal((await ask('invented', { pageId: '100102' })).status, 401);
    assert.equal((await ask(undefined, { pageId: '100102' })).status, 401);
    const { access_token: token } = await wiki.signIn();
    assert.equal((await ask(token, { pageId: '9' })).status, 404);
    assert.equal((await ask(token, { page: '9' })).status, 400);
  });
});
