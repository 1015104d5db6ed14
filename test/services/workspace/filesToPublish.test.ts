import assert from 'node:assert/strict';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { diskWorkspace } from '../../../src/services/workspace/diskWorkspace.js';
import { foldersToPublish } from '../../../src/services/workspace/filesToPublish.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';

describe('The folders that a person can publish', () => {
  it('have Markdown files somewhere that no rule leaves out: each once, after the one that it is in', async () => {
    const root = await realpath(await temporaryFolder('folders'));
    try {
      for (const name of [
        'one.md',
        'docs/api v2/deep/two.md',
        'docs/api v2/deep/three.md',
        'docs/four.md',
        'src/code.ts',
        'node_modules/some/five.md',
        'build/six.md',
      ]) {
        await mkdir(path.join(root, name, '..'), { recursive: true });
        await writeFile(path.join(root, name), '# Title\n');
      }
      await writeFile(path.join(root, '.wikiignore'), 'build/\n');
      const settings = () => ({});
      const workspace = diskWorkspace({ root, settings, now: Date.now, variables: {} });
      const found: string[] = [];
      for await (const uri of foldersToPublish(workspace, [pathToFileURL(root).href])) {
        found.push(path.relative(pathToFileURL(root).pathname, new URL(uri).pathname));
      }
      assert.deepEqual(found, ['docs', 'docs/api%20v2', 'docs/api%20v2/deep']);
    } finally {
      await removeFolder(root);
    }
  });
});
