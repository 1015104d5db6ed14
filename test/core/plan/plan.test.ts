import assert from 'node:assert/strict';
import { countSentTwice } from '../../../src/core/plan/countSentTwice.js';
import { acceptedIn, problemsAsking } from '../../../src/core/publish/answers.js';
import type { Place } from '../../../src/core/records/pageRecord.js';
import { Plan, type PlanQuestion } from '../../../src/core/plan/plan.js';
import { isCheckable, type PlanFile, type PlanRow, type RowAnswers } from '../../../src/core/plan/row.js';
import { endpoint, file as one, inputOf } from '../publish/states.js';
import { other, pending, record, two, type State } from '../publish/states.js';

const here = { frontMatter: { space: 'S', parent: '1' } };
const fileOf = (state: State = here, change: Partial<PlanFile> = {}): PlanFile => {
  const input = inputOf(state);
  return { uri: input.file.uri, path: 'one.md', title: input.document.title, input, ...change };
};
const second = (state: State = here, change: Partial<PlanFile> = {}): PlanFile =>
  fileOf({ ...state, file: other }, { path: 'other.md', ...change });
const rowOf = (plan: Plan): PlanRow => plan.rows[0] ?? assert.fail();
const planOne = (state: State, change: Partial<PlanFile> = {}, answers: RowAnswers = {}): Plan =>
  new Plan([fileOf(state, change)], new Map([[one.uri, answers]]));
const all = new Set([one.uri, other.uri]);
const sentBy = (plan: Plan, ticked = all) =>
  plan.runFiles(ticked).map(({ destination: { target } }) => target);

const own = [record()];
const unchanged = { ...here, ownRecords: own, text: 'text' };
const retitled = { ...here, ownRecords: own, title: 'Two' };
const moved = { frontMatter: { space: 'S', parent: '2' }, ownRecords: own };
const replacing = { frontMatter: { ...here.frontMatter, overwrite: true } };
const edit = { kind: 'edited', version: 9, ours: 7, title: 'One' } as const;
const edited = { ...here, ownRecords: own, text: 'another' };
const changed = { ...edited, changedInWiki: () => edit };
const claimed = { ...here, others: [record({}, { file: other })] };

const kindsOf = ({ rows }: Plan): string[] => rows.map(({ status }) => status.kind);

describe('A plan', () => {
  for (const [what, state, section, ticked] of [
    ['a file that made no page yet', here, 'new', true],
    ['a file whose text is not what was published', edited, 'changed', true],
    ['a file whose text was published', unchanged, 'unchanged', false],
    ['a file whose send had no answer', { ...here, ownRecords: [record({}, { pending })] }, 'unknown', true],
    ['a file with another title than its page', retitled, 'retitled', false],
    ['a file that names another parent than that of its page', moved, 'moved', false],
    ['a file that asks to replace what is there', replacing, 'replaces', false],
    ['a file whose page another file made', claimed, 'others', false],
    ['a file whose page somebody changed', changed, 'changedInWiki', false],
    ['one of which nothing is new', { ...changed, text: 'text' }, 'changedInWiki', false],
  ] as const) {
    it(`has ${what} under “${section}”, ${ticked ? 'with' : 'without'} a check mark`, () => {
      const plan = new Plan([fileOf(state), second({ ...here, title: 'Another' })]);
      assert.equal(rowOf(plan).status.kind, section);
      assert.equal(plan.initiallyChecked.has(one.uri), ticked);
    });
  }

  it('publishes over what was changed in the wiki once that is accepted, and asks again when more was', () => {
    const plan = planOne(changed);
    const question = plan.question(all);
    assert.equal(question?.kind, 'changedInWiki');
    const accepted = plan.choose(question.rows, 'anyway');
    assert.equal(accepted.question(all), undefined);
    assert.equal(rowOf(accepted).status.kind, 'changedInWiki');
    assert.equal(sentBy(accepted)[0]?.overwrite, true);
    const [sent] = accepted.runFiles(all);
    const later = { ...changed, changedInWiki: () => ({ ...edit, version: 10 }) };
    assert.equal(planOne(later, {}, sent?.answers).question(all)?.kind, 'changedInWiki');
    assert.equal(planOne(changed, {}, sent?.answers).question(all), undefined);
  });

  it('still says what was changed once publishing over it makes a new page, so that the answer can be changed', () => {
    for (const change of [
      { kind: 'deleted' },
      { ...edit, kind: 'renamed' },
      { ...edit, kind: 'moved' },
    ] as const) {
      const plan = planOne({ ...changed, changedInWiki: () => change });
      const accepted = plan.choose(plan.rows, 'anyway');
      const row = rowOf(accepted);
      assert.equal(row.status.kind, 'changedInWiki');
      assert.equal(row.changeQuestion?.change.kind, change.kind);
      assert.equal(row.changeQuestion.answer, 'anyway');
      assert.equal(sentBy(accepted)[0]?.overwrite, false);
    }
  });

  it('asks about a change of the page that an answer leads to', () => {
    const plan = planOne({ ...retitled, changedInWiki: () => edit });
    assert.equal(plan.question(all)?.kind, 'retitled');
    const kept = plan.choose(plan.rows, 'keep');
    assert.equal(kept.question(all)?.kind, 'changedInWiki');
    assert.deepEqual(kept.runFiles(all), []);
    assert.equal(sentBy(kept.choose(kept.rows, 'anyway'))[0]?.title, 'One');
  });

  it('sends nothing that needs an answer, check mark or not', () => {
    for (const state of [retitled, moved, replacing, claimed, changed, { frontMatter: {} }]) {
      assert.deepEqual(planOne(state).runFiles(all), []);
      assert.notEqual(planOne(state).question(all), undefined);
    }
  });

  for (const [kind, state, does, sent] of [
    ['retitled', retitled, 'keep', { title: 'One', overwrite: true }],
    ['retitled', retitled, 'stop', { title: 'Two', overwrite: false }],
    ['retitled', retitled, 'replace', { title: 'Two', overwrite: true }],
    ['moved', moved, 'keep', { parent: '1', overwrite: true }],
    ['moved', moved, 'stop', { parent: '2', overwrite: false }],
    ['replaces', replacing, 'stop', { overwrite: false }],
    ['replaces', replacing, 'replace', { overwrite: true }],
    ['others', claimed, 'stop', { overwrite: false }],
    ['others', claimed, 'replace', { overwrite: true }],
  ] as const) {
    it(`asks about a ${kind} page, and with “${does}” sends ${JSON.stringify(sent)}`, () => {
      const plan = planOne(state);
      const question = plan.question(all) ?? assert.fail();
      assert.equal(question.kind, kind);
      const chosen = plan.choose(question.rows, does);
      assert.equal(chosen.question(all), undefined);
      assert.equal(rowOf(chosen).status.kind, kind);
      assert.deepEqual(sentBy(chosen), [{ space: 'S', parent: '1', title: 'One', ...sent }]);
    });
  }

  it('gives a row without the wanted choice no other one', () => {
    const plan = planOne(retitled);
    assert.equal(plan.choose(plan.rows, 'move').question(all)?.kind, 'retitled');
  });

  it('asks about one kind of question after the other, once for all files', () => {
    let plan = new Plan([
      fileOf(replacing),
      second({ ...here, ownRecords: [record({ title: 'Old' }, { file: other })], title: 'New' }),
    ]);
    const kinds: string[] = [];
    for (let question = plan.question(all); question !== undefined; question = plan.question(all)) {
      kinds.push(question.kind);
      plan = plan.choose(question.rows, 'stop');
    }
    assert.deepEqual(kinds, ['retitled', 'replaces']);
    assert.equal(plan.runFiles(all).length, 2);
  });

  it('asks about pages that may be there only where nobody has said it', () => {
    const asked = (state: State) => planOne(state).question(all)?.kind;
    assert.equal(asked(here), 'exists');
    assert.equal(asked({ frontMatter: { ...here.frontMatter, overwrite: false } }), undefined);
    assert.equal(asked(edited), undefined);
    for (const overwrite of [true, false]) {
      const plan = planOne(here);
      const agreed = plan.choose(plan.rows, overwrite ? 'replace' : 'stop');
      assert.equal(agreed.question(all), undefined);
      assert.deepEqual(
        sentBy(agreed).map((target) => target.overwrite),
        [overwrite],
      );
    }
  });

  describe('of files that have no place yet', () => {
    const nowhere: State = { frontMatter: {} };

    it('has a check mark on all where there are no others, and on none where there are', () => {
      const lost = [fileOf(nowhere), second(nowhere)];
      assert.deepEqual(new Plan(lost).initiallyChecked, all);
      assert.deepEqual(new Plan([fileOf(here), second(nowhere)]).initiallyChecked, new Set([one.uri]));
      const unreadable = fileOf(here, { input: undefined, problem: 'No.' });
      assert.deepEqual(new Plan([unreadable, second(nowhere)]).initiallyChecked, new Set([other.uri]));
    });

    it('asks once for connection, then space and parent', () => {
      let plan = new Plan([
        fileOf({ ...nowhere, connections: two }),
        second({ ...nowhere, connections: two, title: 'Other' }),
      ]);
      const answers: Record<string, Partial<Place>> = {
        connection: { endpoint },
        target: { space: 'S', parent: '1' },
      };
      const asked = ({ kind, rows: [row] }: PlanQuestion): string =>
        row?.open?.kind === 'unplaced' ? row.open.missing : kind;
      const kinds: string[] = [];
      for (let question = plan.question(all); question !== undefined; question = plan.question(all)) {
        kinds.push(asked(question));
        const place = answers[asked(question)];
        plan =
          place === undefined
            ? plan.choose(question.rows, 'stop')
            : plan.withAnswers(
                question.rows.map(({ file }) => file.uri),
                { place },
              );
        assert.equal(question.rows.length, 2);
      }
      assert.deepEqual(kinds, ['connection', 'target', 'exists']);
      assert.deepEqual(
        plan.runFiles(all).map(({ destination }) => [destination.endpoint, destination.target.title]),
        [
          [endpoint, 'One'],
          [endpoint, 'Other'],
        ],
      );
    });

    it('shows what their place brings: a page of another file, two of one title', () => {
      const placed = (files: PlanFile[]) =>
        kindsOf(new Plan(files).withAnswers(all, { place: { space: 'S', parent: '1' } }));
      assert.deepEqual(placed([fileOf({ ...nowhere, others: claimed.others })]), ['others']);
      assert.deepEqual(placed([fileOf(nowhere), second(nowhere)]), ['stopped', 'stopped']);
    });
  });

  describe('of files with problems', () => {
    const secret = { problem: 'A secret.', acceptableProblems: ['a'] };

    it('blocks them, and says why', () => {
      assert.deepEqual(rowOf(planOne(here, secret)).status, {
        kind: 'stopped',
        reason: 'A secret.',
        asking: problemsAsking(['a']),
      });
      assert.deepEqual(planOne(here, secret).initiallyChecked, new Set());
    });

    it('publishes them anyway on request, as far as something can be sent', () => {
      const plan = planOne({ frontMatter: { ...here.frontMatter, overwrite: false } }, secret);
      assert.equal(plan.question(all)?.kind, 'stopped');
      const anyway = plan.choose(plan.rows, 'anyway');
      assert.equal(anyway.question(all), undefined);
      assert.deepEqual(acceptedIn(anyway.runFiles(all)[0]?.answers ?? {}), ['a']);
      const final = planOne(here, { problem: 'Empty.' });
      assert.equal(final.question(all), undefined);
      assert.deepEqual(final.choose(final.rows, 'anyway').runFiles(all), []);
    });
  });

  for (const [what, change] of [
    ['the same title', {}],
    ['a title of another case', { title: 'ONE' }],
    ['é written as two characters', { title: 'Cafe\u0301' }],
  ] as const) {
    it(`blocks two files with ${what} under one parent`, () => {
      const first = 'title' in change && change.title.startsWith('Caf') ? { title: 'Caf\u00e9' } : {};
      const plan = new Plan([fileOf({ ...here, ...first }), second({ ...here, ...change })]);
      assert.deepEqual(
        plan.rows.map(({ status }) => status.reason),
        [
          '“other.md” has the same title under the same parent page.',
          '“one.md” has the same title under the same parent page.',
        ],
      );
      assert.deepEqual(plan.runFiles(all), []);
    });
  }

  it('blocks no file for one whose page it made, nor for one that is blocked itself', () => {
    const theirs = second({ ...here, others: own });
    assert.deepEqual(kindsOf(new Plan([fileOf(edited), theirs])), ['changed', 'others']);
    const blocked = second(here, { problem: 'Empty.' });
    assert.equal(rowOf(new Plan([fileOf(here), blocked])).status.kind, 'new');
  });

  for (const [what, state] of [
    ['is new', here],
    ['asks to replace what is there', replacing],
    [
      'was sent without an answer',
      { ...replacing, ownRecords: [record({}, { published: undefined, pending })] },
    ],
  ] as const) {
    it(`replaces no page with two files of one title under two parents where titles may be taken once in a space, and one ${what}`, () => {
      const elsewhere = second({ frontMatter: { ...replacing.frontMatter, parent: '2' } });
      const overwriting = (files: readonly PlanFile[]): readonly boolean[] => {
        const plan = new Plan(files);
        return sentBy(plan.choose(plan.rows, 'replace')).map(({ overwrite }) => overwrite);
      };
      assert.deepEqual(overwriting([fileOf(state)]), [true]);
      assert.deepEqual(overwriting([fileOf(state), elsewhere]), [false, false]);
      assert.deepEqual(overwriting([elsewhere, fileOf(state)]), [false, false]);
    });
  }

  it('knows that an earlier send may have arrived', () => {
    const [unknown] = planOne({ ...here, ownRecords: [record({}, { pending })] }).runFiles(all);
    assert.equal(unknown?.mayHaveArrived, true);
    assert.equal(unknown.destination.target.overwrite, true);
  });

  describe('of files that link to each other', () => {
    const linking = (uri: string, hasAddress = false): Partial<PlanFile> => ({
      linked: [{ uri, hasAddress }],
    });
    const twice = (plan: Plan, ticked = all, isLookedUp = true): number =>
      countSentTwice({ plan, checked: ticked }, new Set(isLookedUp ? [endpoint] : []));

    it('says how many are sent twice: those that link to pages whose address nobody knows yet', () => {
      assert.equal(twice(new Plan([fileOf(here, linking(other.uri)), second()])), 0, 'of one title');
      const place = { ...here, title: 'Other' };
      const plan = new Plan([fileOf(here, linking(other.uri)), second(place, linking(one.uri))]);
      assert.equal(twice(plan), 2);
      assert.equal(twice(plan, new Set([one.uri])), 0);
      assert.equal(twice(plan, all, false), 0);
      assert.equal(twice(new Plan([fileOf(here, linking(other.uri, true)), second(place)])), 0);
      assert.equal(twice(new Plan([fileOf(here, linking(one.uri))])), 1);
      assert.deepEqual(
        plan.runFiles(all).map(({ linked }) => linked?.map(({ uri }) => uri)),
        [[other.uri], [one.uri]],
      );
    });

    it('blocks none for a problem of a link to another one of its files', () => {
      const needs = [{ uri: other.uri, message: 'Leads nowhere.', key: 'link' }];
      const needing = fileOf(here, { unpublishedLinks: needs, acceptableProblems: ['link'] });
      const alone = rowOf(new Plan([needing]));
      assert.deepEqual(
        [alone.status, isCheckable(alone)],
        [{ kind: 'stopped', reason: 'Leads nowhere.', asking: problemsAsking(['link']) }, true],
      );
      const both = new Plan([needing, second({ ...here, title: 'Other' })]);
      assert.equal(rowOf(both).status.kind, 'new');
      assert.deepEqual(both.runFiles(all)[0]?.unpublishedLinkKeys, ['link']);
      assert.equal(rowOf(both.without(({ file }) => file.uri === other.uri)).status.kind, 'stopped');
      const worse = fileOf(here, {
        unpublishedLinks: needs,
        problem: 'A secret.',
        acceptableProblems: ['link', 'secret'],
      });
      assert.equal(rowOf(new Plan([worse, second({ ...here, title: 'Other' })])).status.reason, 'A secret.');
    });
  });

  it('is no dearer for many files than for few', () => {
    const costOf = (count: number): number => {
      const files = Array.from({ length: count }, (_, index) => {
        const file = { uri: `file:///${index}.md` };
        return fileOf({
          ...here,
          title: `${index}`,
          file,
          ownRecords: [record({ title: `${index}` }, { file })],
        });
      });
      const before = process.threadCpuUsage();
      assert.equal(new Plan(files).rows.length, count);
      return process.threadCpuUsage(before).user / count;
    };
    costOf(10_000);
    const [few, many] = [costOf(1_000), costOf(10_000)];
    assert.ok(many < 3 * few, `${few} µs, ${many} µs`);
  });
});
