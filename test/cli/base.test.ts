import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { runGit } from '../host/git.js';
import { Terminal } from './terminal.js';

const page = (title: string, parent = '100102'): string =>
  `---\nwiki: { space: "1001", parent: "${parent}" }\n---\n# ${title}\n\nAbout it, at some length.\n`;

describe('What changed since a commit', () => {
  let terminal: Terminal;

  const git = (...args: readonly string[]): string => runGit(terminal.folder, ...args);
  const commit = (): void => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Change');
  };
  const found = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { out } = await terminal.run('check', '--base', 'main', ...args);
    return out.split('\n').filter((line) => line.startsWith('  '));
  };

  beforeEach(async () => {
    terminal = await Terminal.open({});
    terminal.environment = {};
    await terminal.write({
      'docs/a.md': page('One'),
      'docs/b.md': page('Two'),
      'docs/c.md': page('Three'),
      'docs/d.md': page('Four'),
      '.vscode/settings.json': '{ "publishToWiki.space": "1001" }',
    });
    commit();
    git('checkout', '--quiet', '-b', 'change');
  });
  afterEach(() => terminal.close());

  it('is told where it makes a second page, or leaves one behind', async () => {
    await terminal.write({ 'docs/a.md': page('Uno'), 'docs/b.md': page('Two', '100103') });
    await rm(path.join(terminal.folder, 'docs/c.md'));
    await rename(path.join(terminal.folder, 'docs/d.md'), path.join(terminal.folder, 'docs/e.md'));
    await terminal.write({ 'docs/f.md': '# New\n\nOf which nothing was there before.\n' });
    commit();
    assert.deepEqual(await found(), [
      '  warning  docs/a.md:1  This changes the title: a second page will be created, and “One” stays.',
      '  warning  docs/b.md:1  This changes where the page goes: a second page will be created, and the one at the old place stays.',
      '  warning  docs/c.md:1  The file is deleted. Its page stays: somebody who may delete pages in the wiki has to remove it.',
    ]);
    assert.equal((await found('docs/a.md')).length, 1);
    const { out, exitCode } = await terminal.run('check', '--base', 'main', '--format', 'github');
    assert.equal(exitCode, 0);
    assert.match(out, /^::warning file=docs\/a\.md,line=1,title=sinceBase::This changes the title/m);
  });

  it('is nothing where all pages have a file: one is moved and written anew, and two swap their titles', async () => {
    await rm(path.join(terminal.folder, 'docs/c.md'));
    await terminal.write({
      'docs/a.md': page('Two'),
      'docs/b.md': page('One'),
      'guide/c.md': page('Three').replace(/About.*/, 'Of which no word was there before, nor will be.'),
    });
    commit();
    assert.deepEqual(await found(), []);
  });

  it('is told of a page whose file has that of another one now', async () => {
    await terminal.write({ 'docs/a.md': page('Two') });
    await rm(path.join(terminal.folder, 'docs/b.md'));
    commit();
    assert.deepEqual(await found(), [
      '  warning  docs/a.md:1  This gives the file, or one above it, the title of another page: no page is created, and “One” stays. Somebody who may delete pages in the wiki has to remove it.',
    ]);
  });

  it('is told of pages below one that is another page now, and of folders that have no page any more', async () => {
    const text = (title: string): string => `# ${title}\n\nOf which no front matter says where it goes.\n`;
    git('checkout', '--quiet', 'main');
    await terminal.write({
      '.vscode/settings.json': JSON.stringify({
        'publishToWiki.space': '1001',
        'publishToWiki.folders': {
          docs: { parent: '2', layout: 'tree' },
          all: { parent: '3', layout: 'fullTree' },
        },
      }),
      'docs/in/index.md': text('In'),
      'docs/in/e.md': text('Five'),
      'all/one/f.md': text('Six'),
      'all/two/g.md': text('Seven'),
    });
    commit();
    git('checkout', '--quiet', '-B', 'change');
    await rm(path.join(terminal.folder, 'docs/in/index.md'));
    git('mv', 'all/one/f.md', 'all/two/f.md');
    commit();
    assert.deepEqual(await found(), [
      '  warning  all/two/f.md:1  This changes where the page goes: a second page will be created, and the one at the old place stays.',
      '  warning  all/one/:1  The folder has no page of its own any more, and “one” stays: somebody who may delete pages in the wiki has to remove it.',
      '  warning  docs/in/index.md:1  The file is deleted. Its page stays: somebody who may delete pages in the wiki has to remove it.',
      '  warning  docs/in/e.md:1  This changes where the page goes: a second page will be created, and the one at the old place stays.',
    ]);
  });

  it('is only what the branch did, not what came to the base since', async () => {
    git('checkout', '--quiet', 'main');
    await terminal.write({ 'docs/a.md': page('Of others') });
    commit();
    git('checkout', '--quiet', 'change');
    await terminal.write({ 'docs/b.md': page('Dos') });
    commit();
    assert.deepEqual(
      (await found()).map((line) => line.split('  ')[2]),
      ['docs/b.md:1'],
    );
  });

  it('tells of settings, and is checked by those of the base', async () => {
    await terminal.write({
      'docs/a.md': `${page('One')}\n[x](missing.md)\n`,
      '.vscode/settings.json': '{ "publishToWiki.problems": { "links": "off" } }',
    });
    commit();
    const lines = await found();
    assert.equal(lines.length, 2, lines.join());
    assert.match(lines[0] ?? '', /There is no file “missing\.md”/);
    assert.match(lines[1] ?? '', /\.vscode\/settings\.json:1 {2}This changes settings/);
  });

  it('of a fork is checked without network or secrets, and annotated where each problem stands', async () => {
    await terminal.write({
      'docs/a.md': page('Uno'),
      'docs/b.md': `${page('Two')}\n[x](missing.md)\n\npassword: Zq8!vR2#mK9pLw4T\n`,
      'docs/f.md': '# Open\n\nText.\n\n<!-- wiki:skip -->\nNobody ends it.\n',
    });
    commit();
    terminal.environment = { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request' };
    const { out, err, exitCode } = await terminal.run('check', '--base', 'main', '--format', 'github');
    assert.deepEqual([exitCode, err], [1, '']);
    const places = [...out.matchAll(/^::(\w+) file=([^,]+),line=(\d+)(?:,col=\d+)?,title=(\w+)::/gm)];
    assert.deepEqual(places.map(([, , ...place]) => place.join(' ')).sort(), [
      'docs/a.md 1 sinceBase',
      'docs/b.md 10 password',
      'docs/b.md 8 missingFile',
      'docs/f.md 5 skipRegion',
    ]);
    assert.deepEqual([terminal.wiki.requests.length, terminal.wiki.lookups.length], [0, 0]);
  });

  it('is told of settings that can’t be read at the base, whatever mends them, and not of a mark at their beginning', async () => {
    const settings = '{ "publishToWiki.problems": { "links": "error" } }';
    const withLink = `${page('One')}\n[x](missing.md)\n`;
    git('checkout', '--quiet', 'main');
    await terminal.write({ 'docs/a.md': withLink, '.vscode/settings.json': `\ufeff${settings}` });
    commit();
    git('checkout', '--quiet', '-B', 'change');
    await terminal.write({ 'docs/a.md': `${withLink}More.\n` });
    commit();
    assert.match((await found()).join('\n'), /^ {2}error {2}docs\/a\.md:8:\d+ .*$/);
    git('checkout', '--quiet', 'main');
    await terminal.write({ '.vscode/settings.json': '{ "publishToWiki.problems": ' });
    commit();
    git('checkout', '--quiet', '-B', 'change');
    await terminal.write({ '.vscode/settings.json': settings });
    commit();
    const lines = await found();
    assert.match(lines[0] ?? '', /^ {2}warning {2}docs\/a\.md:8/);
    assert.deepEqual(lines.slice(1), [
      '  warning  .vscode/settings.json:1  The settings at the base can’t be read, so they count as empty.',
    ]);
    terminal.environment = {
      WIKI_IMPORT_ENDPOINT: terminal.wiki.importEndpoint,
      WIKI_API_TOKEN: await terminal.wiki.createToken(),
    };
    const { out } = await terminal.run('plan', '--base', 'main');
    assert.match(out, /\.vscode\/settings\.json.* The settings at the base can’t be read\.$/m);
  });

  it('is not told of files that are never published', async () => {
    const left = ['.github/a.md', 'drafts/a.md', 'build/a.md', 'hidden/a.md'];
    git('checkout', '--quiet', 'main');
    await terminal.write({
      '.wikiignore': 'drafts/\n',
      '.gitignore': 'build/\n',
      '.vscode/settings.json': '{ "files.exclude": { "hidden": true } }',
      ...Object.fromEntries(left.map((name) => [name, page(name)])),
    });
    git('add', '--force', 'build/a.md');
    commit();
    git('checkout', '--quiet', '-B', 'change');
    for (const name of left) {
      await rm(path.join(terminal.folder, name));
    }
    await rename(path.join(terminal.folder, 'docs/a.md'), path.join(terminal.folder, '.github/b.md'));
    commit();
    assert.deepEqual(await found(), [
      '  warning  .github/b.md:1  The file is moved to where nothing is published. Its page stays: somebody who may delete pages in the wiki has to remove it.',
    ]);
    assert.equal((await found('.github')).filter((line) => line.includes('.github/a.md')).length, 1);
  });

  it('is told of a file that is moved to where settings name another place', async () => {
    const unplaced = '# Open\n\nOf which no front matter says where it goes.\n';
    git('checkout', '--quiet', 'main');
    await terminal.write({
      '.vscode/settings.json': JSON.stringify({
        'publishToWiki.space': '1001',
        'publishToWiki.folders': {
          'docs/api': { parent: '2' },
          'docs/tree': { parent: '3', layout: 'tree' },
        },
      }),
      'docs/api/a.md': unplaced,
      'docs/tree/index.md': page('Tree'),
      'docs/tree/b.md': unplaced.replace('Open', 'Below'),
      'docs/tree/c/index.md': page('Chapter'),
      'docs/tree/c/d.md': unplaced.replace('Open', 'Leaf'),
    });
    commit();
    git('checkout', '--quiet', '-B', 'change');
    await mkdir(path.join(terminal.folder, 'guide'));
    git('mv', 'docs/api/a.md', 'guide/a.md');
    git('mv', 'docs/tree/b.md', 'docs/tree/c/b.md');
    git('mv', 'docs/tree/c', 'docs/tree/e');
    git('mv', 'docs/b.md', 'guide/b.md');
    git('commit', '--quiet', '--message', 'Change');
    const places = /^ {2}warning {2}(\S+):1 {2}This changes where the page goes/;
    const told = (lines: readonly string[]) => lines.map((line) => places.exec(line)?.[1]);
    assert.deepEqual(told(await found()), ['docs/tree/e/b.md', 'guide/a.md']);
    assert.deepEqual(told(await found('docs')), ['docs/tree/e/b.md', 'guide/a.md']);
    assert.deepEqual(told(await found('guide')), ['guide/a.md']);
  });

  it('is told beside a plan too', async () => {
    await terminal.write({ 'docs/a.md': page('Uno') });
    commit();
    const { importEndpoint, requests } = terminal.wiki;
    terminal.environment = {
      WIKI_IMPORT_ENDPOINT: importEndpoint,
      WIKI_API_TOKEN: await terminal.wiki.createToken(),
    };
    const { out, exitCode } = await terminal.run('plan', '--base', 'main');
    assert.equal(exitCode, 0, out);
    assert.match(out, /This changes the title: a second page will be created, and “One” stays\./);
    assert.equal(requests.length, 0);
  });

  it('can’t be told of a commit that is not there, nor of what is no commit', async () => {
    for (const revision of ['nowhere', '--output=x', 'main:docs']) {
      const { exitCode, err } = await terminal.run('check', `--base=${revision}`);
      assert.equal(exitCode, 2);
      assert.match(err, /Fetch the history \(fetch-depth: 0\)\.\n$/);
    }
  });

  it('can’t be told where Git can’t be used', async () => {
    terminal.environment.PATH = terminal.temporary;
    const missing = await terminal.run('check', '--base=main');
    assert.equal(missing.err, 'Git is not installed. It tells which commit follows which.\n');
    delete terminal.environment.PATH;
    await terminal.write({ '.git/config': '[' });
    const broken = await terminal.run('check', '--base=main');
    assert.deepEqual([broken.exitCode, broken.err.split(':')[0]], [2, 'Git can’t be used here']);
    await rm(path.join(terminal.folder, '.git'), { recursive: true });
    const { err } = await terminal.run('check', '--base=main');
    assert.match(err, /^Git can’t be used here: not a git repository/);
    assert.doesNotMatch(`${broken.err}${err}`, /allow-older/);
  });

  it('runs no program that the repository names, and gives Git no token', async () => {
    const trap = path.join(terminal.folder, 'trap.sh');
    await terminal.write({ 'trap.sh': '#!/bin/sh\nenv > "$(dirname "$0")/trapped.txt"\ncat\n' });
    await chmod(trap, 0o755);
    for (const key of [
      'core.fsmonitor',
      'diff.external',
      'filter.x.clean',
      'filter.x.smudge',
      'diff.x.textconv',
      'core.pager',
    ]) {
      git('config', key, trap);
    }
    await terminal.write({ '.gitattributes': '*.md filter=x diff=x\n', 'docs/a.md': page('Uno') });
    commit();
    await rm(path.join(terminal.folder, 'trapped.txt'), { force: true });
    terminal.environment = { WIKI_API_TOKEN: 'nonsense' };
    assert.ok((await found()).length > 0);
    assert.ok(!(await readdir(terminal.folder)).includes('trapped.txt'));
  });

  it('is refused in a clone that lacks what the files were', async () => {
    await terminal.write({ 'docs/a.md': page('Uno'), '.vscode/settings.json': '{}' });
    commit();
    git('config', 'uploadpack.allowFilter', 'true');
    git('clone', '--quiet', '--filter=blob:none', '--branch', 'change', `file://${terminal.folder}`, 'part');
    const part = path.join(terminal.folder, 'part');
    const { exitCode, err } = await terminal.run('check', '--root', part, '--base', 'origin/main', part);
    assert.deepEqual(
      [exitCode, err],
      [2, '--base: Git does not have all files of origin/main. Fetch them: clone without a filter.\n'],
    );
  });
});
