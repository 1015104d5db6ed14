import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chown, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Repositories } from '../../../src/services/workspace/repositories.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';

describe('The repository of a file', () => {
  let root: string;
  beforeEach(async () => {
    root = await realpath(await temporaryFolder('repositories'));
  });
  afterEach(() => removeFolder(root));

  const of = (...names: string[]) => new Repositories(() => 0, {}).of(path.join(root, ...names, 'a.md'));
  const remoteOf = async (...names: string[]) => (await of(...names))?.remote;
  const make = async (name: string, config: string): Promise<void> => {
    for (const each of ['objects', 'refs']) {
      await mkdir(path.join(root, name, '.git', each), { recursive: true });
    }
    await writeFile(path.join(root, name, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    await writeFile(path.join(root, name, '.git', 'config'), config);
  };
  const withUrl = (url: string): string =>
    `[core]\n\tbare = false\n[remote "fork"]\n\turl = https://x/y\n[remote "origin"]\n\turl = ${url}\n`;

  it('is none where Git was not', async () => {
    assert.equal(await of('docs'), undefined);
  });

  it('is that of the folders above, and has its place', async () => {
    await make('one', withUrl('https://git.example/team/docs.git'));
    assert.deepEqual(await of('one', 'deep', 'er'), await of('one'));
    assert.equal((await of('one', 'deep'))?.folder, path.join(root, 'one'));
  });

  it('is the same in any spelling of its address, and holds no secret of it', async () => {
    const urls = [
      'https://git.example/team/docs.git',
      'https://me:s3cret@git.example/team/docs',
      'ssh://git@git.example:22/team/docs.git/',
      'git@GIT.example:team/docs.git',
    ];
    const origins = new Set<string | undefined>();
    for (const [at, url] of urls.entries()) {
      await make(`${at}`, withUrl(url));
      origins.add(await remoteOf(`${at}`));
    }
    assert.equal(origins.size, 1);
    assert.match([...origins][0] ?? '', /^[\da-f]{32}$/);
  });

  it('is another one at another address, or where a path leads elsewhere', async () => {
    await make('a/one', withUrl('../origin.git'));
    await make('b/one', withUrl('../origin.git'));
    await make('c', withUrl('git@git.example:other/docs.git'));
    await make('d', withUrl('git@git.example:team/docs.git'));
    await make('e', '');
    await make('f', '');
    const remotes = await Promise.all(['a/one', 'b/one', 'c', 'd'].map((name) => remoteOf(name)));
    assert.equal(new Set(remotes).size, 4);
    assert.ok(!remotes.includes(undefined));
    assert.deepEqual([await remoteOf('e'), await remoteOf('f')], [undefined, undefined]);
  });

  it('is that of a real clone and its worktree', async () => {
    const git = (cwd: string, ...all: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example', ...all], {
        cwd,
        stdio: 'pipe',
      });
    await mkdir(path.join(root, 'first'));
    git(path.join(root, 'first'), 'init', '-q', '-b', 'main');
    git(path.join(root, 'first'), 'commit', '-q', '--allow-empty', '-m', 'x');
    git(root, 'clone', '-q', path.join(root, 'first'), 'clone');
    git(path.join(root, 'clone'), 'worktree', 'add', '-q', '-b', 'topic/one', '../tree');
    const [clone, tree] = [await of('clone'), await of('tree')];
    assert.ok(clone?.remote !== undefined && clone.remote === tree?.remote);
    assert.equal(tree.folder, path.join(root, 'tree'));
    assert.deepEqual([clone.branch, tree.branch], ['main', 'topic/one']);
    git(path.join(root, 'tree'), 'checkout', '-q', '--detach');
    assert.match((await of('tree'))?.branch ?? '', /^[\da-f]{40}$/);
  });

  it('is none where what is there is not what Git writes', async () => {
    const write = async (name: string, text: string): Promise<void> => {
      await mkdir(path.join(root, name), { recursive: true });
      await writeFile(path.join(root, name, '.git'), text);
    };
    await write('server', 'gitdir: //server.example/share\n');
    await write('nowhere', 'gitdir: nowhere\n');
    await write('words', 'Something else.');
    await make('large', `${withUrl('https://git.example/a')}${'#'.repeat(1_100_000)}`);
    for (const [name, to] of [
      ['device', '/dev/zero'],
      ['terminal', '/dev/ptmx'],
      ['loop', 'config'],
    ] as const) {
      await mkdir(path.join(root, name, '.git'), { recursive: true });
      await symlink(to, path.join(root, name, '.git', 'config'));
      await mkdir(path.join(root, `${name}s`));
      await symlink(to, path.join(root, `${name}s`, '.git'));
    }
    for (const name of [
      'server',
      'nowhere',
      'words',
      'large',
      'device',
      'devices',
      'terminal',
      'terminals',
      'loop',
    ]) {
      assert.equal(await of(name), undefined, name);
    }
  });

  it('is looked for once for many files, and again after a while', async () => {
    let now = 0;
    const repositories = new Repositories(() => now, {});
    const file = path.join(root, 'late', 'a.md');
    assert.equal(await repositories.of(file), undefined);
    await make('late', '');
    assert.equal(await repositories.of(file), undefined);
    now = 6_000;
    assert.equal((await repositories.of(file))?.folder, path.join(root, 'late'));
  });

  describe('of somebody else', () => {
    const other = 12_345;
    const around = async (variables: Readonly<Record<string, string>> = {}) =>
      (await new Repositories(() => 0, variables).gitDirectoriesAround(path.join(root, 'shared', 'docs')))
        ?.workTree;
    /** Whether Git itself works there. */
    const isUsable = (variables: Readonly<Record<string, string>> = {}): boolean =>
      spawnSync('git', ['rev-parse', '--git-dir'], {
        cwd: path.join(root, 'shared', 'docs'),
        env: { PATH: process.env.PATH, HOME: root, ...variables },
      }).status === 0;

    beforeEach(async function () {
      if (process.geteuid?.() !== 0) {
        // Only root can give a file away
        this.skip();
      }
      await mkdir(path.join(root, 'shared', 'docs'), { recursive: true });
      for (const folder of [root, path.join(root, 'shared')]) {
        execFileSync('git', ['init', '--quiet'], { cwd: folder });
      }
    });

    it('does not decide, nor does one above it, as with Git', async () => {
      const shared = path.join(root, 'shared');
      assert.equal(await around(), shared);
      assert.ok(isUsable());
      for (const given of [shared, path.join(shared, '.git')]) {
        await chown(given, other, other);
        assert.equal(await around(), undefined, given);
        assert.ok(!isUsable());
        await chown(given, 0, 0);
      }
      await chown(path.join(shared, '.git'), other, other);
      assert.equal(await of('shared', 'docs'), undefined);
    });

    it('does where the person has told Git that it is safe', async () => {
      const shared = path.join(root, 'shared');
      await chown(path.join(shared, '.git'), other, other);
      await writeFile(path.join(shared, '.git', 'config'), '[safe]\n\tdirectory = *\n');
      const settings = path.join(root, 'settings');
      const told = async (...values: readonly string[]): Promise<boolean> => {
        await writeFile(settings, values.map((value) => `[safe]\n\tdirectory = ${value}\n`).join(''));
        const variables = { GIT_CONFIG_GLOBAL: settings, GIT_CONFIG_NOSYSTEM: '1', HOME: root };
        const isSafe = (await around(variables)) === shared;
        assert.equal(isSafe, isUsable(variables), values.join());
        return isSafe;
      };
      assert.deepEqual(
        [await told(), await told(shared), await told('*'), await told(root), await told('*', '""')],
        [false, true, true, false, false],
      );
      assert.equal(await told('~/shared'), true);
      const variables = {
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: shared,
      };
      assert.equal(await around(variables), shared);
      assert.ok(isUsable(variables));
      const sudo = { SUDO_UID: `${other}` };
      assert.equal(await around(sudo), shared);
      assert.ok(isUsable(sudo));
    });
  });
});
