import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EarlierState } from '../../../src/services/publish/earlierState.js';
import { hashOf } from '../../../src/services/publish/hashOf.js';
import { PageRecords } from '../../../src/services/publish/pageRecords.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { MemoryState } from '../fakes.js';

const endpoint = 'https://a.example/';
const target = { space: 'ENG', parent: '42', title: 'One', overwrite: false };
const remembered = { endpoint, target, suggestedTitle: 'Suggested', standing: 'published' };
const last = { endpoint, target, hash: hashOf('Text'), publishedAt: 7, kept: 'kept-1' };
const place = (title = 'One') => ({ endpoint, space: 'ENG', parent: '42', title });

describe('What versions before remembered', () => {
  let folder: string;
  let state: MemoryState;
  beforeEach(async () => {
    folder = await temporaryFolder('earlier');
    state = new MemoryState();
    await mkdir(path.join(folder, 'published'));
    await writeFile(path.join(folder, 'published', 'kept-1'), 'Text');
  });
  afterEach(() => removeFolder(folder));

  const open = (failed: (error: unknown) => void = (error) => assert.fail(String(error))) =>
    new PageRecords({
      folder: path.join(folder, 'pages'),
      now: () => 100,
      identify: (uri) => Promise.resolve({ uri, realPath: `/real/${uri}` }),
      keepText: () => true,
      failed,
      earlier: new EarlierState(state, path.join(folder, 'published')),
    });
  const remember = async (file: object | undefined, published: object | undefined, uri = 'file:///a.md') => {
    await state.update(`file:${uri}`, file);
    await state.update(`published:${uri}`, published);
  };

  it('is taken over once, with the text, and then is not there any more', async () => {
    await remember(remembered, last);
    await state.update('running', true);
    const records = open();
    const record = (await records.read()).at(place()) ?? assert.fail();
    assert.deepEqual(record.published, { hash: hashOf('Text'), publishedAt: 7 });
    assert.deepEqual(
      [record.suggestedTitle, record.mayOverwrite, record.pending],
      ['Suggested', false, undefined],
    );
    assert.equal(record.files[0]?.realPath, '/real/file:///a.md');
    assert.equal(await records.text(record), 'Text');
    assert.deepEqual(state.keys(), ['running']);
    assert.deepEqual(await readdir(folder), ['pages']);
    assert.equal(
      JSON.stringify((await open().read()).at(place())?.published),
      JSON.stringify(record.published),
    );
  });

  it('makes no attempt of a page that was published, and no page of one that was not', async () => {
    await remember(
      { ...remembered, target: { ...target, title: 'Tried', overwrite: true }, standing: 'unsent' },
      last,
    );
    const index = await open().read();
    assert.equal(index.records.length, 1);
    assert.deepEqual(index.attempt({ uri: 'file:///a.md' })?.target, { ...target, title: 'Tried' });
  });

  it('leaves unknown what was', async () => {
    await remember({ ...remembered, standing: 'unknown' }, last);
    const record = (await open().read()).at(place());
    assert.ok(record?.published !== undefined && record.pending !== undefined);
    await remember({ ...remembered, target: { ...target, title: 'Two' }, standing: 'unknown' }, undefined);
    const two = (await open().read()).at(place('Two'));
    assert.deepEqual([two?.published, typeof two?.pending], [undefined, 'object']);
  });

  it('knows a page as the file’s own when its text was never kept, and a consent', async () => {
    await remember({ ...remembered, target: { ...target, overwrite: true } }, undefined);
    const record = (await open().read()).at(place());
    assert.deepEqual([record?.published?.hash, record?.mayOverwrite], ['', true]);
  });

  it('costs nothing but itself where it can’t be read', async () => {
    for (const [index, broken] of [
      null,
      7,
      'text',
      {},
      [1],
      { ...last, kept: '../a', target: 0 },
    ].entries()) {
      await state.update(`file:file:///${index}.md`, broken);
      await state.update(`published:file:///${index}.md`, broken);
    }
    await remember(remembered, last);
    assert.equal((await open().read()).records.length, 1);
  });

  it('is taken over again when that broke off', async () => {
    await remember(remembered, last);
    const update = state.update.bind(state);
    const failures: unknown[] = [];
    state.update = () => Promise.reject(new Error('ENOSPC'));
    assert.equal((await open((error) => failures.push(error)).read()).records.length, 1);
    assert.equal(failures.length, 1);
    state.update = update;
    const record = (await open().read()).at(place());
    assert.deepEqual(record?.published, { hash: hashOf('Text'), publishedAt: 7 });
    assert.equal(record.files.length, 1);
    assert.deepEqual(state.keys(), []);
  });
});
