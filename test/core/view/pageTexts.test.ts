import assert from 'node:assert/strict';
import { hourMs } from '../../../src/core/text/duration.js';
import type { PageRecord } from '../../../src/core/records/pageRecord.js';
import type { WikiChange } from '../../../src/core/records/wikiChange.js';
import type { State, StateKind } from '../../../src/core/publish/states.js';
import { pageDetails, pageTexts, rowKindOf, type ShownPage } from '../../../src/core/view/pageTexts.js';
import { kindsOfView } from '../publish/kindsOfView.js';
import { pending, record } from '../publish/states.js';
import { examples } from '../publish/stateExamples.js';

const now = Date.UTC(2026, 10, 21);
const deleted = { kind: 'deleted' } as const;
const published = record({}, { published: { hash: '', publishedAt: now - 2 * hourMs } });

const shown = (record: PageRecord, path = 'one.md', status?: State): ShownPage => ({
  title: record.place.title,
  path,
  isFolder: false,
  record,
  status,
});

describe('A row of the Wiki view', () => {
  it('has the title, the state and the file, for the eye and for the ear, without a time of another state', () => {
    const { label, description } = pageTexts(shown(published, 'docs/one.md', { kind: 'changed' }), now);
    assert.equal(label, 'One');
    assert.equal(description, 'Changed, docs/one.md');
  });

  it('says of a blocked one that it is blocked', () => {
    assert.equal(
      pageTexts(shown(published, 'one.md', { kind: 'blocked', reason: 'Why.' }), now).description,
      'Blocked, one.md',
    );
  });

  it('claims no state before the file was looked at, and no time that nobody knows', () => {
    assert.equal(pageTexts(shown(published, 'one.md'), now).description, 'one.md, 2 hours ago');
    assert.equal(
      pageTexts(shown(published, 'one.md', { kind: 'unchanged' }), now).description,
      'one.md, 2 hours ago',
    );
    const older = record({}, { published: { hash: '', publishedAt: 0 } });
    assert.equal(pageTexts(shown(older, 'one.md', { kind: 'changed' }), now).description, 'Changed, one.md');
    assert.equal(pageTexts(shown(older, 'one.md', { kind: 'unchanged' }), now).description, 'one.md');
    const open = record({}, { published: undefined, pending: { ...pending, sentAt: now } });
    assert.equal(
      pageTexts(shown(open, 'a.md', { kind: 'unknown' }), now).description,
      'Outcome unknown, a.md, now',
    );
  });

  it('says in a sentence what each state means', () => {
    for (const kind of kindsOfView) {
      const status = { ...examples[kind], reason: 'Why.' };
      const [, , meaning = ''] = pageDetails(shown(published, 'one.md', status), now);
      assert.match(meaning, kind === 'changedInWiki' ? /deleted in the wiki/ : /\w.*Why\.$|^Why\.$/);
    }
  });

  it('says what others did to the page by the verb that its sentence has', () => {
    const found = { version: 2, ours: 1, title: 'Uno' };
    for (const [change, verb] of [
      [{ kind: 'edited', ...found }, 'Changed'],
      [{ kind: 'renamed', ...found }, 'Renamed'],
      [{ kind: 'moved', ...found }, 'Moved'],
      [deleted, 'Deleted'],
    ] as const) {
      const page = shown(published, 'one.md', {
        kind: 'changedInWiki',
        change,
        asking: { key: '', shown: [] },
      });
      assert.equal(pageTexts(page, now).description, `${verb} in the wiki, one.md`);
      assert.match(pageDetails(page, now)[2] ?? '', new RegExp(`was ${verb.toLowerCase()} .*in the wiki`));
    }
  });

  it('of a file without a page says that, and no time', () => {
    const file = {
      title: 'One',
      path: 'docs/one.md',
      isFolder: false,
      status: { kind: 'new' },
    } as const;
    assert.deepEqual(pageTexts(file, now), { label: 'One', description: 'New, docs/one.md' });
    assert.deepEqual(pageDetails(file, now), ['One', 'docs/one.md', 'The file has no page yet.']);
  });

  it('shows what a title says, and nothing that it does', () => {
    const hostile = record({ title: '$(bug) [x](command:y)\u202e' });
    assert.equal(pageTexts(shown(hostile, 'a.md'), now).label, '$(bug) [x](command:y)');
  });
});

describe('The buttons of a row', () => {
  const published = { title: 'T', publishedAt: 1, hash: '' } as never;

  const kind = (record: ShownPage['record'], status?: StateKind, isFolder = false): string | undefined =>
    rowKindOf({ title: 'T', path: 't.md', record, isFolder, status: status && examples[status] });

  it('are those of a file, of its page, of a page that was changed in the wiki, or of an earlier one', () => {
    assert.deepEqual([kind(undefined, 'new'), kind({}, 'unknown')], ['wikiFile', 'wikiFile']);
    assert.deepEqual([kind({ published }), kind({ published }, 'changed')], ['wikiPage', 'wikiPage']);
    const changed = (change: WikiChange) =>
      rowKindOf({
        ...{ title: 'T', path: 't.md', isFolder: false, record: { published } },
        status: { ...examples.changedInWiki, change },
      });
    assert.equal(changed({ kind: 'edited', version: 2, title: 'T' }), 'wikiChange');
    assert.equal(changed(deleted), 'wikiFile', 'there is nothing to compare with');
    assert.equal(kind({ published }, 'earlier'), 'wikiEarlier');
    assert.equal(kind({ published }, 'new', true), undefined);
  });
});
