import assert from 'node:assert/strict';
import { FolderPages } from '../../../src/services/workspace/folderPages.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';
import { onDisk, writeFiles } from '../plan/treeOnDisk.js';

describe('What is above a file in a tree', () => {
  let folder: string;

  before(async () => {
    folder = await temporaryFolder('folder-pages');
    await writeFiles(folder, {
      '.wikiignore': 'hidden/README.md\n',
      'README.md': '',
      'a/Index.markdown': '',
      'a/readme.md': '',
      'a/index.txt': '',
      'a/b/c/x.md': '',
      'hidden/README.md': '',
      'hidden/x.md': '',
      'index.md/x.md': '',
      'hugo/_index.md': '',
      'hugo/README.md': '',
      'hugo/x.md': '',
      'Santa.md': '',
      'Santa/x.md': '',
      'Santa/deep/x.md': '',
      'notes/notes.md': '',
      'notes.md': '',
      'notes/x.md': '',
      'both.md': '',
      'both/README.md': '',
      'both/x.md': '',
    });
  });
  after(() => removeFolder(folder));

  const above = (path: string, top = '', everyFolder = false) =>
    new FolderPages(onDisk, folder).findParentPath(path, { top, everyFolder });

  for (const [path, flat, full] of [
    ['README.md', undefined, undefined],
    ['x.md', 'README.md', 'README.md'],
    ['a/Index.markdown', 'README.md', 'README.md'],
    ['a/readme.md', 'a/Index.markdown', 'a/Index.markdown'],
    ['a/b/c/x.md', 'a/Index.markdown', 'a/b/c/'],
    ['a/b/c/', 'a/Index.markdown', 'a/b/'],
    ['a/b/', 'a/Index.markdown', 'a/Index.markdown'],
    ['hidden/x.md', 'README.md', 'hidden/'],
    ['index.md/x.md', 'README.md', 'index.md/'],
    ['hugo/_index.md', 'README.md', 'README.md'],
    ['hugo/README.md', 'hugo/_index.md', 'hugo/_index.md'],
    ['hugo/x.md', 'hugo/_index.md', 'hugo/_index.md'],
    ['Santa.md', 'README.md', 'README.md'],
    ['Santa/x.md', 'Santa.md', 'Santa.md'],
    ['Santa/deep/x.md', 'Santa.md', 'Santa/deep/'],
    ['notes/notes.md', 'README.md', 'README.md'],
    ['notes/x.md', 'notes/notes.md', 'notes/notes.md'],
    ['notes.md', 'README.md', 'README.md'],
    ['both/README.md', 'README.md', 'README.md'],
    ['both/x.md', 'both/README.md', 'both/README.md'],
  ] as const) {
    it(`is ${flat ?? 'nothing'} for ${path}, and ${full ?? 'nothing'} where every folder has a page`, async () => {
      assert.equal(await above(path), flat);
      assert.equal(await above(path, '', true), full);
    });
  }

  it('is nothing beyond its top', async () => {
    assert.equal(await above('a/b/c/x.md', 'a/b/'), undefined);
    assert.equal(await above('a/b/c/x.md', 'a/b/', true), 'a/b/c/');
    assert.equal(await above('a/b/c/x.md', 'a/b/c/', true), undefined);
    assert.equal(await above('a/Index.markdown', 'a/'), undefined);
    assert.equal(await above('x.md', 'a/'), undefined);
    assert.equal(await above('Santa/x.md', 'Santa/'), undefined);
    assert.equal(await above('Santa/x.md', 'Santa/', true), undefined);
  });
});
