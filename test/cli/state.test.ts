import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, writeFile, rename, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeFolder } from '../host/folders.js';
import { runGit } from '../host/git.js';
import { guides } from '../ui/steps.js';
import { Terminal } from './terminal.js';

const kills = Number(process.env.KILLS ?? 4);
const page = (title: string, text = `About ${title}.`): string =>
  `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n# ${title}\n\n${text}\n`;
/** Lets the files update the pages that the state knows as their own. */
const updating = { '.vscode/settings.json': JSON.stringify({ 'publishToWiki.overwrite': true }) };

describe('What was published, kept for the next run', () => {
  let terminal: Terminal;

  beforeEach(async () => {
    terminal = await Terminal.open({ 'docs/a.md': page('One'), 'docs/b.md': page('Two'), ...updating });
    terminal.environment.WIKI_ALLOWED_SPACES = guides.space;
    terminal.environment.WIKI_ALLOWED_PARENTS = guides.parent;
  });
  afterEach(() => terminal.close());

  const sent = (): string[] =>
    terminal.wiki.requests.map(
      ({ body }) => (JSON.parse(body.toString()) as { pageTitle: string }).pageTitle,
    );
  const contentOf = (title: string) =>
    terminal.wiki.pages.findPage(guides.space, guides.parent, title)?.content;
  const publish = (...args: readonly string[]) => terminal.run('publish', '--state', '.wiki', ...args);
  const git = (...args: readonly string[]): string => runGit(terminal.folder, ...args);

  it('sends only what changed, to the page that is the file’s, in any checkout', async () => {
    assert.equal((await publish()).exitCode, 0);
    const again = await publish();
    assert.deepEqual([again.exitCode, sent().length], [0, 2], again.out);
    const elsewhere = `${terminal.folder}-elsewhere`;
    try {
      await cp(terminal.folder, elsewhere, { recursive: true });
      await writeFile(path.join(elsewhere, 'docs/a.md'), page('One', 'Changed.'));
      const kept = await publish('--root', elsewhere, path.join(elsewhere, 'docs'));
      assert.deepEqual([kept.exitCode, sent().slice(2)], [0, ['One']], kept.out);
      assert.match(contentOf('One') ?? '', /Changed\./);
    } finally {
      await removeFolder(elsewhere);
    }
    const text = await readFile(path.join(terminal.folder, '.wiki/local.jsonl'), 'utf8');
    assert.equal(text.split('\n').length, 3, 'One line for each page.');
    assert.ok(text.includes('root:docs/'));
    assert.ok(!text.includes(terminal.folder) && !text.includes('About'));
  });

  it('makes a new page under another heading, and leaves a page that others made', async () => {
    await publish();
    terminal.wiki.pages.createPage({
      spaceId: guides.space,
      parentId: guides.parent,
      title: 'Theirs',
      content: 'Theirs.',
    });
    await terminal.write({ 'docs/a.md': page('Uno'), 'docs/b.md': page('Two', 'Changed.') });
    await terminal.write({ 'docs/c.md': page('Theirs') });
    const { exitCode, out } = await publish();
    assert.equal(exitCode, 1);
    assert.deepEqual(sent().slice(2).sort(), ['Theirs', 'Two', 'Uno']);
    assert.match(
      out,
      /Failed {2}docs\/c\.md .* To replace it, write “overwrite: true” in its front matter, or/,
    );
    assert.deepEqual([contentOf('Theirs'), contentOf('One') !== undefined], ['Theirs.', true]);
    const taking = await publish('--take-over', 'docs/c.md');
    assert.equal(taking.exitCode, 0, taking.out);
    assert.match(contentOf('Theirs') ?? '', /About Theirs\./);
  });

  it('is no leave to replace a page by itself, and says what is', async () => {
    await rm(path.join(terminal.folder, '.vscode'), { recursive: true });
    await publish();
    await terminal.write({ 'docs/a.md': page('One', 'Changed.') });
    const { exitCode, out } = await publish();
    assert.deepEqual([exitCode, sent().length], [1, 2], out);
    assert.match(
      out,
      /Changed {2}docs\/a\.md .* Its page is there\. To replace it, write “overwrite: true” in its front/,
    );
    delete terminal.environment.WIKI_ALLOWED_SPACES;
    await terminal.write(updating);
    const unbounded = await publish();
    assert.match(unbounded.out, /Set WIKI_ALLOWED_SPACES: without it, no page is replaced\./);
    terminal.environment.WIKI_ALLOWED_SPACES = guides.space;
    assert.equal((await publish()).exitCode, 0);
    assert.match(contentOf('One') ?? '', /Changed\./);
  });

  it('leaves a page alone that a colleague changed in the wiki', async () => {
    const { wiki } = terminal;
    Object.assign(terminal.environment, { WIKI_SITE: wiki.origin, WIKI_PLATFORM_TOKEN: wiki.platformToken });
    assert.equal((await publish()).exitCode, 0);
    const one = wiki.pages.findPage(guides.space, guides.parent, 'One');
    assert.ok(one);
    wiki.pages.edit(one, { content: 'A colleague’s.' });
    await terminal.write({ 'docs/a.md': page('One', 'Changed.'), 'docs/b.md': page('Two', 'Changed.') });
    const { exitCode, out } = await publish();
    assert.deepEqual([exitCode, sent().slice(2)], [1, ['Two']], out);
    assert.match(out, /Changed in the wiki {2}docs\/a\.md/);
    assert.equal(contentOf('One'), 'A colleague’s.');
    const state = await readFile(path.join(terminal.folder, '.wiki/local.jsonl'), 'utf8');
    assert.doesNotMatch(state, /"edited"|Mara Lind/, 'The next job looks itself.');
  });

  it('says which file is which page', async () => {
    await terminal.write({ 'docs/d.md': page('Gone') });
    await publish();
    await rm(path.join(terminal.folder, 'docs/d.md'));
    await terminal.write({ 'docs/a.md': page('One', 'Changed.'), 'docs/c.md': page('Three') });
    const { exitCode, out } = await terminal.run('pages', '--state', '.wiki');
    assert.equal(exitCode, 0);
    assert.deepEqual(out.split('\n'), [
      '  Changed  docs/a.md  One → page 100102 in space 1001  Published now.',
      '  Unchanged  docs/b.md  Two → page 100102 in space 1001  Published now.',
      '  New  docs/c.md  Three',
      '  File is gone  docs/d.md  Gone → page 100102 in space 1001  Its page stays in the wiki: somebody who may delete pages there has to remove it.',
      '3 pages, 1 file without one.',
      '',
    ]);
    const without = await terminal.run('pages');
    assert.equal(without.exitCode, 2);
  });

  it('says what to do where a sparse checkout leaves a file out, which is not gone', async () => {
    await terminal.write({ 'more/d.md': page('More') });
    git('add', '.');
    git('commit', '--quiet', '-m', 'Pages');
    await publish();
    git('sparse-checkout', 'set', 'docs');
    const { out, err } = await terminal.run('pages', '--state', '.wiki');
    assert.equal(err, '');
    const told = 'This sparse checkout leaves it out. “git sparse-checkout add” brings its folder.';
    assert.match(out, new RegExp(`^  Not read  more/d\\.md  More → .* {2}${told}$`, 'm'));
    git('sparse-checkout', 'add', 'more');
    assert.match((await terminal.run('pages', '--state', '.wiki')).out, /^ {2}Unchanged {2}more\/d\.md/m);
    await rm(path.join(terminal.folder, 'more/d.md'));
    assert.match((await terminal.run('pages', '--state', '.wiki')).out, /^ {2}File is gone {2}more\/d\.md/m);
  });

  it('lets a file that was renamed and edited at once take its page over, if its front matter says so', async () => {
    await publish();
    const wanting = (text: string) => page('One', text).replace(' }', ', overwrite: true }');
    await terminal.write({ 'docs/z.md': wanting('Changed.') });
    assert.equal((await publish()).exitCode, 1, 'The file that made the page is there.');
    await rm(path.join(terminal.folder, 'docs/a.md'));
    const planned = await terminal.run('plan', '--state', '.wiki');
    assert.equal(planned.exitCode, 0, planned.out);
    for (const text of ['Changed.', 'Again.']) {
      await terminal.write({ 'docs/z.md': wanting(text) });
      const { exitCode, out } = await publish();
      assert.equal(exitCode, 0, out);
      assert.ok(contentOf('One')?.includes(text));
    }
    const { out } = await terminal.run('pages', '--state', '.wiki');
    assert.match(out, /^ {2}Unchanged {2}docs\/b\.md .*\n {2}Unchanged {2}docs\/z\.md .*\n2 pages, 0 files/);
  });

  it('sends again what it does not know, and leaves aside what is broken', async () => {
    await publish();
    const lines = await readFile(path.join(terminal.folder, '.wiki/local.jsonl'), 'utf8');
    const [one = ''] = lines.split('\n');
    await terminal.write({ '.wiki/local.jsonl': `${one}\n{"kind":"page","id":` });
    const { exitCode, err, out } = await publish();
    assert.match(err, /^ {2}Of --state, 1 line that can’t be read: left aside\.\n/);
    assert.deepEqual([exitCode, sent().length], [1, 3], out);
    const again = await publish('--take-over');
    assert.equal(again.exitCode, 0, again.out);
  });

  it('is worked with by one publish at a time', async () => {
    terminal.wiki.script({ do: 'stall', processed: true });
    const first = terminal.begin(['publish', '--state', '.wiki']);
    while (terminal.wiki.stalled < 1) {
      await delay(20);
    }
    const second = await publish();
    assert.deepEqual(
      [second.exitCode, second.err],
      [2, 'Another publish works with the folder of --state. Nothing was sent.\n'],
    );
    terminal.wiki.release();
    assert.equal((await first.ended).exitCode, 0);
    assert.deepEqual(sent().sort(), ['One', 'Two']);
  });

  it('is not followed by an older commit, even where the newer one’s publish was killed', async () => {
    await terminal.write({ '.gitignore': '.wiki\n' });
    git('add', '--all');
    git('commit', '--quiet', '--message', 'First');
    assert.equal((await publish()).exitCode, 0);
    await terminal.write({ 'docs/a.md': page('One', 'Newer.') });
    git('commit', '--quiet', '--all', '--message', 'Second');
    terminal.wiki.script({ do: 'stall', processed: true });
    const killed = terminal.begin(['publish', '--state', '.wiki', 'docs/a.md']);
    while (terminal.wiki.stalled === 0) {
      await delay(20);
    }
    killed.signal('SIGKILL');
    await killed.ended;
    git('checkout', '--quiet', 'HEAD~1');
    // Whether the killed one arrived nobody knows, so it is not replaced without a word
    const older = await publish();
    assert.equal(older.exitCode, 1);
    assert.match(
      older.out,
      /docs\/a\.md .* To replace the page all the same: publish --take-over docs\/a\.md/,
    );
    const { exitCode, err } = await publish('--take-over', 'docs/a.md');
    assert.equal(exitCode, 2);
    assert.match(
      err,
      /^This commit does not follow the one that was published last, [\da-f]{40}\. Nothing was sent\./,
    );
    assert.match(contentOf('One') ?? '', /Newer\./);
    assert.equal((await publish('--allow-older', '--take-over', 'docs/a.md')).exitCode, 0);
    assert.match(contentOf('One') ?? '', /About One\./);
    git('checkout', '--quiet', 'main');
    assert.equal((await publish()).exitCode, 0);
    git('checkout', '--quiet', '--detach', 'HEAD~1');
    git('branch', '--quiet', '-D', 'main');
    await terminal.write({ 'docs/a.md': page('One', 'Other.') });
    git('commit', '--quiet', '--all', '--message', 'Other');
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '--quiet', '--prune=now');
    assert.match((await publish()).err, /^Git does not have the commit that was published last/);
  });

  it('says which of two folders of the repository a page is of', async () => {
    await terminal.write({ 'x/a.md': page('Home', 'Of x.'), 'y/a.md': page('Home', 'Of y.') });
    assert.equal((await publish('--root', 'x', 'x')).exitCode, 0);
    const { exitCode, out } = await publish('--root', 'y', 'y');
    assert.equal(exitCode, 1, out);
    assert.match(contentOf('Home') ?? '', /Of x\./);
    await terminal.write({ 'x/a.md': page('Home', 'Of x, changed.') });
    assert.equal((await publish('x')).exitCode, 0);
    assert.match(contentOf('Home') ?? '', /Of x, changed\./);
  });

  it('is kept by nothing that Git can’t tell the commit of, unless there is no repository', async () => {
    assert.equal((await publish()).exitCode, 0);
    const { PATH = '' } = process.env;
    terminal.environment.PATH = terminal.temporary;
    assert.match((await publish()).err, /^Git is not installed\. .* or say --allow-older\.\n$/);
    terminal.environment.PATH = PATH;
    await terminal.write({ '.git/config': '[' });
    const { exitCode, err } = await publish();
    assert.equal(exitCode, 2);
    assert.match(err, /^Git can’t be used here: bad config line .*\. .* or say --allow-older\.\n$/);
    await rm(path.join(terminal.folder, '.git'), { recursive: true });
    await terminal.write({ '.git': 'gitdir: /nowhere/worktrees/a\n' });
    assert.match((await publish()).err, /^Git can’t be used here: .* or say --allow-older\.\n$/);
    assert.equal((await publish('--allow-older')).exitCode, 0);
    await rm(path.join(terminal.folder, '.git'));
    assert.equal((await publish()).exitCode, 0);
  });

  it('is said to be unusable before anything is sent', async () => {
    await terminal.write({ notes: 'No folder.' });
    const { exitCode, err } = await terminal.run('publish', '--state', 'notes');
    assert.deepEqual([exitCode, sent().length], [2, 0]);
    assert.match(err, /^The folder of --state can’t be used \(EEXIST\)\. Nothing was sent\.\n$/);
    await mkdir(path.join(terminal.folder, '.wiki/local.jsonl'), { recursive: true });
    const later = await publish();
    assert.deepEqual([later.exitCode, sent().length], [2, 0], later.out);
    assert.match(
      later.err,
      /local\.jsonl is a folder, a device or a pipe, and no file that can be read\. Nothing was sent\.\n$/,
    );
  });

  /** Publishes two pages by settings that let a job replace its own. */
  const openUpdating = async (importsAsApp: boolean): Promise<void> => {
    await terminal.close();
    const files = { 'docs/a.md': page('One'), 'docs/b.md': page('Two'), ...updating };
    terminal = await Terminal.open(files, { importsAsApp });
    const { origin: WIKI_SITE, platformToken: WIKI_PLATFORM_TOKEN } = terminal.wiki;
    Object.assign(terminal.environment, { WIKI_SITE, WIKI_PLATFORM_TOKEN });
    terminal.environment.WIKI_ALLOWED_SPACES = guides.space;
    const first = await publish();
    assert.equal(first.exitCode, 0, first.out);
    assert.match(first.err, /--state knows no page: this is the first run, or its cache is gone\./);
  };

  describe('is gone with the cache,', () => {
    const lose = () => rm(path.join(terminal.folder, '.wiki'), { recursive: true, force: true });
    const begin = async (importsAsApp: boolean): Promise<void> => {
      await openUpdating(importsAsApp);
      await lose();
      await terminal.write({ 'docs/a.md': page('One', 'Mended.'), 'docs/b.md': page('Two', 'Mended.') });
    };

    it('which is said, and pages that the import changed last are replaced as the settings say', async () => {
      await begin(true);
      const { exitCode, out, err } = await publish();
      assert.deepEqual([exitCode, sent().length], [0, 4], out);
      assert.match(err, /--state knows no page/);
      assert.match(contentOf('One') ?? '', /Mended\./);
      const next = await publish();
      assert.deepEqual([next.exitCode, sent().length], [0, 4], next.out);
      assert.doesNotMatch(next.err, /--state knows no page/);
    });

    it('and what a person edited since is held back, as is all where the import writes as a person', async () => {
      await begin(true);
      const two = terminal.wiki.pages.findPage(guides.space, guides.parent, 'Two') ?? assert.fail();
      terminal.wiki.pages.edit(two, { content: 'Theirs.' });
      const { exitCode, out } = await publish();
      assert.equal(exitCode, 1, out);
      assert.match(contentOf('One') ?? '', /Mended\./);
      assert.equal(contentOf('Two'), 'Theirs.');
      assert.match(out, /docs\/b\.md .* or publish it with --take-over\./);
      const taking = await publish('--take-over', 'docs/b.md');
      assert.equal(taking.exitCode, 0, taking.out);
      assert.match(contentOf('Two') ?? '', /Mended\./);
      await begin(false);
      assert.equal((await publish()).exitCode, 1);
      assert.match(contentOf('One') ?? '', /About One\./);
    });

    it('and nothing is replaced where no setting says so, or no space is allowed', async () => {
      await begin(true);
      delete terminal.environment.WIKI_ALLOWED_SPACES;
      assert.equal((await publish()).exitCode, 1);
      terminal.environment.WIKI_ALLOWED_SPACES = guides.space;
      await lose();
      await terminal.write({ '.vscode/settings.json': '{}' });
      assert.equal((await publish()).exitCode, 1);
      assert.match(contentOf('One') ?? '', /About One\./);
    });
  });

  describe('is beside an editor that published its pages too,', () => {
    const publishedByEditor = (title: string): void => {
      const there = terminal.wiki.pages.findPage(guides.space, guides.parent, title) ?? assert.fail();
      terminal.wiki.pages.updatePage(there, 'By an editor.');
    };
    const begin = async (importsAsApp: boolean): Promise<void> => {
      await openUpdating(importsAsApp);
      ['One', 'Two'].map(publishedByEditor);
    };

    it('and sends what a commit changed, as the settings say, and nothing else', async () => {
      await begin(true);
      const before = await publish();
      assert.deepEqual([before.exitCode, sent().length], [0, 2], before.out);
      await terminal.write({ 'docs/a.md': page('One', 'Mended.') });
      const { exitCode, out } = await publish();
      assert.deepEqual([exitCode, sent().length], [0, 3], out);
      assert.match(contentOf('One') ?? '', /Mended\./);
      assert.equal(contentOf('Two'), 'By an editor.');
    });

    it('but holds back what a person edited, and all where the import writes as a person', async () => {
      await begin(true);
      const one = terminal.wiki.pages.findPage(guides.space, guides.parent, 'One') ?? assert.fail();
      terminal.wiki.pages.edit(one, { content: 'Theirs.' });
      await terminal.write({ 'docs/a.md': page('One', 'Mended.') });
      const { exitCode, out } = await publish();
      assert.deepEqual([exitCode, contentOf('One')], [1, 'Theirs.'], out);
      await begin(false);
      await terminal.write({ 'docs/a.md': page('One', 'Mended.') });
      assert.equal((await publish()).exitCode, 1);
      assert.equal(contentOf('One'), 'By an editor.');
    });

    it('and replaces none where no setting says so', async () => {
      await begin(true);
      await terminal.write({ '.vscode/settings.json': '{}', 'docs/a.md': page('One', 'Mended.') });
      const { exitCode, out } = await publish();
      assert.deepEqual([exitCode, contentOf('One')], [1, 'By an editor.'], out);
      assert.match(out, /Its page is there\. To replace it, write “overwrite: true”/);
    });
  });

  it(`makes no page twice, and says which may have arrived, however often it is killed (${kills} times)`, async function () {
    this.timeout(20_000 + kills * 3_000);
    const titles = Array.from({ length: 6 }, (_, at) => `Page ${at}`);
    for (let at = 0; at < kills; at++) {
      await rm(path.join(terminal.folder, '.wiki'), { recursive: true, force: true });
      await rm(path.join(terminal.folder, 'docs'), { recursive: true, force: true });
      const round = titles.map((title) => `${title} of ${at}`);
      await terminal.write(
        Object.fromEntries(round.map((title) => [`docs/${title.replaceAll(' ', '-')}.md`, page(title)])),
      );
      const before = terminal.wiki.requests.length;
      const killed = terminal.begin(['publish', '--state', '.wiki', '--concurrency', '2']);
      const sends = at % titles.length;
      while (terminal.wiki.requests.length - before <= sends) {
        await delay(1);
      }
      await delay(at % 7);
      killed.signal('SIGKILL');
      await killed.ended;
      const { exitCode, out } = await publish();
      const counts = Map.groupBy(sent().slice(before), (title) => title);
      for (const title of round) {
        const times = counts.get(title)?.length ?? 0;
        assert.ok(contentOf(title)?.includes(`About ${title}.`), `${title}: ${out}`);
        assert.ok(times === 1 || times === 2, `${title} was sent ${times} times`);
        assert.ok(times === 1 || out.includes(title), out);
      }
      const told = out.split('\n').filter((line) => line.includes('exists'));
      assert.equal(exitCode, told.length > 0 ? 1 : 0, out);
      const twice = round.filter((title) => counts.get(title)?.length === 2);
      // Two were under way, and what came of two before them may not have been written
      assert.ok(twice.length <= 4, `Only what was under way is sent again: ${twice.join()}`);
    }
  });

  it('is refused where Git tracks it, or a link leads to it, and the advice is a way on', async () => {
    git('commit', '--quiet', '--allow-empty', '--message', 'First');
    assert.equal((await publish()).exitCode, 0);
    git('add', '--force', '--all');
    git('commit', '--quiet', '--message', 'With the state');
    const tracked = await publish();
    assert.equal(tracked.exitCode, 2);
    assert.match(
      tracked.err,
      /^Git tracks the folder of --state, .* “git rm -r --cached”, and add it to \.gitignore\./,
    );
    assert.equal((await terminal.run('pages', '--state', '.wiki')).exitCode, 2);
    git('rm', '-r', '--cached', '--quiet', '.wiki');
    await terminal.write({ '.gitignore': '.wiki\n' });
    assert.equal((await publish()).exitCode, 0);
    const [folder, elsewhere] = ['.wiki', 'elsewhere'].map((name) => path.join(terminal.folder, name));
    await rename(folder ?? '', elsewhere ?? '');
    await symlink('elsewhere', folder ?? '');
    const before = sent().length;
    const linked = await publish();
    assert.deepEqual([linked.exitCode, sent().length], [2, before]);
    assert.match(linked.err, /^The folder of --state is reached through a link\./);
    assert.equal((await terminal.run('publish', '--state', 'elsewhere')).exitCode, 0);
  });
});
