import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Plan } from '../../src/core/plan/plan.js';
import { readUnasked } from '../../src/services/publish/unasked.js';
import { warningsText } from '../../src/core/wiki/pageWarnings.js';
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

  it('has places that it names for that tool, which are told, and the title of its comments', async () => {
    const place = (key: string): string =>
      `“${key}” is another tool’s name for a place, which does not count here. Name the place under “wiki”, by “space” and “parent” on indented lines.`;
    await write({
      'docs/c.md': '<!-- Space: OPS -->\n<!-- Parent: Runbooks -->\n<!-- Title: Day shift -->\n\nText.\n',
      'docs/d.md': '---\ntool_page_id: "100301"\ntool_space_key: OPS\n---\n\n# Week shift\n\nText.\n',
      'docs/m.md': '---\nspace: OPS\nparents:\n  - Runbooks\ntitle: Night shift\n---\n\nText.\n',
      'docs/ours.md':
        '---\nspace: OPS\nwiki: { space: "1001", parent: "100102" }\n---\n\n# Ours\n\n<!-- Space: not at the top -->\n',
    });
    const { plan } = await publish();
    const told = Object.fromEntries(
      (plan?.rows ?? []).map(({ file, status }) => [file.title, [status.kind, file.warnings?.notes]]),
    );
    assert.deepEqual(told, {
      'Day shift': ['new', [place('Space'), place('Parent')]],
      'Week shift': ['new', [place('tool_page_id'), place('tool_space_key')]],
      'Night shift': ['new', [place('space'), place('parents')]],
      Ours: ['new', undefined],
    });
    const { page } = (await stage.flow.read(stage.uri('docs/c.md'))).read;
    assert.deepEqual(
      page.problems.map(({ kind, start }) => [kind, start]),
      [
        ['doubtfulFrontMatter', 0],
        ['doubtfulFrontMatter', 20],
      ],
    );
    await write({
      'docs/m.md':
        '---\nwiki: { space: "1001", parent: "100301" }\nspace: OPS\n---\n\n# Night shift\n\nMore.\n',
    });
    const moved = await publish('docs/m.md');
    assert.equal(warningsText(moved.plan?.rows[0]?.file.warnings), '');
  });

  it('has links in the page that name a heading, which lead there or are told', async () => {
    await write({
      'docs/handbook.md':
        '# Handbook\n\nSee [[#Install]], [[#Second step: of two|the second step]] and [[#Nowhere in here]].\n\n## Install\n\nUnpack it.\n\n## Second step: of two\n\nStart it.\n',
    });
    await publish();
    const [, text] = made().Handbook ?? assert.fail();
    assert.match(
      text,
      /^See \[Install\]\(#Install\), \[the second step\]\(#Second-step%3A-of-two\) and \[\[#Nowhere in here\]\]\./,
    );
    const { problems } = (await stage.flow.read(stage.uri('docs/handbook.md'))).read.page;
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['“[[#Nowhere in here]]” is sent as text: the page has no such heading.'],
    );
  });

  it('has links to files with dots in their names', async () => {
    const links = [
      '[1](vue.js)',
      '[2](release-1.2)',
      '[[release-1.2]]',
      '[4](release-1.2.html)',
      '[5](release-1.2/)',
      '[6](release-1.2.md)',
    ];
    await write({
      'docs/release-1.2.md': '# Release notes 1.2\n\nText.\n',
      'docs/vue.js.md': '# The client library\n\nText.\n',
      'docs/app.js': 'run();\n',
      'docs/app.js.md': '# App\n\nText.\n',
      'docs/start.md': `# Start\n\n${links.join('\n')}\n[7](app.js)\n`,
    });
    await publish();
    const [, text] = made().Start ?? assert.fail();
    const led = text
      .split('\n')
      .map((line) => decodeURIComponent(/\(([^)]*)\)/.exec(line)?.[1] ?? '').replace(/.*\//, ''));
    const notes = 'Release-notes-1-2';
    assert.deepEqual(led, ['The-client-library', notes, notes, notes, notes, notes, 'app.js']);
  });

  for (const folders of ['tree', undefined] as const) {
    it(`has a README beside the page of its folder, which is left out: ${folders ?? 'as a list'}`, async () => {
      stage.settings.folders = folders && { docs: folders };
      await write({
        'docs/index.md': '# Docs\n\nText.\n',
        'docs/api/README.md': 'How to edit the files of this folder.\n',
        'docs/api/index.md': '---\nlayout: home\n---\n\nWelcome to the product.\n',
        'docs/api/errors.md': '# Errors\n\nText.\n',
        'docs/web/README.md': '# How to edit\n\nA page of its own.\n',
        'docs/web/index.md': '# Web\n\nText.\n',
      });
      const { plan } = await publish();
      assert.deepEqual(
        plan?.rows
          .filter(({ status }) => status.kind !== 'new')
          .map(({ file, status }) => [file.path, status]),
        [['docs/api/README.md', { kind: 'draft', reason: '“index.md” is the page of this folder.' }]],
      );
      const above = folders === undefined ? ['Guides', 'Guides', 'Guides'] : ['Docs', 'api', 'Web'];
      const pages = made();
      assert.deepEqual(Object.keys(pages).sort(), ['Docs', 'Errors', 'How to edit', 'Web', 'api']);
      assert.deepEqual(
        ['api', 'Errors', 'How to edit'].map((title) => pages[title]?.[0]),
        above,
      );
      assert.equal(pages.api?.[1], 'Welcome to the product.');
      await stage.write('docs/.wikiignore', 'index.md\n');
      await stage.write('docs/api/README.md', 'Now it is the page.\n');
      const again = await publish('docs/api/README.md');
      assert.notEqual(again.plan?.rows[0]?.status.kind, 'draft');
    });
  }

  it('has numbers that belong to names', async () => {
    const texts = [
      'steps/1-on-1s',
      'steps/5-whys',
      'steps/7-habits',
      'codes/404',
      'codes/500',
      'versions/8.0.0',
      'versions/9.0-beta',
      'months/2021-01',
      'months/2021-02',
    ];
    await write(Object.fromEntries(texts.map((name) => [`docs/${name}.md`, 'Text.\n'])));
    await publish();
    assert.deepEqual(Object.keys(made()).sort(), [
      '1 on 1s',
      '2021 01',
      '2021 02',
      '404',
      '5 whys',
      '500',
      '7 habits',
      '8.0.0',
      '9.0 beta',
    ]);
  });

  it('has a README at the top, whose title is the repository’s name in every clone, or is told', async () => {
    stage.settings.folders = undefined;
    await write({ 'README.md': 'Welcome.\n' });
    const told = async () => {
      const { file } = (await stage.flow.read(stage.uri('README.md'))).row;
      return [file.title, file.warnings?.notes] as const;
    };
    const own = path.basename(stage.folder);
    const hint = `The title “${own}” is the name of this folder, which another computer may name otherwise: that would make a second page. Write a heading or a title.`;
    assert.deepEqual(await told(), [own, [hint]]);
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: stage.folder });
    git('init', '--quiet');
    assert.deepEqual(await told(), [own, [hint]]);
    git('remote', 'add', 'origin', 'git@code.example:team/Handbook.git');
    stage.ahead += 60_000;
    assert.deepEqual(await told(), ['Handbook', undefined]);
    const { plan } = await publish('README.md');
    assert.equal(plan?.rows[0]?.file.title, 'Handbook');
    await write({ 'README.md': '# Our handbook\n\nWelcome.\n' });
    assert.deepEqual(await told(), ['Our handbook', undefined]);
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
        'docs/hugo.md': 'It says “draft: true”.',
        'docs/jekyll.md': 'It says “published: false”.',
        'docs/toml.md': 'It says “draft: true”.',
      });
    });

    it('knows what other tools write to keep a page back, and tells a date in the future', async () => {
      stage.settings.folders = undefined;
      const kept = [
        'synchronized: false',
        'connie-publish: false',
        'publish: false',
        'dg-publish: no',
        'ignorePublish: true',
        'isPublished: off',
      ];
      const page = (entry: string): string => `---\n${entry}\n---\n\n# Salaries\n\nNot for everybody.\n`;
      await write(Object.fromEntries(kept.map((entry, at) => [`docs/k${at}.md`, page(entry)])));
      await write({
        'docs/comment.md': '<!-- Space: DOCS -->\n<!-- Synchronized: false -->\n\n# Salaries\n\nText.\n',
        'docs/toml.md': '+++\npublish = false\n+++\n\n# Salaries\n\nText.\n',
        'docs/later.md': page('publishDate: 2099-01-01').replace('Salaries', 'Later'),
        'docs/past.md': page('publish: true\nignorePublish: false\npublishDate: 2024-01-01').replace(
          'Salaries',
          'Past',
        ),
        'docs/inText.md': '# In text\n\nText.\n\n<!-- publish: false -->\n',
      });
      const { plan } = await publish();
      assert.deepEqual(reasons(plan ?? assert.fail()), {
        ...Object.fromEntries(kept.map((entry, at) => [`docs/k${at}.md`, `It says “${entry}”.`])),
        'docs/comment.md': 'It says “Synchronized: false”.',
        'docs/toml.md': 'It says “publish: false”.',
      });
      assert.deepEqual(stage.sent.map(({ title }) => title).sort(), ['In text', 'Later', 'Past']);
      const later =
        '“publishDate” is in the future, but the page is published now. To keep it back until then, write “draft: true”.';
      assert.deepEqual(
        plan?.rows.flatMap(({ file: { title, warnings } }) => (title === 'Later' ? warnings?.notes : [])),
        [later],
      );
      await write({ 'docs/later.md': page('draft: true\npublishDate: 2099-01-01') });
      const again = await publish('docs/later.md');
      assert.equal(reasons(again.plan ?? assert.fail())['docs/later.md'], 'It says “draft: true”.');
    });

    it('asks before one is published alone, and sends none at a save', async () => {
      stage.settings.folders = undefined;
      await write({ 'docs/hugo.md': draft });
      const asked = await stage.publish('docs/hugo.md');
      assert.equal(asked.text, 'The page is kept back. It says “draft: true”. Nothing was sent.');
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
        'docs/api/index.md': 'It says “draft: true”.',
        'docs/api/errors.md': 'It goes under docs/api/index.md, which is left out.',
        'docs/later/': 'All under it are drafts.',
        'docs/later/plan.md': 'It says “draft: true”.',
        'docs/now/two.md': 'It says “draft: true”.',
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
      assert.equal(typeof state === 'object' ? state.message : state, 'It says “draft: true”.');
    });
  });
});
