import assert from 'node:assert/strict';
import { hourMs } from '../../../src/core/text/duration.js';
import type { PageRecord } from '../../../src/core/publish/pageRecord.js';
import { pageStates, type PageState, type StateOfPage } from '../../../src/core/view/pageState.js';
import {
  pageDetails,
  pageTexts,
  rowContext,
  stateLabel,
  type ShownPage,
} from '../../../src/core/view/pageTexts.js';
import { pending, record } from '../publish/states.js';

const now = Date.UTC(2026, 10, 21);
const published = record({}, { published: { hash: '', publishedAt: now - 2 * hourMs } });

const shown = (record: PageRecord, path = 'one.md', found?: StateOfPage): ShownPage => ({
  title: record.place.title,
  path,
  isFolder: false,
  record,
  found,
});

describe('A row of the Wiki view', () => {
  it('has the title, the state, the time and the file, for the eye and for the ear', () => {
    const { label, description } = pageTexts(shown(published, 'docs/one.md', { state: 'changed' }), now);
    assert.equal(label, 'One');
    assert.equal(description, 'Changed, published 2 hours ago, docs/one.md');
  });

  it('claims no state before the file was looked at, and no time that nobody knows', () => {
    assert.equal(pageTexts(shown(published, 'one.md'), now).description, 'Published 2 hours ago, one.md');
    assert.equal(
      pageTexts(shown(published, 'one.md', { state: 'published' }), now).description,
      'Published 2 hours ago, one.md',
    );
    const older = record({}, { published: { hash: '', publishedAt: 0 } });
    assert.equal(pageTexts(shown(older, 'one.md', { state: 'changed' }), now).description, 'Changed, one.md');
    assert.equal(
      pageTexts(shown(older, 'one.md', { state: 'published' }), now).description,
      'Published, one.md',
    );
    const open = record({}, { published: undefined, pending: { ...pending, sentAt: now } });
    assert.equal(
      pageTexts(shown(open, 'a.md', { state: 'unknown' }), now).description,
      'Outcome unknown, sent now, a.md',
    );
  });

  it('has words for each state that no other state has', () => {
    assert.equal(new Set(pageStates.map(stateLabel)).size, pageStates.length);
    const meant = pageStates.map(
      (state) =>
        pageDetails(
          shown(published, 'one.md', { state, reason: 'Why.', change: { kind: 'deleted' } }),
          now,
        )[2],
    );
    assert.equal(new Set(meant).size, pageStates.length);
  });

  it('of a file without a page says that, and no time', () => {
    const file = {
      title: 'One',
      path: 'docs/one.md',
      isFolder: false,
      found: { state: 'unpublished' },
    } as const;
    assert.deepEqual(pageTexts(file, now), { label: 'One', description: 'Not published, docs/one.md' });
    assert.deepEqual(pageDetails(file, now), ['One', 'docs/one.md', 'The file has no page yet.']);
  });

  it('shows what a title says, and nothing that it does', () => {
    const hostile = record({ title: '$(bug) [x](command:y)\u202e' });
    assert.equal(pageTexts(shown(hostile, 'a.md'), now).label, '$(bug) [x](command:y)');
  });
});

describe('The buttons of a row', () => {
  const published = { title: 'T', publishedAt: 1, hash: '' } as never;

  const words = (record: ShownPage['record'], state?: PageState, isFolder = false): string =>
    rowContext({ record, isFolder, found: state && { state } });

  it('open a page only where its own address is known', () => {
    assert.equal(words({}), 'page');
    assert.equal(words(undefined, 'unpublished'), 'page');
    assert.equal(words({ published }, 'published'), 'page published');
    assert.equal(words({ published, wiki: { id: '1', isLast: true } }, 'changed'), 'page published');
    const wiki = { id: '1', isLast: true, address: 'https://wiki.example/wiki/1' };
    assert.equal(words({ wiki }), 'page');
    assert.equal(words({ published, wiki }, 'published'), 'page published openable');
    assert.equal(words({ published, wiki }, 'changedInWiki'), 'page published openable changedInWiki');
    assert.equal(words({ published, wiki }, 'published', true), 'folder');
  });
});
