import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandNames } from '../../src/cli/environment/usage.js';
import { projectRoot } from '../host/folders.js';
import { runLine } from './pipeline.js';
import { programFile, Terminal } from './terminal.js';

describe('Checking documents from a terminal', () => {
  let terminal: Terminal;

  before(async () => {
    terminal = await Terminal.open({
      'docs/good.md': '# Good\n\nText.\n',
      'docs/bad.md': `# Bad\n\n[x](missing.md)\n\n<!-- open\n`,
      'docs/::error file=x,line=1::evil.md': '# Evil\n\n[x](missing%0A::set-output.md)\n',
      'none/notes.txt': 'Text.',
      '.wikiignore': 'docs/drafts/\n',
      'docs/drafts/a.md': '<!-- open',
    });
    terminal.environment = {};
  });

  after(() => terminal.close());

  it('tells each problem with its place, and ends with 1 where one is an error', async () => {
    const { exitCode, out } = await terminal.run('check', 'docs/good.md', 'docs/bad.md');
    assert.equal(exitCode, 1);
    const lines = out.split('\n');
    assert.match(lines[0] ?? '', /^ {2}warning {2}docs\/bad\.md:3:1 {2}There is no file “missing\.md”\.$/);
    assert.match(lines[1] ?? '', /^ {2}error {2}docs\/bad\.md:5:1 {2}/);
    assert.equal(lines[2], '2 files, 2 problems, 1 error.');
    assert.equal((await terminal.run('check', 'docs/good.md')).exitCode, 0);
  });

  it('annotates places, and no line of it begins with what a document says', async () => {
    const { out } = await terminal.run('check', '--format', 'github');
    assert.match(
      out,
      /^::warning file=docs\/bad\.md,line=3,col=1,title=missingFile::There is no file “missing\.md”\.$/m,
    );
    for (const line of out.trimEnd().split('\n')) {
      assert.match(line, /^(?:::(?:error|warning|notice) file=docs\/| \d)/);
    }
    assert.ok(out.includes('file=docs/%3A%3Aerror file=x%2Cline=1%3A%3Aevil.md,'));
    const text = await terminal.run('check');
    assert.ok(text.out.split('\n').every((line) => !line.startsWith(':')));
  });

  it('says where a document has more problems of a kind than it lists', async () => {
    const many = (count: number): string => `# Many\n\n${'[x](missing.md)\n\n'.repeat(count)}`;
    await terminal.write({ 'many/more.md': many(300), 'many/fewer.md': many(249) });
    const { out } = await terminal.run('check', 'many');
    const cut = out.split('\n').filter((line) => line.includes('Only the first'));
    assert.deepEqual(cut, [
      '  information  many/more.md  Only the first 250 problems of this kind are listed.',
    ]);
    assert.match(out, /\n2 files, 500 problems, 0 errors\.\n$/);
  });

  it('is read by programs', async () => {
    const { out, exitCode } = await terminal.run('check', 'docs/bad.md', '--format', 'json');
    const { version, command, findings, exitCode: told } = JSON.parse(out) as Record<string, unknown>;
    assert.deepEqual([version, command, told], [1, 'check', exitCode]);
    assert.deepEqual(
      (findings as { code: string }[]).map(({ code }) => code),
      ['missingFile', 'unclosedComment'],
    );
  });

  for (const [args, sentence] of [
    [['check', 'nowhere'], 'There is no file nowhere.'],
    [['check', '/etc'], /^\/etc is outside of /],
    [['check', 'none'], 'There are no Markdown files here.'],
    [['chekc'], 'There is no chekc. Is check meant?'],
    [['check', '--formt', 'json'], 'There is no --formt. Is --format meant?'],
    [['publish', '--token', 'abc'], 'There is no --token. Is --token-file meant?'],
    [['check', '--format', 'xml'], '--format: text, json, github, gitlab'],
    [['check', '--root', 'nowhere'], 'There is no folder nowhere.'],
    [['publish', '--concurrency', '99'], 'WIKI_IMPORT_ENDPOINT is not set.'],
  ] as const) {
    it(`ends with 2 and a sentence: ${args.join(' ')}`, async () => {
      const { exitCode, err, out } = await terminal.run(...args);
      assert.deepEqual([exitCode, out], [2, '']);
      if (typeof sentence === 'string') {
        assert.equal(err, `${sentence}\n`);
      } else {
        assert.match(err, sentence);
      }
    });
  }

  it('takes paths from standard input or a file, whatever characters they have', async () => {
    const listed = 'docs/bad.md\0docs/::error file=x,line=1::evil.md\0';
    const piped = await terminal.begin(['check', '--files-from', '-'], listed).ended;
    assert.match(piped.out, /\n2 files, /);
    await terminal.write({ list: listed, empty: '' });
    assert.match((await terminal.run('check', 'docs/good.md', '--files-from', 'list')).out, /\n3 files, /);
    await terminal.write({ lines: 'docs/bad.md\r\ndocs/good.md\n' });
    assert.match((await terminal.run('check', '--files-from', 'lines')).out, /\n2 files, /);
    const none = await terminal.run('check', '--files-from', 'empty');
    assert.deepEqual([none.exitCode, none.err], [2, 'There are no Markdown files here.\n']);
    const missing = await terminal.run('check', '--files-from', 'nowhere');
    assert.deepEqual([missing.exitCode, missing.err], [2, 'nowhere can’t be read (ENOENT).\n']);
  });

  it('takes paths from a shell that writes UTF-16, and says what to do about names that Git has quoted', async () => {
    await terminal.write({ 'wide/ä.md': '# Wide\n' });
    const listed = Buffer.from('\ufeffwide/ä.md\r\ndocs/good.md\r\n', 'utf16le');
    await writeFile(path.join(terminal.folder, 'wide.txt'), listed);
    assert.match((await terminal.run('check', '--files-from', 'wide.txt')).out, /^2 files, /m);
    const quoted = execFileSync('git', ['ls-files', '--others', 'wide'], {
      cwd: terminal.folder,
      encoding: 'utf8',
    });
    await terminal.write({ 'quoted.txt': quoted });
    const { exitCode, err } = await terminal.run('check', '--files-from', 'quoted.txt');
    const told =
      'Git has put "wide/\\303\\244.md" in quotation marks. With “-z”, it lists names as they are.\n';
    assert.deepEqual([exitCode, err], [2, told]);
    const plain = execFileSync('git', ['ls-files', '--others', '-z', 'wide'], {
      cwd: terminal.folder,
      encoding: 'utf8',
    });
    assert.match((await terminal.begin(['check', '--files-from', '-'], plain).ended).out, /^1 file, /m);
  });

  it('takes a pattern in a checkout whose path looks like one', async () => {
    const folder = path.join(terminal.folder, 'a [b] {c} *');
    await terminal.write({ 'a [b] {c} */docs/one.md': '# One\n', 'a [b] {c} */docs/[two].md': '# Two\n' });
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    for (const pattern of ['docs/*.md', './docs/../docs/*.md', path.join(folder, 'docs/*.md')]) {
      const { out } = await terminal.begin(['check', pattern], '', programFile, folder).ended;
      assert.match(out, /^2 files, /m, pattern);
    }
  });

  it('takes a pattern that no shell has resolved, without what git ignores', async () => {
    await terminal.write({
      'patterns/.gitignore': 'made/',
      'patterns/made/one.md': '![](gone.png)',
      'patterns/in/one.md': '![](gone.png)',
      'patterns/in/two.md': '![](gone.png)',
      'patterns/[one].md': '![](gone.png)',
      'patterns/in/node_modules/one.md': '![](gone.png)',
    });
    for (const [pattern, files] of [
      ['patterns/**/one.md', ['patterns/in/one.md']],
      ['patterns/{in,out}/*.md', ['patterns/in/one.md', 'patterns/in/two.md']],
      ['patterns/*', ['patterns/[one].md', 'patterns/in/one.md', 'patterns/in/two.md']],
      ['patterns/[one].md', ['patterns/[one].md']],
    ] as const) {
      const { out } = await terminal.run('check', pattern, '--format', 'json');
      const { findings } = JSON.parse(out) as { findings: readonly { file: string }[] };
      assert.deepEqual(
        findings.map(({ file }) => file),
        files,
        pattern,
      );
    }
    const { exitCode, err } = await terminal.run('check', 'patterns/**/three.md');
    assert.deepEqual([exitCode, err], [2, 'No file matches patterns/**/three.md.\n']);
  });

  for (const asked of ['--version', '-v', 'version']) {
    it(`tells its version: ${asked}`, async () => {
      const { version } = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8')) as {
        version: string;
      };
      assert.deepEqual(await terminal.run(asked), { exitCode: 0, out: `${version}\n`, err: '' });
    });
  }

  it('finds nothing without an error where that is said', async () => {
    assert.equal((await terminal.run('check', 'none', '--allow-empty')).exitCode, 0);
  });

  it('has help for each command', async () => {
    const { out } = await terminal.run('--help');
    for (const name of commandNames) {
      assert.match(out, new RegExp(`^  ${name} `, 'm'));
      const help = await terminal.run(name, '--help');
      assert.equal(help.exitCode, 0);
      assert.match(help.out, new RegExp(`^Usage: publish-to-wiki ${name} [^]*Exit codes:[^]*Examples:`));
      assert.equal((await terminal.run('help', name)).out, help.out);
    }
  });

  it('says nothing of a reader that has enough', async () => {
    const names = Array.from({ length: 400 }, (_, at) => `long/${'x'.repeat(200)}${at}.md`);
    await terminal.write(Object.fromEntries(names.map((name) => [name, '# Long\n\n[x](missing.md)\n'])));
    const { err } = await runLine(terminal, 'publish-to-wiki check long | head -1', '');
    assert.equal(err, '');
  });

  it('says that its output could not be written', async () => {
    await terminal.write({ 'good.md': '# Good\n' });
    const { exitCode, err } = await runLine(terminal, 'publish-to-wiki check good.md > /dev/full', '');
    assert.deepEqual([exitCode, err], [1, 'stdout can’t be written (ENOSPC).\n']);
  });

  it('ends with 1 where nobody foresaw what went wrong: 2 says that nothing was sent', async () => {
    const line = 'mkdir gone && cd gone && rmdir ../gone && publish-to-wiki check';
    const { exitCode, err } = await runLine(terminal, line, '');
    assert.equal(exitCode, 1);
    assert.match(err, /^Something unexpected went wrong: /m);
  });

  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`ends at ${name}, and leaves no empty file behind`, async () => {
      const names = Array.from({ length: 3000 }, (_, at) => `long/${at}.md`);
      await terminal.write(Object.fromEntries(names.map((each) => [each, '# Long\n'])));
      const { ended, signal } = terminal.begin(['check', 'long', '--format', `json=${name}.json`]);
      while (!existsSync(path.join(terminal.folder, `${name}.json`))) {
        await delay(5);
      }
      signal(name);
      assert.equal((await ended).exitCode, code);
      assert.ok(!existsSync(path.join(terminal.folder, `${name}.json`)));
    });
  }
});
