import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readMergeBase } from '../../src/cli/workspace/mergeBase.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { runGit } from '../host/git.js';

describe('The texts of files at a commit', () => {
  let root: string;
  const git = (...args: readonly string[]): string => runGit(root, ...args);
  const environment = { PATH: process.env.PATH };

  beforeEach(async () => {
    root = await temporaryFolder('blobs');
    git('init', '--quiet', '--initial-branch', 'main');
  });
  afterEach(() => removeFolder(root));

  it('are those of Git, whatever their names and sizes, read by one process', async () => {
    const texts = new Map([
      ['empty.md', ''],
      ['docs/a\nb "c".md', '# Größe\n\n'],
      ['docs/large.md', 'äöü\n'.repeat(400_000)],
      ['kept.json', '{}'],
      ...Array.from({ length: 30 }, (_, at) => [`many/${at}.md`, `# ${at}\n`.repeat(at)] as const),
    ]);
    for (const [name, text] of texts) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), text);
    }
    git('add', '--all');
    git('commit', '--quiet', '--message', 'One');
    const names = [...texts.keys()].filter((name) => name.endsWith('.md'));
    for (const name of names) {
      await rm(path.join(root, name));
    }
    git('commit', '--quiet', '--all', '--message', 'Two');
    const base = await readMergeBase(root, 'HEAD~1', environment, ['kept.json', 'missing.json']);
    try {
      assert.deepEqual(base.changed.map(({ before }) => before).sort(), names.toSorted());
      const all = [...texts.keys(), 'missing.json'];
      const read = await Promise.all(all.map((name) => base.textOf(name)));
      assert.deepEqual(
        new Map(all.map((name, at) => [name, read[at]])),
        new Map([...texts, ['missing.json', undefined]]),
      );
      for (const name of names) {
        assert.equal(await base.textOf(name), texts.get(name));
      }
    } finally {
      base.close();
    }
  });

  it('are not waited for where Git has ended or lacks one', async () => {
    await writeFile(path.join(root, 'a.md'), '# A\n');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'One');
    await rm(path.join(root, 'a.md'));
    git('commit', '--quiet', '--all', '--message', 'Two');
    const object = git('rev-parse', 'HEAD~1:a.md').trim();
    const base = await readMergeBase(root, 'HEAD~1', environment);
    await rm(path.join(root, '.git', 'objects', object.slice(0, 2), object.slice(2)));
    await assert.rejects(base.textOf('a.md'), /Git does not have all files of HEAD~1/);
    const asked = base.textOf('a.md');
    base.close();
    await assert.rejects(asked);
  });
});
