import assert from 'node:assert/strict';
import { startWiki, type Wiki } from './wiki.js';
import { Visitor } from './visitor.js';

describe('The pages and lookups', () => {
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

  const read = (path: string) => visitor.send(`${wiki.origin}${path}`);
  const lookUp = async (path: string, token = wiki.platformToken) => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, text } = await visitor.send(`${wiki.origin}/wiki/api/v2/${path}`, { headers });
    return { status, value: JSON.parse(text) as unknown };
  };
  const publish = async (changes: object) => {
    assert.equal((await visitor.import(wiki, await wiki.createToken(), changes)).status, 201);
    return wiki.pages.pages.at(-1)?.id ?? '';
  };

  it('show what was published', async () => {
    const content = 'Some *text*\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
    const id = await publish({ pageTitle: 'What’s new?', content });
    for (const path of [`/wiki/spaces/DOCS/pages/${id}`, `/wiki/spaces/DOCS/pages/${id}/any-slug`]) {
      const { text } = await read(path);
      assert.match(text, /<h1 id="title">What’s new\?<\/h1>/);
      assert.match(text, /Some <em>text<\/em>/);
      assert.match(text, /<td>1<\/td>/);
    }
    assert.match((await read('/wiki/spaces/DOCS')).text, new RegExp(`pages/${id}/What-s-new"`));
  });

  it('find a space by its key', async () => {
    const { status, value } = await lookUp('spaces?keys=DOCS');
    assert.equal(status, 200);
    const { results } = value as { results: { id: string; key: string; name: string }[] };
    assert.deepEqual(
      results.map(({ id, key, name }) => ({ id, key, name })),
      [{ id: '1001', key: 'DOCS', name: 'Product Documentation' }],
    );
  });

  it('find no space with an empty list, or with 404 when told so', async () => {
    const { status, value } = await lookUp('spaces?keys=NONE');
    assert.equal(status, 200);
    assert.deepEqual((value as { results: unknown }).results, []);
    const strict = await startWiki({ spaceNotFound: 404, platformToken: 'another' });
    try {
      const headers = { authorization: 'Bearer another' };
      const seen = await visitor.send(`${strict.origin}/wiki/api/v2/spaces?keys=NONE`, { headers });
      assert.equal(seen.status, 404);
      assert.doesNotThrow(() => void JSON.parse(seen.text));
    } finally {
      await strict.close();
    }
  });

  it('find a page by its id', async () => {
    const id = await publish({ pageTitle: 'Release notes' });
    const { status, value } = await lookUp(`pages/${id}`);
    assert.equal(status, 200);
    const page = value as Record<string, unknown> & { version: { number: number } };
    const { title, spaceId, parentId, version, _links: links } = page;
    assert.deepEqual(
      { id: page.id, title, spaceId, parentId, version: version.number, links },
      {
        ...{ id, title: 'Release notes', spaceId: '1001', parentId: '100101', version: 1 },
        links: { webui: `/spaces/DOCS/pages/${id}/Release-notes`, base: `${wiki.origin}/wiki` },
      },
    );
    assert.equal((await lookUp('pages/999999')).status, 404);
  });

  it('need the platform’s bearer token to look up', async () => {
    for (const path of ['spaces?keys=DOCS', 'pages/100101']) {
      assert.equal((await lookUp(path, 'wrong')).status, 401);
      assert.equal((await lookUp(path, await wiki.createToken())).status, 401);
      assert.equal((await read(`/wiki/api/v2/${path}`)).status, 401);
      assert.equal((await lookUp(path, (await wiki.signIn()).access_token)).status, 401);
    }
  });

  it('take access tokens for lookups when told so', async () => {
    const open = await startWiki({ acceptAccessTokens: true });
    try {
      const { access_token: token } = await open.signIn();
      const headers = { authorization: `Bearer ${token}` };
      assert.equal((await visitor.send(`${open.origin}/wiki/api/v2/pages/100101`, { headers })).status, 200);
    } finally {
      await open.close();
    }
  });
});
