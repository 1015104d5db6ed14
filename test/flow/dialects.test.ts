import assert from 'node:assert/strict';
import type { Plan } from '../../src/core/plan/plan.js';
import { readUnasked } from '../../src/services/publish/unasked.js';
import { Secret } from '../../src/core/text/secret.js';
import { ScriptedRunPerson, shownRows, stopIfThere } from './runPerson.js';
import { Stage } from './stage.js';

/** Repositories as people have them who publish with other tools. */
describe('A folder that was written for another tool', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
    Object.assign(stage.settings, { space: '1001', parent: '100102', folders: { docs: 'tree' } });
    await stage.platformTokens.store(stage.wiki.origin, { secret: new Secret(stage.wiki.platformToken) });
  });

  afterEach(() => stage.close());

  const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) {
      await stage.write(name, text);
    }
  };
  const publish = async (...paths: readonly string[]) => {
    const person = new ScriptedRunPerson([stopIfThere]);
    const ended = await stage.publishFolder(person, paths.length === 0 ? ['docs'] : paths);
    return { text: ended?.report.text, plan: person.plans[0], ended };
  };

  it('has a binary file, which says what it is', async () => {
    await write({ 'docs/a.md': 'Text.', 'docs/b.md': 'One.\nTwo\0.\n' });
    const { plan } = await publish();
    assert.deepEqual(
      shownRows(plan).map(([section]) => section),
      ['new', 'blocked'],
    );
    assert.match(
      plan?.unresolved[0]?.status.reason ?? '',
      /^b\.md has a NUL \(U\+0000\) in line 2, which no text has: /,
    );
  });

  /** What was sent, by title: the title above it, and the text. */
  const made = (): Record<string, readonly [above: string | undefined, text: string]> => {
    const { pages } = stage.wiki;
    return Object.fromEntries(
      pages.pages
        .filter(({ id }) => Number(id) > 200_000)
        .map(({ title, parentId, content }) => [
          title,
          [pages.page(parentId ?? '')?.title, content.trim()] as const,
        ]),
    );
  };

  it('has sections without a text, whose pages list what is under them', async () => {
    await write({
      'docs/index.md': '---\ntitle: Handbook\n---\n',
      'docs/api/index.md': '---\ntitle: API\nhas_children: true\nnav_order: 3\n---\n',
      'docs/api/errors.md': '# Errors\n\nEach has a code.\n',
      'docs/api/deep/one.md': '# One\n\nText.\n',
      'docs/drafts/_index.md': '---\ntitle: Later\n---\n',
      'docs/drafts/two.md': '---\ndraft: true\n---\nText.\n',
    });
    const { text, plan } = await publish();
    assert.equal(text, '4 pages were published.');
    assert.deepEqual(made(), {
      Handbook: ['Guides', '- API'],
      API: ['Handbook', '- One\n- Errors'],
      Errors: ['API', 'Each has a code.'],
      One: ['API', 'Text.'],
    });
    assert.deepEqual(
      shownRows(plan)
        .map(([section]) => section)
        .sort(),
      ['draft', 'draft', 'new', 'new', 'new', 'new'],
    );
    const again = new ScriptedRunPerson(['leave']);
    await stage.publishFolder(again, ['docs']);
    assert.deepEqual(
      new Set(shownRows(again.plans[0]).map(([section]) => section)),
      new Set(['draft', 'unchanged']),
    );
  });

  it('keeps the pages of folders where other tools have them', async () => {
    await write({
      'docs/Santa/Reach-him.md': '# Reach him\n\nBy letter.\n',
      'docs/Santa.md': '# Santa\n\nBeside his folder.\n',
      'docs/notes/notes.md': '# Notes\n\nA folder note.\n',
      'docs/notes/one.md': '# One\n\nUnder it.\n',
      'docs/hugo/_index.md': '---\ntitle: Concepts\n---\n\nThe words.\n',
      'docs/hugo/queue.md': '# Queue\n\nFirst in.\n',
      'docs/index.md': '# Wiki\n\nStart here.\n',
    });
    await publish();
    assert.deepEqual(Object.fromEntries(Object.entries(made()).map(([title, [above]]) => [title, above])), {
      Wiki: 'Guides',
      Santa: 'Wiki',
      'Reach him': 'Santa',
      Notes: 'Wiki',
      One: 'Notes',
      Concepts: 'Wiki',
      Queue: 'Concepts',
    });
  });

  it('has files without a heading, which are named after their folders, without numbers for sorting', async () => {
    await write({
      'docs/README.md': 'All teams are listed here.\n',
      'docs/01-billing/README.md': 'Invoices go out on the first.\n',
      'docs/02-shipping/README.md': 'Parcels go out at noon.\n',
      'docs/02-shipping/01-intro.md': 'Welcome.\n',
      'docs/02-shipping/02-set%2Dup.md': 'Set it up.\n',
      'docs/02-shipping/03-html.md':
        '<img src="https://a.example/b.svg">\n\n<h1>Fastbird</h1>\n\n# Install\n',
    });
    await publish();
    assert.deepEqual(Object.fromEntries(Object.entries(made()).map(([title, [above]]) => [title, above])), {
      docs: 'Guides',
      billing: 'docs',
      shipping: 'docs',
      intro: 'shipping',
      'set-up': 'shipping',
      Fastbird: 'shipping',
    });
  });

  describe('with drafts', () => {
    const draft = '---\ntitle: Salary bands\ndraft: true\n---\n\nNot decided yet.\n';
    const reasons = ({ rows }: Plan): Record<string, string | undefined> =>
      Object.fromEntries(
        rows
          .filter(({ status }) => status.kind === 'draft')
          .map(({ file, status }) => [file.path, status.reason]),
      );

    it('publishes what is none, and says of the others why they are left out', async () => {
      stage.settings.folders = undefined;
      await write({
        'docs/done.md': '---\ntitle: House rules\ndraft: false\n---\n\nBe kind.\n',
        'docs/hugo.md': draft,
        'docs/jekyll.md': '---\ntitle: Office move\npublished: false\n---\n\nNot announced yet.\n',
        'docs/toml.md': '+++\ndraft = true\n+++\n\n<!-- not closed\n',
      });
      const { text, plan } = await publish();
      assert.equal(text, 'The page was published.');
      assert.deepEqual(
        stage.sent.map(({ title }) => title),
        ['House rules'],
      );
      assert.deepEqual(reasons(plan ?? assert.fail()), {
        'docs/hugo.md': 'Its front matter says “draft: true”.',
        'docs/jekyll.md': 'Its front matter says “published: false”.',
        'docs/toml.md': 'Its front matter says “draft: true”.',
      });
    });

    it('asks before one is published alone, and sends none at a save', async () => {
      stage.settings.folders = undefined;
      await write({ 'docs/hugo.md': draft });
      const asked = await stage.publish('docs/hugo.md');
      assert.equal(asked.text, 'This is a draft: its front matter says “draft: true”. Nothing was sent.');
      assert.deepEqual(
        [asked.actions, asked.ended?.report.isModal, stage.sent],
        [['publishAnyway'], true, []],
      );
      const saved = await stage.save(
        'docs/hugo.md',
        draft.replace('draft', 'wiki: { publishOnSave: true }\ndraft'),
      );
      assert.deepEqual([saved.ended, stage.sent], [undefined, []]);
      await stage.press(asked, 'publishAnyway', [{ enter: {} }]);
      assert.deepEqual(
        stage.sent.map(({ title }) => title),
        ['Salary bands'],
      );
    });

    it('sends none to an agent, whatever was said before', async () => {
      const uri = await stage.write('docs/hugo.md', draft);
      const { ready, row } = await readUnasked(stage.flow, { uri, path: 'docs/hugo.md' }, {});
      assert.deepEqual([ready, row.status.kind], [undefined, 'draft']);
    });

    it('leaves out what goes under one, and a folder of drafts alone, and lists none', async () => {
      stage.settings.folders = { docs: 'fullTree' };
      await write({
        'docs/api/index.md': draft,
        'docs/api/errors.md': '# Errors\n\nEach has a code.\n',
        'docs/later/plan.md': draft.replace('Salary', 'Other'),
        'docs/now/one.md': '# One\n\nText.\n',
        'docs/now/two.md': draft.replace('Salary', 'Third'),
      });
      const { plan, text } = await publish();
      assert.equal(text, '2 pages were published.');
      assert.deepEqual(reasons(plan ?? assert.fail()), {
        'docs/api/index.md': 'Its front matter says “draft: true”.',
        'docs/api/errors.md': 'It goes under docs/api/index.md, which is left out.',
        'docs/later/': 'All under it are drafts.',
        'docs/later/plan.md': 'Its front matter says “draft: true”.',
        'docs/now/two.md': 'Its front matter says “draft: true”.',
      });
      assert.deepEqual(Object.fromEntries(stage.sent.map(({ title, content }) => [title, content.trim()])), {
        now: '- One',
        One: 'Text.',
      });
    });

    it('keeps one that became a draft while its plan was shown', async () => {
      stage.settings.folders = undefined;
      await write({ 'docs/a.md': '# A\n\nText.\n' });
      const person = new ScriptedRunPerson([stopIfThere]);
      const settle = person.answerPlan.bind(person);
      person.answerPlan = async (plan, show) => {
        await write({ 'docs/a.md': draft });
        return settle(plan, show);
      };
      const ended = await stage.publishFolder(person, ['docs']);
      const state = ended?.sent?.run.state(0);
      assert.deepEqual(stage.sent, []);
      assert.equal(typeof state === 'object' ? state.message : state, 'Its front matter says “draft: true”.');
    });
  });
});
