import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAssumedToExist } from '../../../src/services/workspace/goneFiles.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';

describe('A file', () => {
  const at = (realPath: string | undefined) => ({ uri: 'file:///any.md', realPath });

  it('is gone once it or its folder was deleted', async () => {
    const folder = await temporaryFolder('gone');
    const file = path.join(folder, 'a.md');
    await writeFile(file, 'Text');
    assert.equal(await isAssumedToExist(at(file)), true);
    await rm(file);
    assert.equal(await isAssumedToExist(at(file)), false);
    await removeFolder(folder);
    assert.equal(await isAssumedToExist(at(file)), false);
  });

  it('is not gone where its drive is not mounted, or it is on another computer', async () => {
    for (const file of ['/Volumes/Not Mounted/a.md', '/media/nobody/stick/docs/a.md']) {
      assert.equal(await isAssumedToExist(at(file)), true, file);
    }
    assert.equal(await isAssumedToExist(at(undefined)), true);
  });
});
