import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Removal } from '../../../src/services/shared/removal.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { MemoryState } from '../fakes.js';

describe('The removal of all data', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryFolder('removal')));
  afterEach(() => removeFolder(folder));

  const failed = (error: unknown): void => assert.fail(String(error));

  it('reaches each other workspace once, when that is opened next, before anything of it is read', async () => {
    const [global, here, there] = [new MemoryState(), new MemoryState(), new MemoryState()];
    const storage = path.join(folder, 'storage');
    const work = async (): Promise<void> => {
      await there.update('running', true);
      await mkdir(path.join(storage, 'runs'), { recursive: true });
      await writeFile(path.join(storage, 'runs', 'run-1-1.jsonl'), '{}');
    };
    const open = (): void => new Removal(global, there).complete(storage, failed);
    await global.update('endpoint', 'https://a.example/');
    await here.update('plan', {});
    await work();
    open();
    assert.equal(there.get('running'), true, 'Nobody has removed anything.');
    for (const now of [1, 2]) {
      await new Removal(global, here).remove(now);
      assert.deepEqual([global.keys(), here.keys()], [['removedAt'], ['removedAt']]);
      open();
      assert.deepEqual(there.keys(), ['removedAt']);
      assert.deepEqual(await readdir(folder), []);
      await work();
      open();
      new Removal(global, here).complete(undefined, failed);
      assert.equal(there.get('running'), true, 'This was kept since.');
      assert.deepEqual(await readdir(storage), ['runs']);
    }
  });

  it('reaches a workspace once too where profiles share it, of which one has removed nothing', async () => {
    const [one, other, workspace] = [new MemoryState(), new MemoryState(), new MemoryState()];
    await new Removal(one, workspace).remove(100);
    for (const profile of [one, other, one, other]) {
      await workspace.update('running', true);
      new Removal(profile, workspace).complete(undefined, failed);
      assert.equal(workspace.get('running'), true);
    }
  });
});
