import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { guides } from '../ui/steps.js';
import { editor } from '../wiki/spaces.js';
import { page, UnattendedJob, updating } from './unattendedJob.js';

const replacing = (title: string): string => page(title).replace(' }', ', overwrite: true }');
const theirs = (title: string, parentId: string = guides.parent) => ({
  ...{ spaceId: guides.space, parentId, title },
  content: 'Of somebody.',
});

describe('Runs where nobody is, with a platform token,', () => {
  let job: UnattendedJob;

  beforeEach(async () => {
    job = await UnattendedJob.open({ 'docs/a.md': page('One'), ...updating });
    job.withPlatformToken();
  });
  afterEach(() => job.close());

  /** A publish with an answer tells who the author of the sends is. */
  const publishAnother = async (): Promise<void> => {
    await job.push({ 'docs/z.md': page('Zero') });
    await job.succeed('docs/z.md');
  };

  it('know the page that a run made which was killed before the answer', async () => {
    await publishAnother();
    await job.kill();
    await job.succeed();
    assert.deepEqual([job.find('One')?.version, job.sent.length], [1, 2], 'It is as it was sent.');
    await job.push({ 'docs/a.md': page('One', 'Changed.') });
    await job.succeed();
    assert.deepEqual([job.made, job.find('One')?.version], [['One', 'Zero'], 2]);
    job.holds('One', 'Changed.');
  });

  it('update that page at once where the file has changed since', async () => {
    await publishAnother();
    await job.kill();
    await job.push({ 'docs/a.md': page('One', 'Changed.') });
    await job.succeed();
    assert.deepEqual([job.made, job.find('One')?.version], [['One', 'Zero'], 2]);
  });

  it('do not know it as long as nothing tells who the author of their sends is', async () => {
    await job.kill();
    await job.push({ 'docs/a.md': page('One', 'Changed.') });
    const said = await job.publish();
    job.holds('One', 'About One.');
    await job.follow(said, 'take over the file');
    job.holds('One', 'Changed.');
  });

  it('take no page for theirs that a colleague made after a send that made none', async () => {
    await publishAnother();
    const { pages } = job.terminal.wiki;
    job.terminal.wiki.script({ do: 'cutRequest', afterBytes: 'all' });
    assert.notEqual((await job.publish()).exitCode, 0);
    pages.createPage({ ...theirs('One'), authorId: editor.accountId });
    for (const text of ['About One.', 'Changed.']) {
      await job.push({ 'docs/a.md': page('One', text) });
      const said = await job.publish();
      assert.equal(said.exitCode, 1, said.out);
      assert.equal(job.find('One')?.content, 'Of somebody.');
    }
    await job.follow(await job.publish(), 'take over the file');
    job.holds('One', 'Changed.');
  });

  it('need a declaration for that page as for any other', async () => {
    await rm(path.join(job.terminal.folder, '.vscode'), { recursive: true });
    job.commit();
    await publishAnother();
    await job.kill();
    await job.push({ 'docs/a.md': page('One', 'Changed.') });
    const said = await job.publish();
    job.holds('One', 'About One.');
    await job.follow(said, 'settings');
    job.holds('One', 'Changed.');
  });

  it('take no page for the file’s own that was there before, or that somebody changed since', async () => {
    const { pages } = job.terminal.wiki;
    pages.createPage(theirs('One'));
    await job.kill();
    const said = await job.publish();
    assert.equal(job.find('One')?.content, 'Of somebody.');
    await job.follow(said, 'take over the file');
    job.holds('One', 'About One.');
    await job.push({ 'docs/b.md': page('Two') });
    await job.kill();
    const two = job.find('Two');
    assert.ok(two);
    pages.edit(two, { content: 'Edited.' });
    const edited = await job.publish();
    assert.equal(job.find('Two')?.content, 'Edited.');
    await job.follow(edited, 'take over the file');
    job.holds('Two', 'About Two.');
  });

  it('name the file where the lookup before the send, or the one after it, had no answer', async () => {
    const { wiki } = job.terminal;
    wiki.spoilLookups(() => ({ status: 503 }));
    await job.kill();
    wiki.spoilLookups(undefined);
    await job.follow(await job.publish(), 'take over the file');
    await job.push({ 'docs/b.md': page('Two') });
    await job.kill();
    wiki.spoilLookups(() => ({ status: 503 }));
    const said = await job.publish();
    assert.equal(job.find('Two')?.version, 1);
    wiki.spoilLookups(undefined);
    await job.succeed();
    assert.notEqual(said.exitCode, 0);
    assert.deepEqual([job.made, job.find('Two')?.version], [['One', 'Two'], 1]);
  });

  describe('plan', () => {
    const plan = (...args: readonly string[]) => job.terminal.run('plan', ...args);

    beforeEach(async () => {
      job.terminal.wiki.pages.createPage(theirs('Two'));
      job.terminal.wiki.pages.createPage(theirs('Three', '100103'));
      await job.push({ 'docs/b.md': page('Two'), 'docs/c.md': page('Three') });
    });

    it('what publish does with a page that is there, and says how it is replaced', async () => {
      const { exitCode, out } = await plan('docs');
      assert.equal(exitCode, 1);
      assert.match(out, /^ {2}New {2}docs\/a\.md .*\n {2}Its page is there {2}docs\/b\.md /);
      assert.match(out, /\n {2}New {2}docs\/c\.md /);
      assert.match(
        out,
        /To replace it, write “overwrite: true” in its front matter, or publish it with --take-over\./,
      );
      assert.equal((await plan('--take-over', 'docs')).exitCode, 0);
      const said = await job.publish();
      assert.deepEqual([said.exitCode, job.made], [1, ['One', 'Three', 'Three', 'Two']]);
      assert.equal(job.find('Two')?.content, 'Of somebody.');
      await job.follow(said, 'take over');
      job.holds('Two', 'About Two.');
    });

    it('what is new as long as it is not there, where nobody can tell', async () => {
      job.terminal.wiki.spoilLookups(() => ({ status: 503 }));
      const { exitCode, out } = await plan('docs');
      assert.equal(exitCode, 0);
      assert.equal(out.match(/^ {2}New, unless it is there {2}docs\//gm)?.length, 3);
      delete job.terminal.environment.WIKI_PLATFORM_TOKEN;
      assert.equal((await plan('docs')).out, out);
    });
  });
});

describe('Where a title is one page in a space and nobody is there', () => {
  let job: UnattendedJob;

  beforeEach(async () => {
    job = await UnattendedJob.open({ 'docs/a.md': replacing('One') }, { titlesPerSpace: true });
    job.withPlatformToken();
    job.terminal.environment.WIKI_ALLOWED_PARENTS = guides.parent;
    job.terminal.wiki.pages.createPage(theirs('One', '100103'));
  });
  afterEach(() => job.close());

  for (const args of [[], ['--take-over']]) {
    it(`no page is moved from where nothing may be replaced: ${args.join() || 'front matter'}`, async () => {
      const said = await job.publish(...args);
      assert.deepEqual([said.exitCode, job.sent.length], [1, 0], said.out);
      assert.match(
        said.out,
        /under another page than WIKI_ALLOWED_PARENTS names, and would be moved\. Add that page/,
      );
      assert.equal(job.find('One', '100103')?.content, 'Of somebody.');
      job.terminal.environment.WIKI_ALLOWED_PARENTS = `${guides.parent} 100103`;
      const within = await job.publish(...args);
      assert.equal(job.find('One', '100103')?.content, 'Of somebody.');
      await job.follow(within, 'take over the file');
      job.holds('One', 'About One.');
    });
  }
});
