import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import type { Files } from '../../../src/services/workspace/files.js';
import { findMarkdown } from '../../../src/services/workspace/findFiles.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { fileName as name, folder, oneCase, rule } from './gitRules.js';

const trees = 300;

const tree = fc.record({
  files: fc.uniqueArray(
    fc.tuple(folder, name).map(([within, file]) => `${within}${file}.md`),
    { minLength: 3, maxLength: 12, selector: (each) => each.toLowerCase() },
  ),
  ignores: fc.dictionary(folder, fc.array(rule, { minLength: 1, maxLength: 4 }), { minKeys: 1, maxKeys: 3 }),
});

describe('What git ignores', () => {
  let root: string;

  before(async () => {
    root = await temporaryFolder('git');
  });

  after(() => removeFolder(root));

  const git = (
    args: readonly string[],
    input = '',
  ): { status: number | null; stdout: string; stderr: string } => {
    const env = { ...process.env, HOME: root, XDG_CONFIG_HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
    return spawnSync('git', ['-c', 'core.ignorecase=true', ...args], {
      cwd: root,
      env,
      input,
      encoding: 'utf8',
    });
  };
  const files: Files<string> = {
    entries: async (place) =>
      (await readdir(place, { withFileTypes: true })).map((each) => [each.name, each.isDirectory() ? 2 : 1]),
    readRules: (place) =>
      readFile(place, 'utf8').then(
        (value) => ({ value }),
        () => undefined,
      ),
    join: (place, part) => path.join(place, part),
    repository: () => Promise.resolve(undefined),
    isHidden: () => false,
  };

  it('is left out, in trees with rules at several depths, and nothing else is', async function () {
    this.timeout(60_000);
    assert.equal(git(['init', '--quiet']).status, 0);
    const samples = fc.sample(tree, trees);
    const all: string[] = [];
    for (const [index, { files: written, ignores }] of samples.entries()) {
      for (const file of oneCase(written)) {
        all.push(`t${index}/${file}`);
        await mkdir(path.join(root, `t${index}`, path.dirname(file)), { recursive: true });
        await writeFile(path.join(root, `t${index}`, file), '');
      }
      for (const [within, lines] of Object.entries(ignores)) {
        const place = path.join(root, `t${index}`, within);
        await mkdir(place, { recursive: true });
        await writeFile(path.join(place, '.gitignore'), lines.join('\n'));
      }
    }
    const checked = git(['check-ignore', '--no-index', '--stdin', '-z'], all.join('\0'));
    assert.equal(checked.status, 0, checked.stderr);
    const ignored = new Set(checked.stdout.split('\0').filter(Boolean));
    assert.ok(ignored.size > 50 && ignored.size < all.length, `${ignored.size} of ${all.length}`);
    for (const [index, { ignores }] of samples.entries()) {
      const found: string[] = [];
      for await (const { path: each } of findMarkdown(files, path.join(root, `t${index}`))) {
        found.push(`t${index}/${each}`);
      }
      const wanted = all.filter((each) => each.startsWith(`t${index}/`) && !ignored.has(each));
      assert.deepEqual(found.sort(), wanted.sort(), JSON.stringify(ignores));
    }
  });
});
