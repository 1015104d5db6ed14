import assert from 'node:assert/strict';
import { hourMs } from '../../../src/core/text/duration.js';
import { pageStates } from '../../../src/core/view/pageState.js';
import { pageDetails, pageTexts, rowContext, stateLabel } from '../../../src/core/view/pageTexts.js';
import { pending, record } from '../publish/states.js';

const now = Date.UTC(2026, 10, 21);
const published = record({}, { published: { hash: '', publishedAt: now - 2 * hourMs } });

describe('A row of the Wiki view', () => {
  it('has the title, the state, the time and the file, for the eye and for the ear', () => {
    const { label, description } = pageTexts(published, 'docs/one.md', { state: 'changed' }, now);
    assert.equal(label, 'One');
    assert.equal(description, 'Changed, published 2 hours ago, docs/one.md');
  });

  it('claims no state before the file was looked at, and no time that nobody knows', () => {
    assert.equal(pageTexts(published, 'one.md', undefined, now).description, 'Published 2 hours ago, one.md');
    assert.equal(
      pageTexts(published, 'one.md', { state: 'published' }, now).description,
      'Published 2 hours ago, one.md',
    );
    const older = record({}, { published: { hash: '', publishedAt: 0 } });
    assert.equal(pageTexts(older, 'one.md', { state: 'changed' }, now).description, 'Changed, one.md');
    assert.equal(pageTexts(older, 'one.md', { state: 'published' }, now).description, 'Published, one.md');
    const open = record({}, { published: undefined, pending: { ...pending, sentAt: now } });
    assert.equal(
      pageTexts(open, 'a.md', { state: 'unknown' }, now).description,
      'Outcome unknown, sent now, a.md',
    );
  });

  it('has words for each state that no other state has', () => {
    assert.equal(new Set(pageStates.map(stateLabel)).size, pageStates.length);
    const meant = pageStates.map(
      (state) =>
        pageDetails(published, 'one.md', { state, reason: 'Why.', change: { kind: 'deleted' } }, now)[2],
    );
    assert.equal(new Set(meant).size, pageStates.length);
  });

  it('shows what a title says, and nothing that it does', () => {
    const hostile = record({ title: '$(bug) [x](command:y)\u202e' });
    assert.equal(pageTexts(hostile, 'a.md', undefined, now).label, '$(bug) [x](command:y)');
  });
});

describe('The buttons of a row', () => {
  const published = { title: 'T', publishedAt: 1, hash: '' } as never;

  it('open a page only where its own address is known', () => {
    assert.equal(rowContext({}, false, undefined), 'page');
    assert.equal(rowContext({ published }, false, 'published'), 'page published');
    assert.equal(
      rowContext({ published, wiki: { id: '1', isLast: true } }, false, 'changed'),
      'page published',
    );
    const wiki = { id: '1', isLast: true, address: 'https://wiki.example/wiki/1' };
    assert.equal(rowContext({ wiki }, false, undefined), 'page');
    assert.equal(rowContext({ published, wiki }, false, 'published'), 'page published openable');
    assert.equal(
      rowContext({ published, wiki }, false, 'changedInWiki'),
      'page published openable changedInWiki',
    );
    assert.equal(rowContext({ published, wiki }, true, 'published'), 'folder');
  });
});
