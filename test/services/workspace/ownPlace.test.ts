import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { whyNotInPlace } from '../../../src/services/workspace/ownPlace.js';

describe('A file that is reached by a link', () => {
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
    ['a file whose name is written in other letters', 'opened/sub/A.md', undefined],
    ['a link within the folder', 'opened/in.md', 'opened/sub/a.md'],
    ['a link to another opened folder', 'opened/other.md', 'really/a.md'],
    ['a link to nothing', 'opened/broken.md', undefined],
    ['a file that was opened by itself', 'outside/a.md', undefined],
    ['a link to a file outside', 'opened/out.md', 'outside/a.md'],
    ['a link to a folder whose name begins alike', 'opened/neighbour.md', 'opened-too/a.md'],
    ['a file in a folder that is a link', 'opened/folder/a.md', 'outside/a.md'],
  ] as const) {
    it(`${target === undefined ? 'is not' : 'is'} ${what}`, async () => {
      const real = target && at(target);
      assert.deepEqual(await whyNotInPlace(at(file), opened()), real && { kind: 'linked', real });
    });
  }

  it('is none in a folder of Git, however it is written', async () => {
    for (const file of ['opened/.git/logs/a.md', 'opened/sub/.GIT/a.md']) {
      assert.deepEqual(await whyNotInPlace(at(file), opened()), { kind: 'git' });
    }
    assert.equal(await whyNotInPlace(at('opened/.github/a.md'), opened()), undefined);
  });
});
