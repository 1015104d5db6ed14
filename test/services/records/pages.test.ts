import assert from 'node:assert/strict';
import { dayMs } from '../../../src/core/text/duration.js';
import { Pages } from '../../../src/services/records/pages.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { elsewhere, endpoint, file, record } from '../../core/publish/states.js';
import { openRecords, openStore } from './publishing.js';

describe('The pages that are known', () => {
  it('have their titles by ID, each in its own wiki', () => {
    const pages = new Pages();
    const wiki = { id: '5', version: 1, isLast: true };
    for (const page of [record({}, { wiki }), record({ endpoint: elsewhere, title: 'Two' }, { wiki })]) {
      pages.set(page.id, page);
    }
    assert.deepEqual(
      [endpoint, elsewhere, 'https://c.example/'].map((each) => pages.titleOf(each, '5')),
      ['One', 'Two', undefined],
    );
  });

  it('are no page whose title is another one’s ID or path', () => {
    const pages = new Pages();
    const titles = ['5', file.uri, file.uri.replace('file://', '')];
    for (const page of titles.map((title) => record({ title }, { file: { uri: 'file:///else.md' } }))) {
      pages.set(page.id, page);
    }
    assert.deepEqual([pages.ofFile(file), pages.titleOf(endpoint, '5')], [[], undefined]);
    assert.equal(pages.ofTitle(file.uri).length, 1);
  });

  it('stay as they were in each copy, whatever is changed meanwhile', () => {
    const pages = new Pages();
    const titles = Array.from({ length: 600 }, (_, at) => `Page ${at}`);
    const copies = titles.map((title, at) => {
      const page = record({ title });
      pages.set(page.id, page);
      if (at % 3 === 2) {
        const gone = record({ title: `Page ${at - 1}` });
        pages.set(gone.id, undefined);
      }
      return at % 7 === 0 ? { at, copy: pages.copy() } : undefined;
    });
    for (const { at, copy } of copies.filter((each) => each !== undefined)) {
      const isThere = (each: number): boolean => each <= at && !(each % 3 === 1 && each < at);
      assert.deepEqual(
        titles.filter((title) => copy.ofTitle(title).length > 0),
        titles.filter((_title, each) => isThere(each)),
      );
    }
  });
});

describe('Something that is granted once', () => {
  let folder: string;
  const opened: ReturnType<typeof openStore>[] = [];
  const window = (days = 0, at = folder) => {
    const store = openStore(at, () => undefined);
    opened.push(store);
    return openRecords(at, { store, failed: () => undefined, now: () => Date.now() + days * dayMs });
  };
  beforeEach(async () => (folder = await temporaryFolder('once')));
  afterEach(async () => {
    opened.splice(0).forEach((store) => store.close());
    await removeFolder(folder);
  });

  it('goes to one of many windows that ask at the same time, and to none later', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => window().claim('a token’s end')));
    assert.equal(claims.filter(Boolean).length, 1);
    const first = window();
    assert.deepEqual([await first.claim('a token’s end'), await first.claim('b')], [false, true]);
  });

  it('may be granted again after sixty days, and not before', async () => {
    assert.equal(await window().claim('a'), true);
    assert.deepEqual([await window(59).claim('a'), await window(61).claim('a')], [false, true]);
  });

  it('is not granted where nothing can be written', async () => {
    assert.equal(await window(0, '/dev/null/folder').claim('a'), false);
  });
});
