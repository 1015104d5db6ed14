import assert from 'node:assert/strict';
import type { Connection } from '../../../src/core/connection/connection.js';
import type { PageRecord } from '../../../src/core/records/pageRecord.js';
import type { FoundChange } from '../../../src/core/records/wikiPage.js';
import { Pages } from '../../../src/services/records/pages.js';
import type { PlanFile } from '../../../src/core/plan/row.js';
import type { StateKind } from '../../../src/core/publish/states.js';
import { rowOf } from '../../../src/core/plan/needs.js';
import { dependentRowsKey, pageState, withCurrentRecords } from '../../../src/core/view/pageState.js';
import { connections, inputOf, other, pending, record, type State } from '../publish/states.js';

const here = { frontMatter: { space: 'S', parent: '1' } };
const page = record();

interface Around {
  readonly change?: Partial<PlanFile>;
  readonly records?: readonly PageRecord[];
  readonly settings?: readonly Connection[];
}

function stateIn(
  state: State,
  asked: PageRecord | 'none' = page,
  { change = {}, records = [page], settings = connections }: Around = {},
): StateKind {
  const index = new Pages();
  for (const each of records) {
    index.set(each.id, each);
  }
  const input = {
    ...inputOf(state),
    recordAt: index.recordAt,
    recordsOfTitleInSpace: index.recordsOfTitleInSpace,
  };
  const file = { uri: input.file.uri, path: 'one.md', title: input.document.title, input, ...change };
  const record = asked === 'none' ? undefined : asked;
  return pageState(record, rowOf(withCurrentRecords(file, { index, connections: settings }))).kind;
}

describe('The state of a page', () => {
  it('is what a publish of its file would do', () => {
    assert.equal(stateIn(here), 'unchanged');
    assert.equal(stateIn({ ...here, text: 'another' }), 'changed');
    assert.equal(stateIn({ ...here, title: 'Two' }), 'retitled');
    assert.equal(stateIn({ frontMatter: { space: 'S', parent: '2' } }), 'moved');
    const claimed = record({ title: 'Two' }, { file: other });
    assert.equal(stateIn({ ...here, title: 'Two' }, page, { records: [page, claimed] }), 'others');
  });

  it('is left out where the file is a draft, with a page or without one', () => {
    const change = { draft: 'draft: true', problem: 'It has a secret.' };
    assert.equal(stateIn({ ...here, text: 'another' }, page, { change }), 'draft');
    assert.equal(stateIn(here, 'none', { change }), 'draft');
  });

  it('is judged by the records as they are now, not as they were when the file was read', () => {
    const before = record({}, { published: { hash: 'older', publishedAt: 1 } });
    assert.equal(stateIn({ ...here, ownRecords: [before] }), 'unchanged');
  });

  it('is unknown where a send had no answer', () => {
    const doubtful = record({}, { pending });
    assert.equal(stateIn(here, doubtful, { records: [doubtful] }), 'unknown');
  });

  it('is that of the wiki where somebody changed the page, and a publish would ask', () => {
    const change: FoundChange = { kind: 'deleted' };
    const changed = record({}, { wiki: { id: '7', version: 1, isLast: true, change } });
    const records = [changed];
    assert.equal(stateIn(here, changed, { records }), 'changedInWiki');
    assert.equal(stateIn({ ...here, text: 'another' }, changed, { records }), 'changedInWiki');
    assert.equal(stateIn({ ...here, title: 'Two' }, changed, { records }), 'retitled');
    assert.equal(stateIn(here, changed, { records, change: { problem: 'A secret.' } }), 'blocked');
  });

  it('is blocked where nothing can be sent: by a problem, or without its connection', () => {
    assert.equal(stateIn(here, page, { change: { problem: 'A secret.' } }), 'blocked');
    assert.equal(stateIn(here, page, { settings: [] }), 'blocked');
    assert.equal(stateIn({ frontMatter: { ...here.frontMatter, connection: 'c' } }), 'blocked');
  });

  it('is that of a plan where an answer frees the file, with a page or without one', () => {
    const change = { problem: 'A secret.', acceptableProblems: ['secret'] };
    assert.equal(stateIn({ ...here, text: 'another' }, page, { change }), 'stopped');
    assert.equal(stateIn(here, page, { change }), 'unchanged', 'It was accepted with this text.');
    assert.equal(stateIn(here, 'none', { records: [], change }), 'stopped');
  });

  it('is that of an earlier page where the file has another one by now', () => {
    const second = record({ title: 'Two' }, { published: { hash: 'text under Two', publishedAt: 2 } });
    const both = { records: [page, second] };
    assert.equal(stateIn({ ...here, title: 'Two' }, second, both), 'unchanged');
    assert.equal(stateIn({ ...here, title: 'Two' }, page, both), 'earlier');
  });

  it('is that there is none, wherever it would go, unless the file is blocked', () => {
    const nowhere = { records: [] };
    assert.equal(stateIn(here, 'none', nowhere), 'new');
    assert.equal(stateIn({}, 'none', nowhere), 'new');
    assert.equal(stateIn(here, 'none', { ...nowhere, change: { problem: 'A secret.' } }), 'blocked');
  });

  it('is that of other files too where they link to the page, or go under it: once it is there, has an ID, or moves', () => {
    const changes = [
      record({}, { published: undefined }),
      page,
      record({}, { wiki: { isLast: true, id: '7' } }),
      record({}, { wiki: { isLast: true, id: '7', address: 'https://wiki.example.com/7' } }),
      record({ parent: '2' }, { wiki: { isLast: true, id: '7', address: 'https://wiki.example.com/7' } }),
    ].map(dependentRowsKey);
    assert.equal(new Set(changes).size, changes.length);
    const again = record({}, { published: { hash: 'another', publishedAt: 9 } });
    assert.equal(dependentRowsKey(again), dependentRowsKey(page));
    assert.equal(dependentRowsKey(undefined), '');
  });
});
