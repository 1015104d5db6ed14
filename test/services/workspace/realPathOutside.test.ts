import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { realPathOutside } from '../../../src/services/workspace/realPathOutside.js';

describe('A link out of the opened folders', () => {
  let root: string;
  const at = (...names: string[]): string => path.join(root, ...names);
  const opened = (): string[] => [at('opened'), at('alias')];

  before(async () => {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'links-')));
    for (const folder of ['opened/sub', 'opened-too', 'outside', 'really']) {
      await mkdir(at(folder), { recursive: true });
      await writeFile(at(folder, 'a.md'), '# A\n');
    }
    // A folder that was itself opened by a link
    await symlink(at('really'), at('alias'));
    await symlink(at('outside', 'a.md'), at('opened', 'out.md'));
    await symlink(at('opened-too', 'a.md'), at('opened', 'neighbour.md'));
    await symlink(at('outside'), at('opened', 'folder'));
    await symlink(at('opened', 'sub', 'a.md'), at('opened', 'in.md'));
    await symlink(at('really', 'a.md'), at('opened', 'other.md'));
    await symlink(at('nowhere.md'), at('opened', 'broken.md'));
  });

  after(() => rm(root, { recursive: true }));

  for (const [what, file, target] of [
    ['a file', 'opened/sub/a.md', undefined],
    ['a file of a folder that was opened by a link', 'alias/a.md', undefined],
    ['a link within the folder', 'opened/in.md', undefined],
    ['a link to another opened folder', 'opened/other.md', undefined],
    ['a link to nothing', 'opened/broken.md', undefined],
    ['a file that was opened by itself', 'outside/a.md', undefined],
    ['a link to a file outside', 'opened/out.md', 'outside/a.md'],
    ['a link to a folder whose name begins alike', 'opened/neighbour.md', 'opened-too/a.md'],
    ['a file in a folder that is a link', 'opened/folder/a.md', 'outside/a.md'],
  ] as const) {
    it(`${target === undefined ? 'is not' : 'is'} ${what}`, async () => {
      assert.equal(await realPathOutside(at(file), opened()), target && at(target));
    });
  }
});
