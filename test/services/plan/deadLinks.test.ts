import assert from 'node:assert/strict';
import type { Plan } from '../../../src/core/plan/plan.js';
import { Run } from '../../../src/core/plan/run.js';
import { isReady, questionOf, withAnswer } from '../../../src/core/plan/answeredPlan.js';
import { LinkedFolder } from './linkedFolder.js';

describe('Links, where a dead one is an error', () => {
  let docs: LinkedFolder;

  beforeEach(async () => {
    docs = await LinkedFolder.open();
    docs.settings = { problems: { links: 'error' } };
  });
  afterEach(() => docs.close());

  it('to another file of the run are none; to others they are', async () => {
    docs.write({
      'a.md': '# A\n\nTo [B](b.md) and [C](c.md).\n',
      'b.md': '# B\n\nTo [A](a.md).\n',
      'c.md': '# C\n\nTo nobody.\n',
    });
    assert.ok((await docs.publish(await docs.plan(['a.md', 'b.md', 'c.md']))).isComplete);
    docs.write({ 'd.md': '# D\n\n[A](a.md) [E](e.md)\n', 'e.md': '# E\n\n[A](a.md)\n' });
    const alone = await docs.plan(['d.md']);
    assert.deepEqual(
      alone.rows.map(({ status: { kind, reason } }) => [kind, reason]),
      [['stopped', 'The link to “e.md” leads nowhere in the wiki.']],
    );
    assert.ok((await docs.publish(await docs.plan(['d.md', 'e.md']))).isComplete);
    assert.ok((await docs.plan(['d.md'])).rows.every(({ status }) => status.kind === 'unchanged'));
  });

  const sectionsOf = ({ rows }: Pick<Plan, 'rows'>) => rows.map(({ status }) => status.kind);

  for (const [what, files, sections] of [
    ['a blocked file', { 'b.md': '' }, ['stopped', 'blocked']],
    [
      'a file that links to a blocked one',
      { 'b.md': '# B\n\n[C](c.md)', 'c.md': '' },
      ['stopped', 'stopped', 'blocked'],
    ],
    [
      'one of two files of the same page',
      { 'b.md': '# B\n\nB', 'c.md': '# B\n\nB' },
      Array(3).fill('stopped'),
    ],
    ['a file that links back', { 'b.md': '# B\n\n[A](a.md)' }, ['new', 'new']],
    ['a file that links to itself', { 'b.md': '# B\n\n[B](b.md)' }, ['new', 'new']],
  ] as const) {
    it(`to ${what} of the plan ${sections[0] === 'new' ? 'are no problem' : 'are as any dead link'}`, async () => {
      docs.write({ 'a.md': '# A\n\n[B](b.md)\n', ...files });
      const plan = await docs.plan();
      assert.deepEqual(sectionsOf(plan), sections);
      const run = await docs.publish(plan);
      assert.equal(run.files.length, sections.filter((section) => section === 'new').length);
      const { rows } = plan.choose(plan.rows.slice(0, 1), 'anyway');
      assert.equal(rows[0]?.status.kind, 'new');
    });
  }

  it('to a file that is blocked when the run is resumed keep back what was not sent', async () => {
    docs.write({ 'a.md': '# A\n\n[B](b.md)\n', 'b.md': '# B\n\nText\n', 'c.md': '# C\n\n[B](b.md)\n' });
    docs.concurrency = 1;
    docs.wiki.script({ do: 'answer', status: 401, body: '{"body":"Error: Unauthorized."}' });
    const run = await docs.publish();
    assert.equal(run.counts.published, 0);
    docs.write({ 'b.md': '' });
    const resumed = await docs.rest(run);
    assert.equal(resumed.counts.waiting, 0);
  });

  it('to a file without a check mark are asked about, once for all that depend on it', async () => {
    docs.write({ 'a.md': '# A\n\n[B](b.md)\n', 'b.md': '# B\n\n[C](c.md)\n', 'c.md': '# C\n\nText\n' });
    const plan = await docs.plan();
    const uris = plan.files.map(({ uri }) => uri);
    assert.deepEqual(sectionsOf({ rows: plan.rowsIfChecked(new Set(uris)) }), ['new', 'new', 'new']);
    const settled = { plan, checked: new Set(uris.slice(0, 2)) };
    const question = questionOf(settled) ?? assert.fail();
    assert.deepEqual(
      [question.kind, ...question.rows.map(({ status }) => status.reason)],
      ['stopped', ...['b.md', 'c.md'].map((file) => `The link to “${file}” leads nowhere in the wiki.`)],
    );
    assert.ok(!isReady(settled));
    const without = withAnswer(settled, question, { does: 'leaveOut' });
    assert.deepEqual([...without.checked], []);
    const anyway = withAnswer(settled, question, { does: 'anyway' });
    assert.ok(isReady(anyway));
    const { plan: decided, checked } = anyway;
    assert.ok((await docs.run(new Run(decided.runFiles(checked)))).isComplete);
    assert.match(docs.page('A').content, /\]\(b\.md\)/);
  });
});
