import assert from 'node:assert/strict';
import { Plan } from '../../../src/core/plan/plan.js';
import { askedFor, groupHeading, isAsked, type StateKind } from '../../../src/core/publish/states.js';
import { isSendable, shownState, type PlanFile, type PlanRow } from '../../../src/core/plan/row.js';
import { Run } from '../../../src/core/plan/run.js';
import { planCountsOf, withSecretsFirst, unmetNeedsOf } from '../../../src/core/view/planGroups.js';
import { planSentence, planTitle, reasonsIn } from '../../../src/services/plan/planTexts.js';
import { inputOf, other, record, type State } from '../publish/states.js';

const here = { frontMatter: { space: 'S', parent: '1' } };
const own = [record()];
const mayBeSecret = { secretLines: [6], images: 0, links: 0, missing: 0, notes: [], isPartial: false };
const edit = { kind: 'edited', version: 9, ours: 7, title: 'One' } as const;
const fileOf = (state: State, change: Partial<PlanFile> = {}): PlanFile => {
  const input = inputOf(state);
  return { uri: input.file.uri, path: 'one.md', title: input.document.title, input, ...change };
};
const headingOf = (row: PlanRow): string => groupHeading(shownState(row).kind);

describe('The groups of a plan', () => {
  for (const [what, state, change, group, open, sendable] of [
    ['a new file', here, {}, 'New', false, true],
    ['a changed file', { ...here, ownRecords: own, text: 'another' }, {}, 'Changed', false, true],
    ['an unchanged file', { ...here, ownRecords: own, text: 'text' }, {}, 'Unchanged', false, true],
    [
      'a file with another title',
      { ...here, ownRecords: own, title: 'Two' },
      {},
      'Needs a Decision',
      true,
      false,
    ],
    [
      'a page of another file',
      { ...here, others: [record({}, { file: other })] },
      {},
      'Needs a Decision',
      true,
      false,
    ],
    [
      'a page that somebody changed',
      { ...here, ownRecords: own, text: 'x', changedInWiki: () => edit },
      {},
      'Needs a Decision',
      true,
      false,
    ],
    ['a file without a place', {}, {}, 'No Destination', true, false],
    [
      'a file with a problem',
      here,
      { problem: 'No.', acceptableProblems: ['x'] },
      'Needs a Decision',
      true,
      false,
    ],
    ['a file that can’t be sent', here, { problem: 'No.' }, 'Blocked', false, false],
  ] as const) {
    it(`have ${what} under “${group}”, and ${sendable ? 'a check box' : 'no check box'}`, () => {
      const [row = assert.fail()] = new Plan([fileOf(state, change)]).rows;
      assert.deepEqual([headingOf(row), isAsked(row.status), isSendable(row)], [group, open, sendable]);
    });
  }

  it('have two files that would make one page under “Needs a Decision”, since another title frees both', () => {
    const { rows } = new Plan(['a', 'b'].map((name) => fileOf(here, { uri: `file:///${name}.md` })));
    const shown = rows.map((row) => [headingOf(row), isAsked(row.status), isSendable(row)]);
    assert.deepEqual(shown, [
      ['Needs a Decision', true, false],
      ['Needs a Decision', true, false],
    ]);
  });

  it('count what is checked and can be sent, and what waits for something', () => {
    const plan = new Plan([
      fileOf({ ...here, title: 'Other' }, { uri: 'file:///a.md' }),
      fileOf({ ...here, ownRecords: own, title: 'Two' }),
      fileOf({}, { uri: 'file:///b.md' }),
    ]);
    const checked = new Set(plan.files.map(({ uri }) => uri));
    const others = { destination: 1, platformToken: 0, withSecrets: [] };
    assert.deepEqual(planCountsOf({ plan, checked }), { toPublish: 1, decision: 1, ...others });
    assert.equal(planCountsOf({ plan, checked: new Set() }).toPublish, 0);
    const decided = plan.choose(plan.rows, 'keep');
    assert.deepEqual(planCountsOf({ plan: decided, checked }), { toPublish: 2, decision: 0, ...others });
  });

  it('have a file that the person leaves out under “Left Out” until they answer otherwise, and ask about the others', () => {
    const secret = { problem: 'A secret.', acceptableProblems: ['x'] };
    const plan = new Plan([
      fileOf({ ...here, ownRecords: own, text: 'x', changedInWiki: () => edit }),
      fileOf({ ...here, title: 'Other' }, { uri: 'file:///a.md', ...secret }),
      fileOf({ ...here, ownRecords: own, title: 'Two' }, { uri: 'file:///b.md' }),
    ]);
    const all = plan.files.map(({ uri }) => uri);
    const [edited = '', problem = '', retitled = ''] = all;
    const shown = (each: Plan) => each.rows.map(headingOf);
    const asked = (each: Plan) =>
      each.rows.filter((row) => askedFor(shownState(row)) !== undefined).map(({ file }) => file.uri);
    assert.deepEqual(asked(plan), all);
    const left = plan.leaveOut([edited, problem]);
    assert.deepEqual(shown(left), ['Left Out', 'Left Out', 'Needs a Decision']);
    assert.deepEqual(asked(left), [retitled]);
    assert.ok(left.rows.every((row) => isAsked(row.status)));
    assert.deepEqual(
      left.unresolved.map(({ uri }) => uri),
      [retitled],
    );
    assert.equal(planCountsOf({ plan: left, checked: new Set() }).decision, 1);
    const answered = left.choose(left.rows, 'anyway').choose(left.rows, 'stop');
    assert.deepEqual(shown(answered), ['Ready', 'New', 'Ready']);
    assert.deepEqual(shown(answered.leaveOut([edited])), ['Left Out', 'New', 'Ready']);
  });

  it('are those of its sentence, also for answered files', () => {
    const plan = new Plan([
      fileOf({ ...here, ownRecords: own, title: 'Two' }),
      fileOf({ ...here, title: 'New' }, { uri: 'file:///a.md' }),
      fileOf({}, { uri: 'file:///b.md' }),
      fileOf(here, { uri: 'file:///c.md', problem: 'No.', acceptableProblems: ['x'] }),
      fileOf(here, { uri: 'file:///d.md', problem: 'No.' }),
    ]);
    const groups = ({ rows }: Plan): StateKind[] => rows.map((row) => shownState(row).kind);
    const others = ['new', 'unplaced', 'stopped', 'blocked'] as const;
    assert.deepEqual(groups(plan), ['retitled', ...others]);
    const answered = plan.choose(plan.rows, 'keep');
    assert.deepEqual(groups(answered), ['ready', ...others]);
    for (const each of [plan, answered]) {
      const { decision, destination } = planCountsOf({ plan: each, checked: new Set() });
      const asked = groups(each).map((kind) => askedFor({ kind }));
      const counted = ['decision', 'destination'].map((what) => asked.filter((each) => each === what).length);
      assert.deepEqual([decision, destination], counted);
    }
  });

  it('are summed up in a sentence: what is left to do, what is sent, and what of it may be secret', () => {
    const plan = new Plan([
      fileOf(here, { uri: 'file:///a.md', problem: 'No.' }),
      fileOf(here, { uri: 'file:///b.md', problem: 'No.' }),
      fileOf(here, { uri: 'file:///c.md', problem: 'No.', acceptableProblems: ['x'] }),
      fileOf(here, { uri: 'file:///d.md', draft: 'draft: true' }),
      fileOf({}, { uri: 'file:///e.md' }),
      ...['f', 'g'].map((name) =>
        fileOf({ ...here, title: name }, { uri: `file:///${name}.md`, warnings: mayBeSecret }),
      ),
    ]);
    const saidOf = (...checked: string[]): string =>
      planSentence(planCountsOf({ plan, checked: new Set(checked) }));
    const lacking = '1 file has no destination yet. 1 file needs a decision.';
    assert.equal(saidOf(), lacking);
    const [f, g] = ['file:///f.md', 'file:///g.md'];
    const one = '1 page will be published. “f” may contain a password or a key.';
    assert.equal(saidOf(f), `${lacking} ${one}`);
    const both = '2 pages will be published. 2 pages may contain passwords or keys.';
    assert.equal(saidOf(f, g), `${lacking} ${both}`);
    const rows = plan.rows.filter(({ file }) => file.uri === f);
    assert.equal(planTitle('Plan', rows), 'Plan: 1 new. “f” may contain a password or a key.');
    // Those that may have a password come first, the others stay as they were
    const order = withSecretsFirst(plan.rows.toReversed()).map(({ file }) => file.uri);
    assert.deepEqual(order.slice(0, 3), [g, f, 'file:///e.md']);
    const none = planCountsOf({ plan: new Plan([]), checked: new Set() });
    assert.equal(planSentence(none), '0 pages will be published.');
  });

  it('have a question about problems that names the files and what is wrong with each', () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      fileOf(here, {
        ...{ uri: `file:///${name}.md`, path: `${name}.md`, acceptableProblems: ['x'] },
        problem: name === 'b' ? 'It is too large.' : 'This looks like a token.',
      }),
    );
    const { rows } = new Plan(files);
    assert.deepEqual(reasonsIn({ kind: 'stopped', rows }), [
      { files: '“a.md”, “c.md”, “d.md”, and 2 more', reason: 'This looks like a token.' },
      { files: '“b.md”', reason: 'It is too large.' },
    ]);
    assert.deepEqual(reasonsIn({ kind: 'exists', rows }), []);
  });

  it('have a question about a page that somebody changed, which says who and when', () => {
    const change = { ...edit, author: 'Mara Lind' };
    const { rows } = new Plan([
      fileOf({ ...here, ownRecords: own, text: 'x', changedInWiki: () => change }, { path: 'a.md' }),
    ]);
    const [{ files, reason } = assert.fail()] = reasonsIn({ kind: 'changedInWiki', rows });
    assert.equal(files, '“a.md”');
    assert.match(reason, /^“.*” was changed in the wiki by “Mara Lind” .*\(version 9; yours was 7\)\.$/);
  });

  it('say of each file of a run that is over what came of it, and what was not begun is not sent', () => {
    const files = ['a', 'b', 'c'].map((title): PlanFile => {
      const uri = `file:///${title}.md`;
      return fileOf(here, { uri, input: { ...inputOf({ ...here, title }), file: { uri } } });
    });
    const plan = new Plan([...files, fileOf(here, { uri: 'file:///d.md', problem: 'No.' })]);
    const run = new Run(plan.runFiles(plan.initiallyChecked), plan.unresolved);
    run.ended(run.startNext() ?? assert.fail(), { kind: 'failed', message: 'x' });
    run.stop({ kind: 'cancelled', text: 'Cancelled.' });
    run.close();
    assert.deepEqual(
      run.rows.map(({ uri, status }) => [uri.at(-4), status.kind]),
      [
        ['a', 'failed'],
        ['b', 'not sent'],
        ['c', 'not sent'],
        ['d', 'blocked'],
      ],
    );
  });

  it('warn of a link to a file without a check mark, where this is a problem', () => {
    const [a, b] = ['file:///a.md', 'file:///b.md'] as const;
    const needs = [{ uri: b, message: 'It links to b.md.', key: 'b' }];
    const plan = new Plan([
      fileOf({ ...here, title: 'A' }, { uri: a, unpublishedLinks: needs, acceptableProblems: ['b'] }),
      fileOf({ ...here, title: 'B' }, { uri: b }),
    ]);
    assert.deepEqual([...unmetNeedsOf({ plan, checked: new Set([a, b]) })], []);
    assert.deepEqual([...unmetNeedsOf({ plan, checked: new Set([a]) })], [[a, 'It links to b.md.']]);
  });
});
