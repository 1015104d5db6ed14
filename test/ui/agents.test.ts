import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { probe } from './probe.js';
import { onStage } from './stage.js';
import { enterNewToken, enterPlatformToken, guides, inGuides, lastBody } from './steps.js';
import { toldIn, ToolCalls, yes, type Told } from './toolCalls.js';

const secret = ['ghp', 'kQ8sVZr2LxN4bTfWm6cYd9JhGp3RvEuA7SnX'].join('_');

describe('Agents', () => {
  const stage = onStage({
    neighbours: [probe],
    files: {
      'docs/guide.md': `${inGuides()}# Guide\n\n<!-- for us -->\nText.\n`,
      'docs/second.md': `${inGuides()}# Guide\n\nAnother file.\n`,
      'foreign.md': `${inGuides('  overwrite: true')}# Foreign\n\nText.\n`,
      'nowhere.md': '# Nowhere\n\nText.\n',
      'secret.md': `${inGuides()}# Secret\n\n${secret}\n`,
      'allowed.md': `${inGuides()}# Allowed\n\n${secret} <!-- wiki:allow -->\n`,
      'watched.md': `${inGuides()}# Watched\n\nText.\n`,
      'kept.md': `${inGuides()}# Kept\n\nText.\n`,
      '.wikiignore': 'kept.md\n',
    },
    // The person’s own setting lets secrets pass where they publish
    userSettings: { 'files.autoSave': 'off', 'publishToWiki.problems': { secret: 'off' } },
  });
  let tools: ToolCalls;

  before(async () => {
    tools = new ToolCalls(stage);
    await enterNewToken(stage.window, stage.wiki);
  });

  beforeEach(() => stage.window.closeNotifications());

  const write = (file: string, text: string): Promise<void> => writeFile(path.join(stage.folder, file), text);
  const pageOf = (title: string) => stage.wiki.pages.findPage(guides.space, guides.parent, title);

  /** Neither a check nor any fingerprint has the file published, and nobody is asked. */
  async function neverPublished(file: string, kind: string, obstacle: RegExp): Promise<Told> {
    const before = stage.wiki.requests.length;
    const checked = await tools.check(file);
    assert.equal(checked.kind, kind);
    assert.match(checked.obstacle ?? '', obstacle);
    assert.equal(checked.fingerprint, undefined);
    const { fingerprint } = await tools.check('docs/guide.md');
    for (const input of [{ file }, { file, fingerprint: '' }, { file, fingerprint, overwrite: true }]) {
      const told = await tools.call('wiki_publish', input);
      assert.equal(told.outcome, 'not sent');
      assert.match(told.obstacle ?? '', obstacle);
    }
    assert.equal(stage.wiki.requests.length, before);
    return checked;
  }

  it('have three tools, and look without sending anything', async () => {
    const named = (await tools.tools()).filter((name) => name.startsWith('wiki_'));
    assert.deepEqual(named, ['wiki_check', 'wiki_pages', 'wiki_publish']);
    const { fingerprint, ...told } = await tools.check('docs/guide.md');
    assert.match(fingerprint ?? '', /^[\da-f]{16}$/);
    assert.deepEqual(told, {
      file: 'docs/guide.md',
      kind: 'new',
      title: 'Guide',
      connection: 'Team Wiki',
      ...guides,
      placeInWiki: '1001 / 100102',
      missing: [],
      problems: [],
      leftOut: 'Left out: the front matter, the heading that repeats the title, and one comment.',
    });
    assert.deepEqual(await tools.call('wiki_pages', {}), { count: 0, pages: [] });
    // Without what the check told, nobody is asked and nothing is sent
    for (const more of [{}, { fingerprint: '0'.repeat(16) }, { fingerprint: [fingerprint] }]) {
      const refused = await tools.call('wiki_publish', { file: 'docs/guide.md', ...more });
      assert.match(refused.message ?? '', /^Nothing was sent: /);
      assert.deepEqual([refused.outcome, refused.fingerprint], ['not sent', fingerprint]);
    }
    assert.deepEqual([stage.wiki.requests.length, stage.wiki.lookups.length], [0, 0]);
  });

  it('publish nothing when the person says no', async () => {
    const { window, wiki } = stage;
    const text = await tools.publish('docs/guide.md', async (question) => {
      assert.equal(question.message, 'Publish to Wiki');
      assert.equal(
        question.detail,
        'docs/guide.md “Guide” goes to 1001 / 100102 · Team Wiki. New: If a page with this title is there, nothing is sent. ' +
          'Left out: the front matter, the heading that repeats the title, and one comment.',
      );
      await window.screenshot('agents-new');
      await question.click('Cancel');
    });
    assert.match(text, /^error: /);
    assert.deepEqual([wiki.requests.length, (await window.notifications()).length], [0, 0]);
  });

  it('publish when the person says yes, and the person reads what happened too', async () => {
    const { window, wiki } = stage;
    const told = toldIn(await tools.publish('docs/guide.md', yes));
    assert.equal(told.outcome, 'published');
    assert.match(told.message ?? '', /^“Guide” was published\. The wiki says: “.*”$/);
    await window.notification('“Guide” was published.');
    assert.equal(pageOf('Guide')?.content, 'Text.\n');
    assert.deepEqual([wiki.requests.length, lastBody(wiki).overwrite], [1, false]);
    const { pages } = await tools.call('wiki_pages', {});
    assert.deepEqual(
      pages?.map(({ file, state }) => [file, state]),
      [
        ['docs/guide.md', 'unchanged'],
        ['docs/second.md', 'new'],
      ],
    );
    await neverPublished('docs/guide.md', 'unchanged', /^Nothing has changed since “Guide” was published\./);
  });

  it('are asked again for the next text, with the page that it replaces', async () => {
    const { window } = stage;
    await write('docs/guide.md', `${inGuides()}# Guide\n\nSecond.\n`);
    const { replaces } = await tools.check('docs/guide.md');
    assert.equal(replaces?.title, 'Guide');
    const text = await tools.publish('docs/guide.md', async (question) => {
      assert.match(question.detail, /Changed: Updates the page that was created from this file · Published /);
      await window.screenshot('agents-changed');
      await yes(question);
    });
    assert.equal(toldIn(text).outcome, 'published');
    assert.deepEqual([pageOf('Guide')?.content, pageOf('Guide')?.version], ['Second.\n', 2]);
  });

  for (const [what, changed, kind] of [
    ['text', `${inGuides()}# Guide\n\nFourth.\n`, 'changed'],
    ['title', `${inGuides()}# Guidebook\n\nThird.\n`, 'retitled'],
    ['place', `${inGuides().replace(guides.parent, '100101')}# Guide\n\nThird.\n`, 'moved'],
  ] as const) {
    it(`publish nothing when the ${what} is another one at the yes`, async () => {
      const { wiki } = stage;
      await write('docs/guide.md', `${inGuides()}# Guide\n\nThird.\n`);
      const before = wiki.requests.length;
      const text = await tools.publish('docs/guide.md', async (question) => {
        await write('docs/guide.md', changed);
        await yes(question);
      });
      const told = toldIn(text);
      assert.deepEqual([told.outcome, told.kind, wiki.requests.length], ['not sent', kind, before]);
      assert.match(told.message ?? '', /^Nothing was sent: /);
      assert.equal(pageOf('Guide')?.content, 'Second.\n');
    });
  }

  it('never give a page another title', async () => {
    await write('docs/guide.md', `${inGuides()}# Guidebook\n\nThird.\n`);
    const told = await neverPublished(
      'docs/guide.md',
      'retitled',
      /^Retitled: The page created from it has the title “Guide”\.$/,
    );
    assert.deepEqual(
      told.choices?.map((choice) => choice.split(':')[0]),
      ['Keep the old title', 'Create a second page'],
    );
  });

  it('never move a page', async () => {
    await write('docs/guide.md', `${inGuides().replace(guides.parent, '100101')}# Guide\n\nThird.\n`);
    await neverPublished(
      'docs/guide.md',
      'moved',
      /^Moved: The page created from it is in 1001 \/ 100102\.$/,
    );
    await write('docs/guide.md', `${inGuides()}# Guide\n\nThird.\n`);
  });

  it('never replace a page of another file, or of others', async () => {
    stage.wiki.pages.createPage({
      spaceId: guides.space,
      parentId: guides.parent,
      title: 'Foreign',
      content: 'Theirs.',
    });
    await neverPublished('docs/second.md', 'others', /This page was created from “docs\/guide\.md”\.$/);
    await neverPublished('foreign.md', 'replaces', /^Replaces a page that others may have created$/);
    await write('foreign.md', `${inGuides()}# Foreign\n\nText.\n`);
    const told = toldIn(await tools.publish('foreign.md', yes));
    assert.equal(told.outcome, 'failed');
    assert.match(told.message ?? '', /already exists\. Nothing was replaced\./);
    assert.equal(pageOf('Foreign')?.content, 'Theirs.');
  });

  it('never publish a secret, nor what is marked as none, nor what has no place', async () => {
    await neverPublished('secret.md', 'blocked', /token|secret|key/i);
    await neverPublished('allowed.md', 'new', /“wiki:allow”/);
    const { missing } = await neverPublished('nowhere.md', 'unplaced', /^No space or parent page yet$/);
    assert.deepEqual(missing, ['space', 'parent']);
    await neverPublished('kept.md', 'blocked', /^It is excluded by \.wikiignore\.$/);
  });

  it('never overwrite what somebody changed in the wiki, not after the yes either', async () => {
    const { window, wiki } = stage;
    await enterPlatformToken(window, wiki, true);
    await tools.publish('watched.md', yes);
    await window.screen.until('the page to be looked up', async () => {
      const { pages = [] } = await tools.call('wiki_pages', {});
      return pages.some(({ file, address }) => file === 'watched.md' && address !== undefined);
    });
    await write('watched.md', `${inGuides()}# Watched\n\nMore.\n`);
    const page = pageOf('Watched') ?? assert.fail();
    const before = wiki.requests.length;
    const text = await tools.publish('watched.md', async (question) => {
      wiki.pages.edit(page, { content: 'Theirs.' });
      await yes(question);
    });
    const changed = /^Changed in the wiki: “Watched” was changed in the wiki by “Mara Lind” today at /;
    assert.equal(toldIn(text).outcome, 'not sent');
    assert.match(toldIn(text).obstacle ?? '', changed);
    await neverPublished('watched.md', 'changedInWiki', changed);
    assert.deepEqual([page.content, wiki.requests.length], ['Theirs.', before]);
  });

  it('list pages by their state', async () => {
    for (const [state, file] of [
      ['changed', 'docs/guide.md'],
      ['changedInWiki', 'watched.md'],
    ]) {
      const { count, pages } = await tools.call('wiki_pages', { state });
      assert.deepEqual([count, pages?.map((page) => page.file)], [1, [file]]);
    }
  });
});

describe('Agents in Restricted Mode', () => {
  const stage = onStage({
    neighbours: [probe],
    workspaceTrust: true,
    files: { 'guide.md': `${inGuides()}# Guide\n\nText.\n` },
    userSettings: { 'security.workspace.trust.startupPrompt': 'never' },
  });

  it('look, and publish nothing', async () => {
    const { window, wiki } = stage;
    const tools = new ToolCalls(stage);
    await enterNewToken(window, wiki);
    const { fingerprint } = await tools.check('guide.md');
    assert.ok(fingerprint);
    assert.deepEqual(await tools.call('wiki_publish', { file: 'guide.md', fingerprint }), {
      error: 'In Restricted Mode, tools publish nothing.',
    });
    assert.equal(wiki.requests.length, 0);
  });
});
