import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { readLastPublished } from '../../../src/core/publish/lastPublished.js';
import { Published } from '../../../src/services/publish/published.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { MemoryState } from '../fakes.js';

const uri = 'file:///docs/a.md';
const target = { space: 'ENG', parent: '42', title: 'One', overwrite: false };
const sent = { endpoint: 'https://a.example/', target, content: 'Text ä\r\n' };

describe('What was last published of a file', () => {
  let folder: string;
  let state: MemoryState;
  let published: Published;
  beforeEach(async () => {
    folder = await temporaryFolder('published');
    state = new MemoryState();
    published = new Published(state, path.join(folder, 'texts'), () => 7);
  });
  afterEach(() => removeFolder(folder));

  it('is nothing at first', async () => {
    assert.equal(published.of(uri), undefined);
    assert.equal(await published.text(uri), undefined);
    assert.deepEqual(published.change(uri, sent), { kind: 'new' });
  });

  it('is kept whole, with its place', async () => {
    await published.remember(uri, sent);
    const { endpoint, publishedAt, ...last } = published.of(uri) ?? assert.fail();
    assert.deepEqual([endpoint, publishedAt, last.target], [sent.endpoint, 7, target]);
    assert.equal(await published.text(uri), sent.content);
    assert.ok(!JSON.stringify(state.get(state.keys()[0] ?? '')).includes('Text'));
  });

  it('tells what publishing would change', async () => {
    await published.remember(uri, sent);
    const change = (changed: Partial<typeof sent>) => published.change(uri, { ...sent, ...changed });
    assert.deepEqual(change({}), { kind: 'unchanged' });
    assert.deepEqual(change({ target: { ...target, overwrite: true } }), { kind: 'unchanged' });
    assert.deepEqual(change({ content: 'Other' }), { kind: 'changed' });
    assert.deepEqual(change({ target: { ...target, title: 'Two' } }), { kind: 'retitled', oldTitle: 'One' });
    assert.deepEqual(change({ target: { ...target, parent: '43' } }), { kind: 'new' });
    assert.deepEqual(change({ endpoint: 'https://b.example/' }), { kind: 'new' });
  });

  it('is replaced by the next publish, and leaves nothing behind', async () => {
    await published.remember(uri, sent);
    await published.remember(uri, { ...sent, content: 'Next' });
    assert.equal(await published.text(uri), 'Next');
    assert.equal((await readdir(path.join(folder, 'texts'))).length, 1);
    await published.forget(uri);
    assert.equal(published.of(uri), undefined);
    assert.equal((await readdir(path.join(folder, 'texts'))).length, 0);
  });

  it('is the last of several that are remembered at once', async () => {
    const texts = ['One'.repeat(100_000), 'Two', 'Three'.repeat(100_000), 'Four'];
    const remembered = texts.map((content) => published.remember(uri, { ...sent, content }));
    assert.equal(await published.text(uri), 'Four');
    await Promise.all(remembered);
    assert.equal(await published.text(uri), 'Four');
  });

  it('follows a file and a folder that move, and a new file of the old name has its own', async () => {
    await published.remember(uri, sent);
    await published.remember('file:///docs2/a.md', sent);
    await published.moveFiles('file:///docs', 'file:///new');
    assert.equal(published.of(uri), undefined);
    await published.remember(uri, { ...sent, content: 'New' });
    assert.equal(await published.text('file:///new/a.md'), sent.content);
    assert.equal(await published.text(uri), 'New');
    assert.ok(published.of('file:///docs2/a.md'));
  });

  it('is no text when the kept one is gone or is another', async () => {
    await published.remember(uri, sent);
    const [kept] = await readdir(path.join(folder, 'texts'));
    await writeFile(path.join(folder, 'texts', kept ?? ''), 'Other');
    assert.equal(await published.text(uri), undefined);
    await rm(path.join(folder, 'texts'), { recursive: true });
    assert.equal(await published.text(uri), undefined);
    assert.deepEqual(published.change(uri, sent), { kind: 'unchanged' });
  });

  it('is nothing in a broken store, and never a file elsewhere', async () => {
    await published.remember(uri, sent);
    const stored = published.of(uri) ?? assert.fail();
    assert.deepEqual(readLastPublished(stored), stored);
    for (const kept of ['../a', 'a/b', '', 1]) {
      assert.equal(readLastPublished({ ...stored, kept }), undefined);
    }
    fc.assert(fc.property(fc.anything(), (value) => readLastPublished(value) === undefined));
  });
});
