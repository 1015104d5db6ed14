import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { diskWorkspace } from '../../../src/services/workspace/diskWorkspace.js';
import { filesToPublish } from '../../../src/services/workspace/filesToPublish.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { fileName as name, folder, oneCase, rule } from './gitRules.js';

/** The same ones in each run, and more of them each night: some of each kind are among them. */
const repositories = { numRuns: process.env.CASES === undefined ? 40 : 120, seed: 1 };

const inConfig = [
  ...(['usual', 'xdg', 'home', 'included', 'global', 'variable', 'repository', 'nowhere'] as const),
] as const;
type InConfig = (typeof inConfig)[number];
const likely = fc
  .tuple(
    fc.constantFrom('', '', '/', 'docs/', 'a/', '**/', '!', '!/'),
    fc.constantFrom('a', 'b', 'B', '*', '[ab]', 'docs', 'a*'),
    fc.constantFrom('', '.md', '.md', '/', '/*'),
  )
  .map((parts) => parts.join(''));
const lines = fc.array(fc.oneof(rule, likely, likely), { maxLength: 4 });
const repository = fc.record({
  files: fc.uniqueArray(
    fc.tuple(folder, name).map(([within, file]) => `${within}${file}.md`),
    { minLength: 12, maxLength: 30, selector: (each) => each.toLowerCase() },
  ),
  ignores: fc.dictionary(folder, lines, { maxKeys: 3 }),
  above: lines,
  exclude: lines,
  user: lines,
  inConfig: fc.constantFrom(...inConfig),
  /** Which folder of a file is opened. */
  within: fc.nat(20),
});

describe('What git ignores by rules that are not in the folder', () => {
  let root: string;

  before(async () => {
    root = await temporaryFolder('above');
  });

  after(() => removeFolder(root));

  it('is left out below any folder of a repository, whichever of git’s sources says so', async function () {
    this.timeout(120_000);
    const counts = { taken: 0, above: 0, exclude: 0, user: 0 };
    for (const [index, sample] of fc.sample(repository, repositories).entries()) {
      const { files: written, ignores, above, exclude, user, inConfig, within } = sample;
      const home = path.join(root, `home${index}`);
      const top = path.join(root, `r${index}`);
      const spelled = oneCase(written);
      const variables = await writeUser(home, user, inConfig);
      const own = inConfig === 'repository' ? `\texcludesFile = ${path.join(home, 'named')}\n` : '';
      for (const each of ['objects', 'refs', 'info']) {
        await mkdir(path.join(top, '.git', each), { recursive: true });
      }
      await writeFile(path.join(top, '.git', 'HEAD'), 'ref: refs/heads/main\n');
      await writeFile(path.join(top, '.git', 'config'), `[core]\n\tignoreCase = true\n${own}`);
      await writeFile(path.join(top, '.git', 'info', 'exclude'), exclude.join('\n'));
      for (const [place, text] of [
        ...spelled.map((file) => [file, ''] as const),
        ...Object.entries({ ...ignores, '': above }).map(
          ([each, lines]) => [`${each}.gitignore`, lines.join('\n')] as const,
        ),
      ]) {
        await mkdir(path.join(top, path.dirname(place)), { recursive: true });
        await writeFile(path.join(top, place), text);
      }
      const folders = [...new Set(spelled.map((file) => file.split('/')[0] ?? '.'))].filter(
        (each) => !each.endsWith('.md'),
      );
      const opened = path.join(top, folders[within % folders.length] ?? '.');
      const all = spelled.map((file) => path.join(top, file)).filter((file) => file.startsWith(`${opened}/`));
      const checked = spawnSync('git', ['check-ignore', '--no-index', '--verbose', '--stdin', '-z'], {
        ...{ cwd: top, env: { ...process.env, ...variables }, encoding: 'utf8' },
        input: [...all, ...(opened === top ? [] : [opened])]
          .map((each) => path.relative(top, each))
          .join('\0'),
      });
      assert.ok((checked.status ?? 128) < 2, checked.stderr);
      const ignored = new Map<string, string>();
      const told = checked.stdout.split('\0').values();
      for (const source of told) {
        const [, pattern = '', each = ''] = [told.next().value, told.next().value, told.next().value];
        if (source !== '' && !pattern.startsWith('!')) {
          ignored.set(path.join(top, each), source);
        }
      }
      if (ignored.has(opened)) {
        // Whoever opens a folder that git ignores means it
        continue;
      }
      const wanted = all.filter((file) => !ignored.has(file));
      assert.deepEqual(await foundIn(opened, variables), wanted.sort(), JSON.stringify(sample));
      counts.taken += wanted.length;
      for (const source of all.map((file) => ignored.get(file)).filter((each) => each !== undefined)) {
        const isAbove = !path.join(top, source).startsWith(`${opened}/`);
        const from = source.endsWith('exclude')
          ? 'exclude'
          : source.endsWith('.gitignore')
            ? 'above'
            : 'user';
        counts[from] += from === 'above' && !isAbove ? 0 : 1;
      }
    }
    assert.ok(
      Object.values(counts).every((count) => count > 0),
      JSON.stringify(counts),
    );
  });

  it('is left out of what stands in a hidden folder, or in an ignored one by another rule, though that was chosen', async () => {
    const top = path.join(root, 'chosen');
    const variables = { HOME: top };
    await mkdir(path.join(top, '.github'), { recursive: true });
    await mkdir(path.join(top, 'dist'));
    spawnSync('git', ['init', '--quiet'], { cwd: top });
    await writeFile(path.join(top, '.gitignore'), 'dist/\n*.secret.md\n');
    for (const place of ['.github/a.md', '.github/a.secret.md', 'dist/a.md', 'dist/a.secret.md']) {
      await writeFile(path.join(top, place), '');
    }
    for (const folder of ['.github', 'dist']) {
      const wanted = [path.join(top, folder, 'a.md')];
      assert.deepEqual(await foundIn(path.join(top, folder), variables), wanted);
      assert.deepEqual(await foundIn(top, variables, path.join(top, folder)), wanted);
    }
  });

  it('is known of a repository inside another one, of a worktree and of a folder that is a link', async () => {
    const git = (cwd: string, ...args: readonly string[]) => {
      const who = ['-c', 'user.name=x', '-c', 'user.email=x@example'];
      assert.equal(spawnSync('git', [...who, ...args], { cwd }).status, 0, args.join(' '));
    };
    const top = path.join(root, 'inside');
    const variables = { HOME: top };
    await mkdir(path.join(top, 'docs', 'inner', 'deep'), { recursive: true });
    git(top, 'init', '--quiet');
    git(path.join(top, 'docs', 'inner'), 'init', '--quiet');
    git(top, 'commit', '--quiet', '--allow-empty', '--message', 'x');
    git(top, 'worktree', 'add', '--quiet', '../tree');
    await mkdir(path.join(root, 'tree', 'docs'));
    await writeFile(path.join(top, '.git', 'info', 'exclude'), 'b.md\n');
    await writeFile(path.join(top, 'docs', 'inner', '.git', 'info', 'exclude'), 'c.md\n');
    // Git looks further above a folder that is only called so
    await mkdir(path.join(top, 'docs', '.git'));
    for (const folder of [
      path.join(top, 'docs'),
      path.join(top, 'docs', 'inner', 'deep'),
      path.join(root, 'tree', 'docs'),
    ]) {
      for (const name of ['a.md', 'b.md', 'c.md']) {
        await writeFile(path.join(folder, name), '');
      }
    }
    await symlink(path.join(top, 'docs'), path.join(root, 'link'));
    const names = async (opened: string) =>
      (await foundIn(opened, variables)).map((file) => path.relative(opened, file));
    const all = ['a.md', 'c.md', 'inner/deep/a.md'];
    assert.deepEqual(await names(path.join(top, 'docs')), all);
    assert.deepEqual(await names(path.join(root, 'link')), all);
    assert.deepEqual(await names(path.join(top, 'docs', 'inner', 'deep')), ['a.md', 'b.md']);
    assert.deepEqual(await names(path.join(root, 'tree', 'docs')), ['a.md', 'c.md']);
  });

  it('is not known where there is too much of it, so nothing is taken', async () => {
    const top = path.join(root, 'large');
    await mkdir(path.join(top, 'docs'), { recursive: true });
    spawnSync('git', ['init', '--quiet'], { cwd: top });
    await writeFile(path.join(top, 'docs', 'a.md'), '');
    const wanted = [path.join(top, 'docs', 'a.md')];
    for (const [name, found] of [
      ['.gitignore', '.gitignore'],
      ['.git/info/exclude', '.git'],
    ] as const) {
      assert.deepEqual(await foundIn(path.join(top, 'docs'), {}), wanted);
      await writeFile(path.join(top, name), '#'.repeat(1_100_000));
      assert.deepEqual(await foundIn(path.join(top, 'docs'), {}), [path.join(top, found)]);
      await writeFile(path.join(top, name), '');
    }
  });

  async function writeUser(
    home: string,
    lines: readonly string[],
    inConfig: InConfig,
  ): Promise<Readonly<Record<string, string>>> {
    const named = path.join(home, 'named');
    await mkdir(path.join(home, '.config', 'git'), { recursive: true });
    await mkdir(path.join(home, 'xdg', 'git'), { recursive: true });
    const text = lines.join('\n');
    await writeFile(named, text);
    const base = { HOME: home, XDG_CONFIG_HOME: '', GIT_CONFIG_NOSYSTEM: '1' };
    switch (inConfig) {
      case 'usual':
        await writeFile(path.join(home, '.config', 'git', 'ignore'), text);
        return base;
      case 'xdg':
        await writeFile(path.join(home, 'xdg', 'git', 'ignore'), text);
        return { ...base, XDG_CONFIG_HOME: path.join(home, 'xdg') };
      case 'home':
        await writeFile(
          path.join(home, '.gitconfig'),
          '[user]\n\tname = A # [core]\n[Core]\n\tExcludesFile = "~/named"\n',
        );
        return base;
      case 'included':
        await writeFile(path.join(home, '.gitconfig'), `[includeIf "gitdir:${root}/"]\n\tpath = more\n`);
        await writeFile(path.join(home, 'more'), '[core] excludesFile = ~/na\\\nmed ; as said\n');
        return base;
      case 'global':
        await writeFile(path.join(home, 'settings'), `[core]\nexcludesfile = ${named}`);
        return { ...base, GIT_CONFIG_GLOBAL: path.join(home, 'settings') };
      case 'variable':
        return {
          ...base,
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: 'core.excludesFile',
          GIT_CONFIG_VALUE_0: named,
        };
      case 'repository':
      case 'nowhere':
        return base;
    }
  }

  async function foundIn(
    opened: string,
    variables: Readonly<Record<string, string>>,
    chosen = opened,
  ): Promise<readonly string[]> {
    const workspace = diskWorkspace({ root: opened, settings: () => ({}), now: Date.now, variables });
    const found: string[] = [];
    for await (const { uri } of filesToPublish(workspace, [pathToFileURL(chosen).href], () => undefined)) {
      found.push(fileURLToPath(uri));
    }
    return found.sort();
  }
});
