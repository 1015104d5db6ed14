import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { guides } from '../ui/steps.js';
import { programFile, Terminal } from './terminal.js';

const place = `space: "${guides.space}", parent: "${guides.parent}"`;
const page = (title: string, more = place): string =>
  `---\nwiki: { ${more} }\n---\n# ${title}\n\nAbout it.\n`;
const down = '\u001b[B';
const enter = '\r';
const escape = '\u001b';
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
const controlC = '\u0003';

describe('Somebody at a terminal', () => {
  let terminal: Terminal;
  let child: ChildProcess;
  let shown: string;

  afterEach(async () => {
    child.kill();
    await terminal.close();
  });

  /** As if it were begun in a shell. */
  const begin = (...args: readonly string[]): void => {
    const { PATH = '', HOME = '' } = process.env;
    const command = [process.execPath, programFile, 'publish', '--state', '.wiki', ...args].join(' ');
    shown = '';
    const line = `stty columns 120 rows 40; echo $$ > pid; exec ${command}`;
    child = spawn('script', ['-qefc', line, '/dev/null'], {
      cwd: terminal.folder,
      env: { PATH, HOME, TERM: 'xterm', TMPDIR: terminal.temporary, ...terminal.environment },
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (shown += text));
  };
  const says = async (wanted: RegExp): Promise<void> => {
    const deadlineAt = Date.now() + 15_000;
    while (!wanted.test(stripVTControlCharacters(shown))) {
      assert.ok(Date.now() < deadlineAt, `Waited for ${String(wanted)}:\n${shown}`);
      await delay(20);
    }
  };
  /** Presses keys once it says this. */
  const answer = async (wanted: RegExp, ...keys: readonly string[]): Promise<void> => {
    await says(wanted);
    shown = '';
    for (const key of keys) {
      child.stdin?.write(key);
      await delay(50);
    }
  };
  const exitCode = async (): Promise<number | null> => {
    if (child.exitCode === null) {
      await once(child, 'close');
    }
    return child.exitCode;
  };
  const ends: readonly (readonly [how: string, end: () => Promise<void>, code: number])[] = [
    ['Ctrl+C', () => Promise.resolve(void child.stdin?.write(controlC)), 130],
    [
      'SIGTERM',
      async () =>
        void process.kill(Number(await readFile(path.join(terminal.folder, 'pid'), 'utf8')), 'SIGTERM'),
      143,
    ],
  ];
  const contentOf = (title: string) =>
    terminal.wiki.pages.findPage(guides.space, guides.parent, title)?.content;

  it('sees the plan, and is asked what the editor would ask', async () => {
    terminal = await Terminal.open({ 'a.md': page('One'), 'b.md': page('Theirs') });
    terminal.wiki.pages.createPage({
      spaceId: guides.space,
      parentId: guides.parent,
      title: 'Theirs',
      content: 'Theirs.',
    });
    begin();
    await says(/New {2}a\.md {2}One → /);
    await answer(/If the wiki already has pages with these 2 titles: “One” and “Theirs”/, enter);
    await answer(/Publish 2 pages/, enter);
    await says(/1 of 2 pages were published/);
    assert.equal(await exitCode(), 1);
    assert.deepEqual([contentOf('Theirs'), contentOf('One') === undefined], ['Theirs.', false]);
    // What the first answer left alone is replaced where the second says so
    begin('b.md');
    await answer(/If the wiki already has a page with the title “.*”:/, down, enter);
    await answer(/Publish 1 page/, enter);
    await says(/The page was published/);
    assert.equal(await exitCode(), 0);
    assert.match(contentOf('Theirs') ?? '', /About it\./);
  });

  it('is asked only about a page that is there, where the wiki can be asked', async () => {
    terminal = await Terminal.open({ 'a.md': page('One'), 'b.md': page('Theirs') });
    const { pages, origin: WIKI_SITE, platformToken: WIKI_PLATFORM_TOKEN } = terminal.wiki;
    Object.assign(terminal.environment, { WIKI_SITE, WIKI_PLATFORM_TOKEN });
    pages.createPage({ spaceId: guides.space, parentId: guides.parent, title: 'Theirs', content: 'Theirs.' });
    begin();
    await answer(/The wiki already has a page with the title “Theirs”:/, enter);
    await answer(/Publish 1 page/, enter);
    await says(/1 of 2 pages were published: 1 not sent/);
    assert.deepEqual([contentOf('Theirs'), contentOf('One') === undefined], ['Theirs.', false]);
  });

  it('says where it goes, and keeps or leaves the title', async () => {
    terminal = await Terminal.open({ 'a.md': page('One', '') });
    begin();
    await answer(/The ID of the space/, 'nonsense?', enter);
    await answer(/digits|ID/, '\u0015', guides.space, enter);
    await answer(/The ID of the parent page/, guides.parent, enter);
    await answer(/If the wiki already has a page with the title “.*”:/, enter);
    await answer(/Publish 1 page/, enter);
    assert.equal(await exitCode(), 0);
    await terminal.write({ 'a.md': page('Another', '') });
    begin();
    await answer(/What is published\?/, ' ', enter);
    await answer(/a\.md.* has a different title from its page:/, enter);
    await answer(/Publish 1 page/, enter);
    assert.equal(await exitCode(), 0);
    assert.match(contentOf('One') ?? '', /About it/);
    assert.equal(contentOf('Another'), undefined);
  });

  it('leaves, and nothing is sent; and is asked nothing where no answer is wanted', async () => {
    terminal = await Terminal.open({ 'a.md': page('One'), 'b.md': page('Two', '') });
    begin();
    await answer(/What is published\?/, escape);
    assert.equal(await exitCode(), 1);
    begin('a.md');
    await answer(/If the wiki already has a page with the title “.*”:/, escape);
    assert.equal(await exitCode(), 1);
    assert.equal(terminal.wiki.requests.length, 0);
    await terminal.write({ 'b.md': page('Two', `${place}, connection: Other`) });
    begin('--no-input', '--connection', 'This');
    assert.equal(await exitCode(), 0);
    assert.equal(terminal.wiki.requests.length, 1);
    assert.doesNotMatch(shown, /What is published\?|If the wiki already has/);
  });

  for (const [how, end, code] of ends) {
    it(`ends it by ${how} while it plans`, async () => {
      terminal = await Terminal.open({ 'a.md': page('One') });
      const { wiki } = terminal;
      const { origin: WIKI_SITE, platformToken: WIKI_PLATFORM_TOKEN } = wiki;
      Object.assign(terminal.environment, { WIKI_SITE, WIKI_PLATFORM_TOKEN });
      const { promise: until, resolve } = Promise.withResolvers<unknown>();
      wiki.spoilLookups(() => ({ until }));
      begin();
      while (wiki.lookups.length === 0) {
        await delay(20);
      }
      await end();
      assert.equal(await exitCode(), code);
      resolve(undefined);
      assert.match(stripVTControlCharacters(shown), /Nothing was sent\.\r\n$/);
      assert.equal(wiki.requests.length, 0);
    });

    it(`ends it by ${how} at a question, and has the cursor back`, async () => {
      terminal = await Terminal.open({ 'a.md': page('One'), 'b.md': page('Two', '') });
      for (const [args, question] of [
        [['--format', 'json=result.json'], /What is published\?/],
        [['a.md'], /If the wiki already has a page/],
      ] as const) {
        begin(...args);
        await says(question);
        await end();
        assert.equal(await exitCode(), code);
        assert.match(stripVTControlCharacters(shown), /Nothing was sent\.\r\n$/);
        assert.ok(shown.lastIndexOf(showCursor) > shown.lastIndexOf(hideCursor), JSON.stringify(shown));
      }
      assert.equal(terminal.wiki.requests.length, 0);
      assert.ok(!(await readdir(terminal.folder)).includes('result.json'));
      begin('--no-input', 'a.md');
      assert.equal(await exitCode(), 0);
    });
  }

  it('sees how far it is, and neither standard output nor a log does', async () => {
    terminal = await Terminal.open({ 'a.md': page('One'), 'b.md': page('Two') });
    begin('--no-input', '>', 'out.txt');
    assert.equal(await exitCode(), 0);
    assert.match(shown, /\r\u001b\[K1 of 2 pages.*\r\u001b\[K2 of 2 pages.*\r\u001b\[K/s);
    const out = await readFile(path.join(terminal.folder, 'out.txt'), 'utf8');
    assert.match(out, /2 pages were published/);
    await terminal.write({ 'c.md': page('Three') });
    const logged = await terminal.run('publish', '--state', '.wiki');
    assert.deepEqual([logged.exitCode, logged.err], [0, '  1 of 1 page · Published · c.md\n']);
    assert.doesNotMatch(out + logged.out, /[\r\u001b]| of 2 pages/);
  });
});
