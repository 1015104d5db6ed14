import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { guides } from '../ui/steps.js';
import { editor, type Page } from '../wiki/spaces.js';
import { programFile } from './terminal.js';
import { page, UnattendedJob, updating } from './unattendedJob.js';

const theirs = (title: string, parentId: string = guides.parent, spaceId: string = guides.space) => ({
  ...{ spaceId, parentId, title },
  content: 'Of somebody.',
  authorId: editor.accountId,
});
const replacing = (text: string): string => text.replace(' }', ', overwrite: true }');

describe('What is replaced where nobody is', () => {
  let job: UnattendedJob;

  const open = async (...opening: Parameters<typeof UnattendedJob.open>): Promise<void> => {
    job = await UnattendedJob.open(...opening);
  };
  const changeA = (text: string) => job.push({ 'docs/a.md': page('One', text) });
  const statePath = async (): Promise<string> => {
    const folder = path.join(job.terminal.folder, '.wiki');
    const name = (await readdir(folder)).find((each) => each.endsWith('.jsonl')) ?? '';
    return path.join(folder, name);
  };
  afterEach(() => job.close());

  describe('is no page of another space, whose page the file names as its parent', () => {
    const elsewhere = page('One').replace(/parent: "\d+"/, 'parent: "100201"');
    let one: Page;

    beforeEach(async () => {
      await open({ 'docs/a.md': elsewhere, ...updating }, { parentsOfAnySpace: true });
      delete job.terminal.environment.WIKI_ALLOWED_PARENTS;
      one = job.terminal.wiki.pages.createPage(theirs('One', '100201', '1002'));
    });

    it('with a platform token, which shows where the parent is', async () => {
      job.withPlatformToken();
      const { exitCode, out } = await job.publish('--take-over', 'docs/a.md');
      assert.deepEqual([exitCode, job.sent.length], [1, 0], out);
      assert.match(out, /Its destination is not among those that WIKI_ALLOWED_SPACES/);
    });

    it('without one, before WIKI_ALLOWED_PARENTS names the parent', async () => {
      const { exitCode, out } = await job.publish('--format', 'json', '--take-over', 'docs/a.md');
      assert.deepEqual([exitCode, one.content], [1, 'Of somebody.'], out);
      assert.match(out, /Only the file names its parent page\. To let .* set WIKI_ALLOWED_PARENTS\./);
      job.terminal.environment.WIKI_ALLOWED_PARENTS = '100201';
      assert.equal((await job.publish('--take-over', 'docs/a.md')).exitCode, 0);
      assert.match(one.content, /About One/);
    });
  });

  describe('stays within WIKI_ALLOWED_PARENTS', () => {
    beforeEach(async () => {
      await open({ 'docs/a.md': page('One'), ...updating }, { titlesPerSpace: true });
      job.withPlatformToken();
      job.terminal.environment.WIKI_ALLOWED_PARENTS = guides.parent;
    });

    it('where a page was moved in the wiki', async () => {
      await job.succeed();
      job.terminal.wiki.pages.edit(job.find('One') ?? assert.fail(), { parentId: '100103' });
      await changeA('Changed.');
      for (const args of [[], ['--take-over', 'docs/a.md']]) {
        const { exitCode, out } = await job.publish(...args);
        assert.deepEqual([exitCode, job.sent.length], [1, 1], out);
      }
      job.terminal.environment.WIKI_ALLOWED_PARENTS = `${guides.parent} 100103`;
      await job.follow(await job.publish(), 'take over the file');
      job.holds('One', 'Changed.');
    });

    it('where front matter wants to replace another team’s page of this title', async () => {
      job.terminal.wiki.pages.createPage(theirs('Two', '100103'));
      await job.push({ 'docs/b.md': replacing(page('Two')) });
      const said = await job.publish();
      assert.match(said.out, /would be moved\. Add that page there, or choose another title/);
      assert.equal(job.find('Two', '100103')?.content, 'Of somebody.');
    });

    it('where the state says which page is above', async () => {
      const settings = {
        'publishToWiki.folders': { tree: { ...guides, layout: 'tree' } },
        'publishToWiki.overwrite': true,
      };
      await job.push({
        '.vscode/settings.json': JSON.stringify(settings),
        'tree/index.md': '# Top\n\nText.\n',
        'tree/leaf.md': '# Leaf\n\nText.\n',
      });
      await job.succeed('tree');
      const top = job.find('Top') ?? assert.fail();
      const file = await statePath();
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll(`"${top.id}"`, '"100103"'));
      await job.push({ 'tree/leaf.md': '# Leaf\n\nChanged.\n', 'tree/new.md': '# New\n\nText.\n' });
      for (const paths of [['tree'], ['tree/leaf.md', 'tree/new.md']]) {
        await job.publish('--take-over', ...paths);
        const outside = job.terminal.wiki.pages.pages.filter(({ parentId }) => parentId === '100103');
        assert.deepEqual(outside, []);
      }
    });
  });

  for (const status of [429, 500, 403]) {
    it(`is nothing that could not be looked up, for the wiki answers ${status}, until it does`, async () => {
      await open({ 'docs/a.md': page('One'), ...updating }, { titlesPerSpace: true });
      job.withPlatformToken();
      const { wiki } = job.terminal;
      await job.succeed();
      wiki.pages.edit(job.find('One') ?? assert.fail(), { content: 'Of a colleague.' });
      const two = wiki.pages.createPage(theirs('Two', '100103'));
      await job.push({ 'docs/a.md': page('One', 'Changed.'), 'docs/b.md': replacing(page('Two')) });
      wiki.spoilLookups(() => ({ status }));
      const { exitCode, out } = await job.publish('--take-over');
      assert.deepEqual([exitCode, two.content, two.parentId], [1, 'Of somebody.', '100103'], out);
      job.holds('One', 'Of a colleague.');
      assert.match(
        out,
        /docs\/a\.md .* The wiki did not tell where its page is.* Publish again once the wiki answers/,
      );
      wiki.spoilLookups(undefined);
      const said = await job.publish('--take-over');
      job.holds('One', 'Of a colleague.');
      assert.match(said.out, /publish --take-over docs\/a\.md/);
      assert.equal((await job.publish('--take-over', 'docs/a.md')).exitCode, 0);
      job.holds('One', 'Changed.');
    });
  }

  it('is said by the plan, the saved plan and the result: whose it is and where it was', async () => {
    await open({ 'docs/a.md': page('One') }, { titlesPerSpace: true });
    job.withPlatformToken();
    const { pages } = job.terminal.wiki;
    const one = pages.createPage(theirs('One', '100103'));
    const args = ['--take-over', 'docs/a.md'];
    const saved = path.join(job.terminal.temporary, 'plan.json');
    const whose = /It replaces a page that “Mara Lind” changed last\. That page is moved from .*Reference/;
    const plan = await job.terminal.run('plan', ...args, '--save', saved);
    assert.match(plan.out, /^ {2}Replaces {2}docs\/a\.md/m);
    assert.match(plan.out, whose);
    pages.edit(one, { content: 'Meanwhile.' });
    const refused = await job.publish(...args, '--plan', saved);
    assert.deepEqual([refused.exitCode, job.sent.length], [2, 0], refused.out);
    assert.match(refused.err, /something changed in docs\/a\.md\. Plan again/);
    await job.terminal.run('plan', ...args, '--save', saved);
    const published = await job.publish(...args, '--plan', saved);
    assert.equal(published.exitCode, 0, published.out + published.err);
    assert.match(published.out, whose);
    assert.equal(one.parentId, guides.parent);
  });

  it('is what a named --take-over means, also where a page was deleted and made anew', async () => {
    await open({ 'docs/a.md': page('One'), ...updating });
    job.withPlatformToken();
    await job.succeed();
    const { pages } = job.terminal.wiki;
    pages.trash(job.find('One') ?? assert.fail());
    const anew = pages.createPage(theirs('One'));
    await changeA('Changed.');
    const said = await job.publish();
    assert.equal(anew.content, 'Of somebody.');
    await job.follow(said, 'take over the file');
    assert.match(anew.content, /Changed/);
  });

  it('is a page again that was reverted while the state was one job behind, whatever path was published since', async () => {
    await open({ 'docs/a.md': page('One'), 'docs/b.md': page('Two'), ...updating });
    await job.succeed();
    await job.save('before');
    await changeA('Wrong.');
    await job.succeed();
    await job.restore('before');
    await job.push({ 'docs/a.md': page('One'), 'docs/b.md': page('Two', 'Changed.') });
    await job.succeed('docs/b.md');
    await job.succeed();
    job.holds('One', 'About One.');
  });

  it('is nothing by a state that comes in a submodule', async () => {
    await open({ 'docs/a.md': page('One'), ...updating });
    await job.succeed();
    const brought = path.join(job.terminal.folder, 'brought');
    await mkdir(brought);
    execFileSync('cp', ['-r', path.join(job.terminal.folder, '.wiki'), path.join(brought, 'state')]);
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.org', ...args], {
        cwd: brought,
        encoding: 'utf8',
      });
    git('init', '--quiet');
    git('add', '--all', '--force');
    git('commit', '--quiet', '--message', 'State');
    await changeA('Changed.');
    const { exitCode, err } = await job.terminal.run('publish', '--state', 'brought/state');
    assert.deepEqual([exitCode, job.sent.length], [2, 1], err);
    assert.match(err, /is in a submodule, whose commits decide what is in it\. .* Name a folder/);
    await job.succeed();
    job.holds('One', 'Changed.');
  });

  it('is nothing by the state of another repository without a remote', async () => {
    await open({ 'docs/a.md': page('One'), ...updating });
    job.git('remote', 'remove', 'origin');
    await job.succeed();
    await rm(path.join(job.terminal.folder, '.git'), { recursive: true });
    job.git('init', '--quiet', '--initial-branch', 'main');
    await changeA('Of another repository.');
    const { exitCode, out } = await job.publish('--allow-older');
    assert.equal(exitCode, 1, out);
    job.holds('One', 'About One.');
  });

  for (const kept of ['a state', 'no state'] as const) {
    it(`is no newer text by a job of a tag that has an older commit, with ${kept}`, async () => {
      await open({ 'docs/a.md': page('One'), ...updating });
      await job.succeed();
      await changeA('Newer.');
      await job.succeed();
      if (kept === 'no state') {
        await job.evict();
      } else {
        job.forge.answers = 'that it is broken';
      }
      job.git('checkout', '--quiet', '--detach', 'HEAD~1');
      job.forge.push(job.terminal.folder, 'v1', 'tags');
      Object.assign(job.terminal.environment, { GITHUB_REF_NAME: 'v1', GITHUB_REF_TYPE: 'tag' });
      const said = await job.publish('--take-over');
      assert.deepEqual([said.exitCode, job.sent.length], [2, 2], said.out);
      job.holds('One', 'Newer.');
      const older = await job.followed(said, 'allow older', '--take-over');
      assert.equal(older.exitCode, 0, older.out + older.err);
      job.holds('One', 'About One.');
    });
  }

  it('ends at the first send that the state has no room for', async () => {
    const names = Array.from({ length: 12 }, (_each, index) => `Page ${index}`);
    const files = Object.fromEntries(names.map((name) => [`docs/${name}.md`, page(name)]));
    await open({ ...files, ...updating });
    const { folder, environment } = job.terminal;
    const { PATH = '', HOME = '' } = process.env;
    // The disk is full when the file of the state has a kilobyte
    const limited = `trap '' XFSZ; ulimit -f 2; exec "$0" "$1" publish --state .wiki --concurrency 1`;
    const limitedRun = promisify(execFile)('bash', ['-c', limited, process.execPath, programFile], {
      cwd: folder,
      env: { PATH, HOME, TMPDIR: job.terminal.temporary, ...environment },
    });
    await assert.rejects(limitedRun, ({ stdout }: { readonly stdout: string }) => {
      assert.match(stdout, /The folder of --state can’t be written, so the next run would .* Make room/);
      return true;
    });
    const { length } = job.sent;
    assert.ok(length < names.length, `${length} pages were sent.`);
    const said = await job.publish();
    assert.equal(job.made.length, names.length, said.out);
    assert.equal(said.exitCode, 0, said.out);
  });

  it('is the page of a title in decomposed letters, and what is under it is made', async () => {
    const settings = {
      'publishToWiki.folders': { tree: { ...guides, layout: 'tree' } },
      'publishToWiki.overwrite': true,
    };
    await open({
      '.vscode/settings.json': JSON.stringify(settings),
      'tree/index.md': `# ${'Überblick'.normalize('NFD')}\n\nText.\n`,
      'tree/leaf.md': '# Leaf\n\nText.\n',
    });
    job.withPlatformToken();
    await job.succeed('tree');
    const top = job.find('Überblick'.normalize('NFC')) ?? assert.fail();
    assert.ok(job.find('Leaf', top.id));
    await job.push({ 'tree/index.md': `# ${'Überblick'.normalize('NFD')}\n\nChanged.\n` });
    await job.succeed('tree');
    assert.match(top.content, /Changed/);
  });

  it('is asked of the wiki once for the page of a folder, however many files are under it', async () => {
    const leaves = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    await open({
      '.vscode/settings.json': JSON.stringify({
        'publishToWiki.folders': { tree: { ...guides, layout: 'tree' } },
      }),
      'tree/index.md': '# Top\n\nText.\n',
      ...Object.fromEntries(leaves.map((name) => [`tree/${name}.md`, `# Leaf ${name}\n\nText.\n`])),
    });
    job.withPlatformToken();
    await job.succeed('tree');
    await job.evict();
    const { lookups } = job.terminal.wiki;
    const before = lookups.length;
    const { exitCode, out } = await job.terminal.run('plan', '--state', '.wiki', '--take-over', 'tree');
    assert.equal(exitCode, 0, out);
    const asked = lookups.slice(before).filter(({ path: each }) => /[?&]title=Top(?:&|$)/.test(each));
    assert.ok(asked.length > 0 && asked.length <= 2, `${asked.length} requests`);
  });
});
