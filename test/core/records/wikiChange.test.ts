import assert from 'node:assert/strict';
import { wikiChangeText, timeText } from '../../../src/core/publish/changeKinds.js';
import { wikiChangeOf, changeKey, publishedVersion } from '../../../src/core/records/wikiChange.js';
import { recordOf, withWikiPage, type StoredPage } from '../../../src/core/records/storedPage.js';
import type { FoundPage } from '../../../src/core/wiki/lookups.js';
import { file, pending, place, record } from '../publish/states.js';

const found = (change: Partial<FoundPage> = {}): FoundPage => ({
  id: '5',
  title: 'One',
  spaceId: 'S',
  parentId: '1',
  version: 7,
  authorId: 'us',
  ...change,
});
const wiki = { id: '5', version: 7, authorId: 'us', isLast: true };

describe('The version that our publish made', () => {
  const at = Date.UTC(2026, 0, 1);
  for (const [what, version, changedAt, before, answeredAt, expected] of [
    ['is the first of a new page', 1, undefined, 0, undefined, 1],
    ['is the next one', 8, at + 60_000, 7, at, 8],
    ['is the last of several that a publish makes', 9, at, 7, at, 9],
    ['is not the one that came after it', 9, at + 60_000, 7, at, 8],
    ['is found without the one before', 9, at, undefined, at, 9],
    ['is not told from a later one', 9, at + 60_000, undefined, at, undefined],
    ['is not told without times', 9, undefined, 7, at, undefined],
    ['is not told without the time of the answer', 9, at, 7, undefined, undefined],
    ['is not there yet', 7, at, 7, at, undefined],
    ['is not told where there are none', undefined, at, 7, at, undefined],
  ] as const) {
    it(what, () => assert.equal(publishedVersion({ version, changedAt }, before, answeredAt), expected));
  }
});

describe('What somebody did to a page in the wiki', () => {
  const after = (page: FoundPage | 'missing', change: Parameters<typeof record>[1] = {}) =>
    wikiChangeOf(record({}, { wiki, ...change }), page)?.kind;

  it('is an edit where the version is another, whoever made it', () => {
    assert.equal(after(found()), undefined);
    assert.equal(after(found({ version: 8, authorId: 'them' })), 'edited');
    assert.equal(after(found({ version: 8 })), 'edited');
    assert.equal(after(found({ version: 8, authorId: undefined })), 'edited');
  });

  it('is no edit where it may be a send of ours that nobody looked up after', () => {
    for (const change of [{ wiki: { ...wiki, isLast: false } }, { pending }]) {
      assert.equal(after(found({ version: 8 }), change), undefined);
      assert.equal(after(found({ version: 8, authorId: 'them' }), change), 'edited');
      assert.equal(after(found({ version: 8, authorId: undefined }), change), 'edited');
    }
  });

  it('is that it has another title, another place, or is gone', () => {
    assert.equal(after(found({ title: 'Uno', version: 8 })), 'renamed');
    assert.equal(after(found({ parentId: '2', version: 8 })), 'moved');
    assert.equal(after(found({ status: 'trashed' })), 'deleted');
    assert.equal(after('missing'), 'deleted');
    const inNumbers = record({ space: '10' }, { wiki });
    assert.equal(wikiChangeOf(inNumbers, found({ spaceId: '11' }))?.kind, 'moved');
    assert.equal(wikiChangeOf(inNumbers, found({ spaceId: '10' })), undefined);
  });

  it('is unknown where the version of ours is, or an installation does not tell', () => {
    assert.equal(after('missing', { wiki: undefined }), undefined);
    assert.equal(after('missing', { wiki: { id: '5', isLast: true } }), undefined);
    assert.equal(after(found({ version: undefined, parentId: undefined, spaceId: undefined })), undefined);
  });

  it('is agreed to as it is, and no later one is', () => {
    const edit = (version: number) =>
      changeKey(wikiChangeOf(record({}, { wiki }), found({ version })) ?? assert.fail());
    assert.notEqual(edit(8), edit(9));
    assert.equal(edit(8), edit(8));
  });

  it('is said with who, when and which version', () => {
    const now = new Date(2026, 10, 21, 12).getTime();
    const changedAt = new Date(2026, 10, 20, 16, 20).getTime();
    const change = { version: 9, ours: 7, title: 'Uno', changedAt, author: 'Mara [x](command:y)' } as const;
    const said = (kind: 'edited' | 'renamed' | 'moved') =>
      wikiChangeText('One', { kind, ...change }, now).replaceAll('\u202f', ' ');
    assert.equal(
      said('edited'),
      '“One” was changed in the wiki by “Mara [x](command:y)” yesterday at 4:20 PM (version 9; yours was 7).',
    );
    assert.match(
      said('renamed'),
      /^“One” was renamed to “Uno” in the wiki, by “Mara.*creates a second page\.$/,
    );
    assert.match(said('moved'), /^“One” was moved in the wiki, by “Mara.* at the old place\.$/);
    assert.match(
      wikiChangeText('One', { kind: 'deleted' }, now),
      /was deleted in the wiki, or you can no longer/,
    );
    assert.match(
      wikiChangeText('One', { kind: 'edited', version: 9, ours: 7, title: 'One' }, now),
      /by somebody at an unknown time/,
    );
  });

  it('is said to be today, yesterday or on a day, also where days have 23 hours', () => {
    const at = (...time: [number, number, number]) => new Date(2026, 2, ...time).getTime();
    const now = at(29, 0, 30);
    assert.match(timeText(at(29, 0, 10), now), /^today at /);
    assert.match(timeText(at(28, 23, 59), now), /^yesterday at /);
    assert.match(timeText(at(28, 0, 1), now), /^yesterday at /);
    assert.match(timeText(at(27, 23, 59), now), /^Mar 27, 2026 at /);
    assert.match(timeText(at(30, 0, 1), now), /^Mar 30, 2026 at /);
  });
});

describe('What is kept of a page in the wiki', () => {
  const send = (id: string, sentAt: number) => ({ id, hash: id, sentAt, publishedAt: sentAt + 1 });
  const stored = (published: StoredPage['published']): StoredPage => ({
    place,
    file,
    suggestedTitle: 'One',
    suggestedPlace: {},
    mayOverwrite: false,
    published,
    sends: [],
  });

  it('belongs to the send that it was looked up after', () => {
    const page = withWikiPage(stored(send('a', 1)), { id: '5', version: 7 });
    assert.equal(recordOf('', page)?.wiki?.isLast, true);
    assert.equal(recordOf('', { ...page, published: send('b', 5) })?.wiki?.isLast, false);
  });

  it('is the later one of two lookups, in whichever order', () => {
    const page = withWikiPage(stored(send('b', 5)), { id: '5', version: 8 });
    assert.equal(withWikiPage(page, { id: '5', version: 7 }).wiki?.version, 8);
  });

  it('is nothing of a page that was not found, and no version where that can’t be told', () => {
    const page = withWikiPage(stored(send('a', 1)), { id: '5', version: 7 });
    assert.equal(withWikiPage(page, undefined).wiki, undefined);
    assert.equal(withWikiPage(page, { id: '5' }).wiki?.version, undefined);
    assert.equal(withWikiPage(page, { id: '6', version: 1 }).wiki?.version, 1);
  });
});
