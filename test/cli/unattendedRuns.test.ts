import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Stage } from '../flow/stage.js';
import { guides } from '../ui/steps.js';
import { pulledText } from './pulledPage.js';
import { page, UnattendedJob, updating } from './unattendedJob.js';

const files = { 'docs/a.md': page('One'), 'docs/b.md': page('Two') };

describe('Runs where nobody is', () => {
  let job: UnattendedJob;

  beforeEach(async () => {
    job = await UnattendedJob.open({ ...files, ...updating });
  });
  afterEach(() => job.close());

  const changeA = (text: string) => job.push({ 'docs/a.md': page('One', text) });

  /** The state is that of before both the commit and its revert, though the first was published. */
  const revertAfterLostSave = async (): Promise<void> => {
    await job.save('older');
    await changeA('Wrong.');
    await job.succeed();
    job.holds('One', 'Wrong.');
    job.git('revert', '--no-edit', 'HEAD');
    await job.restore('older');
  };

  for (const way of ['take over', 'front matter'] as const) {
    it(`go on without a state that was evicted: ${way}`, async () => {
      await rm(path.join(job.terminal.folder, 'docs/b.md'));
      await job.succeed();
      await changeA('Changed.');
      await job.evict();
      const said = await job.publish();
      job.holds('One', 'About One.');
      await job.follow(said, way);
      job.holds('One', 'Changed.');
      assert.deepEqual(job.made, ['One']);
    });
  }

  it('send a revert that an older state calls unchanged, since its save was lost', async () => {
    await job.succeed();
    await revertAfterLostSave();
    await job.succeed();
    job.holds('One', 'About One.');
    assert.deepEqual(job.sent.slice(2), ['One', 'One'], 'The page that no commit touched is not sent.');
  });

  it('need nobody for a problem of a text that was published, unless a commit touched it since', async () => {
    await changeA('[gone](gone.md)');
    await job.succeed();
    const settings = { 'publishToWiki.overwrite': true, 'publishToWiki.problems': { links: 'error' } };
    await job.push({ '.vscode/settings.json': JSON.stringify(settings) });
    await job.succeed();
    await revertAfterLostSave();
    const { exitCode, out } = await job.publish();
    assert.equal(exitCode, 1, out);
    assert.match(out, /docs\/a\.md .*gone\.md/);
    job.holds('One', 'Wrong.');
  });

  it('send a revert again whose first send the wiki did not take', async () => {
    await job.succeed();
    await revertAfterLostSave();
    job.terminal.wiki.script({ do: 'answer', status: 400, body: '{"body":"No."}' });
    assert.equal((await job.publish()).exitCode, 1);
    job.holds('One', 'Wrong.');
    await job.succeed();
    job.holds('One', 'About One.');
  });

  it('find their pages again where the endpoint of the same wiki was replaced', async () => {
    job.withPlatformToken();
    await job.succeed();
    await changeA('Changed.');
    const { environment, wiki } = job.terminal;
    environment.WIKI_IMPORT_ENDPOINT = wiki.importEndpoint.replace('127.0.0.1', 'localhost');
    environment.WIKI_API_TOKEN = await wiki.createToken();
    await job.follow(await job.publish(), 'take over');
    job.holds('One', 'Changed.');
    assert.deepEqual(job.made, ['One', 'Two']);
  });

  it('update the page of a file that was moved and edited in one commit', async () => {
    await job.succeed();
    job.git('mv', 'docs/a.md', 'docs/moved.md');
    await job.push({ 'docs/moved.md': page('One', 'Moved.') });
    await job.succeed();
    job.holds('One', 'Moved.');
    assert.deepEqual(job.made, ['One', 'Two']);
    await job.push({ 'docs/moved.md': page('One', 'Again.') });
    await job.succeed();
    job.holds('One', 'Again.');
  });

  it('update the page of a file that became the page of a folder', async () => {
    await job.push({ 'docs/guide.md': page('Guide') });
    await job.succeed();
    job.git('rm', '--quiet', 'docs/guide.md');
    await job.push({ 'docs/guide/README.md': page('Guide', 'Of a folder.') });
    await job.succeed();
    job.holds('Guide', 'Of a folder.');
    assert.deepEqual(job.made, ['Guide', 'One', 'Two']);
  });

  it('make a page for a new title, and leave the old one', async () => {
    await job.succeed();
    for (const text of ['First.', 'Second.']) {
      await job.push({ 'docs/a.md': page('Uno', text) });
      await job.succeed();
      job.holds('Uno', text);
    }
    job.holds('One', 'About One.');
    assert.deepEqual(job.made, ['One', 'Two', 'Uno']);
  });

  it('leave a page of others that a new title is the title of', async () => {
    await job.succeed();
    await job.push({ 'docs/a.md': page('Theirs') });
    const said = await job.publish();
    assert.equal(said.exitCode, 1);
    assert.match(said.out, /Failed {2}docs\/a\.md .* write “overwrite: true” in its front matter/);
  });

  it('go on after one that was killed while it made a page', async () => {
    await rm(path.join(job.terminal.folder, 'docs/b.md'));
    job.commit();
    await job.kill();
    assert.deepEqual(job.made, ['One']);
    const said = await job.publish();
    assert.deepEqual([said.exitCode, job.find('One')?.version], [1, 1], said.out);
    await job.follow(said, 'take over the file');
    assert.equal(job.find('One')?.version, 2);
    await changeA('Later.');
    await job.succeed();
    job.holds('One', 'Later.');
  });

  it('make new pages where the settings want pages to be replaced', async () => {
    assert.deepEqual(job.made, []);
    await job.succeed();
    await job.push({ 'docs/c.md': page('Three') });
    await job.succeed();
    assert.deepEqual([job.made, job.sent.length], [['One', 'Three', 'Two'], 3]);
  });

  it('publish two folders of a repository with one state', async () => {
    await job.push({
      'x/a.md': page('X'),
      'y/a.md': page('Y'),
      'x/.vscode/settings.json': updating['.vscode/settings.json'],
      'y/.vscode/settings.json': updating['.vscode/settings.json'],
    });
    for (const text of ['First.', 'Second.']) {
      await job.push({ 'x/a.md': page('X', text), 'y/a.md': page('Y', text) });
      await job.succeed('--root', 'x', 'x');
      await job.succeed('--root', 'y', 'y');
      job.holds('X', text);
      job.holds('Y', text);
    }
    assert.deepEqual([job.made, job.sent.length], [['X', 'Y'], 4]);
  });

  it('replace no page by the state of another repository', async () => {
    await job.succeed();
    job.git('remote', 'set-url', 'origin', `${job.forge.origin}/others/docs.git`);
    await changeA('Of another repository.');
    const said = await job.publish();
    job.holds('One', 'About One.');
    await job.follow(said, 'take over');
    job.holds('One', 'Of another repository.');
    assert.deepEqual(job.made, ['One', 'Two']);
  });

  for (const [what, change] of [
    ['somebody edited in the wiki', () => editInWiki()],
    ['was published from the editor between two runs', () => publishFromEditor()],
  ] as const) {
    it(`leave a page that ${what} until somebody takes it over`, async () => {
      job.withPlatformToken();
      await job.succeed();
      await change();
      await changeA('Changed.');
      const said = await job.publish();
      job.holds('One', 'Meanwhile.');
      await job.follow(said, 'take over the file');
      job.holds('One', 'Changed.');
      await changeA('Later.');
      await job.succeed();
    });
  }

  it('publish what somebody pulled into the file after an edit in the wiki, once its page is taken over', async () => {
    job.withPlatformToken();
    const file = 'docs/a.md';
    const first = page('One', 'First.\n\nSecond.\n\nThird.');
    await job.push({ [file]: first });
    await job.succeed();
    const one = job.find('One') ?? assert.fail();
    job.terminal.wiki.pages.edit(one, { content: one.content.replace('Third.', 'Third, by somebody.') });
    await job.push({ [file]: first.replace('First.', 'First, by us.') });
    const said = await job.publish();
    job.holds('One', 'Third, by somebody.');
    assert.match(
      said.out,
      /docs\/a\.md .*changed in the wiki by “Mara Lind”.* bring it into the file with Update File from Wiki in VS Code\. .*--take-over docs\/a\.md/,
    );
    await job.push({ [file]: await pulledText(job, file, 'One', first) });
    await job.follow(await job.publish(), 'take over the file');
    job.holds('One', 'First, by us.');
    job.holds('One', 'Third, by somebody.');
    await job.push({ [file]: (await job.textOf(file)).replace('Second.', 'Later.') });
    await job.succeed();
    job.holds('One', 'Later.');
  });

  const editInWiki = (): Promise<void> => {
    const one = job.find('One');
    assert.ok(one);
    job.terminal.wiki.pages.edit(one, { content: 'Meanwhile.' });
    return Promise.resolve();
  };
  const publishFromEditor = async (): Promise<void> => {
    const { wiki, folder } = job.terminal;
    const editor = await Stage.beside(wiki, folder);
    try {
      await job.terminal.write({ 'docs/a.md': page('One', 'Meanwhile.') });
      const told = await editor.press(await editor.publish('docs/a.md'), 'overwrite');
      assert.match(told.text ?? '', /updated/);
    } finally {
      await editor.leave();
    }
  };

  for (const way of ['front matter', 'take over'] as const) {
    it(`replace the page that has the new title of a file once somebody says so: ${way}`, async () => {
      const { pages } = job.terminal.wiki;
      pages.createPage({ spaceId: guides.space, parentId: guides.parent, title: 'Uno', content: 'Before.' });
      await job.succeed();
      await job.push({ 'docs/a.md': page('Uno') });
      const said = await job.publish();
      assert.equal(job.find('Uno')?.content, 'Before.');
      await job.follow(said, way);
      job.holds('Uno', 'About Uno.');
      assert.deepEqual(job.made, ['One', 'Two', 'Uno']);
    });
  }

  describe('without a declaration', () => {
    beforeEach(async () => {
      await rm(path.join(job.terminal.folder, '.vscode'), { recursive: true });
      job.commit();
    });

    it('take pages over after the state was evicted', async () => {
      await job.succeed();
      await changeA('Changed.');
      await job.evict();
      await job.follow(await job.publish(), 'take over');
      job.holds('One', 'Changed.');
    });

    it('name the path of a file whose page a killed run made', async () => {
      await rm(path.join(job.terminal.folder, 'docs/b.md'));
      job.commit();
      await job.kill();
      await job.follow(await job.publish(), 'take over the file');
      assert.deepEqual([job.made, job.find('One')?.version], [['One'], 2]);
    });

    /** Writes into the state that the page of others is the file's own, as it would be written for its own page. */
    const forge = async (): Promise<void> => {
      const state = path.join(job.terminal.folder, '.wiki');
      const name = (await readdir(state, { recursive: true })).find((each) => each.endsWith('.jsonl')) ?? '';
      const file = path.join(state, name);
      const line = (await readFile(file, 'utf8')).split('\n').find((each) => each.includes('One')) ?? '';
      assert.notEqual(line, '');
      await appendFile(file, `${line.replaceAll('One', 'Theirs').replaceAll('one', 'theirs')}\n`);
    };

    it('replace no page of others that a forged state calls the file’s own', async () => {
      await job.succeed();
      await forge();
      await job.push({ 'docs/a.md': page('Theirs', 'Forged.') });
      const said = await job.publish();
      assert.equal(said.exitCode, 1, said.out);
      assert.equal(job.find('Theirs')?.content, 'Of others.');
      assert.equal(job.find('Theirs')?.version, 1);
    });

    for (const way of ['settings', 'front matter', 'take over'] as const) {
      it(`name what lets a page be updated: ${way}`, async () => {
        await job.succeed();
        await changeA('Changed.');
        const said = await job.publish();
        job.holds('One', 'About One.');
        await job.follow(said, way);
        job.holds('One', 'Changed.');
      });
    }
  });
});
