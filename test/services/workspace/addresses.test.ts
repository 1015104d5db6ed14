import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { diskWorkspace } from '../../../src/services/workspace/diskWorkspace.js';
import { childOf, pathIn } from '../../../src/services/workspace/workspace.js';

const names = [
  'a.md',
  'a b.md',
  'ä.md',
  'a#b.md',
  'a?.md',
  '100%.md',
  '%41.md',
  '_.md',
  '.md',
  '..md',
  'a..md',
];

describe('The address of a file', () => {
  for (const root of [path.resolve('/'), path.resolve('/work space/ü%')]) {
    const workspace = diskWorkspace({ root, settings: () => ({}), now: Date.now, variables: {} });
    const rootUri = pathToFileURL(root).href;

    for (const name of names) {
      it(`is that of its folder and its name: ${name} in ${root}`, async () => {
        const file = path.join(root, 'docs', name);
        const uri = workspace.join(workspace.join(rootUri, 'docs'), name);
        assert.equal(uri, pathToFileURL(file).href);
        assert.equal(workspace.shownPath(uri), `docs/${name}`);
        assert.equal((await workspace.identify(uri)).workspacePath, `docs/${name}`);
        assert.equal(pathIn(uri), new URL(uri).pathname.split('/').map(decodeURIComponent).join('/'));
      });
    }

    it(`is the same of a folder with “/” at its end, in ${root}`, () => {
      assert.equal(
        workspace.join(`${pathToFileURL(path.join(root, 'docs')).href}/`, 'a.md'),
        pathToFileURL(path.join(root, 'docs', 'a.md')).href,
      );
      assert.equal(workspace.shownPath(`${pathToFileURL(path.join(root, 'docs')).href}/`), 'docs');
    });
  }

  it('is not made of a name that leads elsewhere, or of an address that ends in something else than a path', () => {
    assert.equal(childOf('file:///a', ['..']), undefined);
    assert.equal(childOf('file:///a', ['b/c']), undefined);
    assert.equal(childOf('file:///a', ['b', 'c']), undefined);
    assert.equal(childOf('other:/a?b', ['c']), undefined);
  });

  it('has a path in any file system of VS Code', () => {
    assert.equal(pathIn('untitled:Untitled-1'), 'Untitled-1');
    assert.equal(pathIn('vscode-remote://wsl%2Bubuntu/home/a%20b.md'), '/home/a b.md');
    assert.equal(pathIn('file:///c%3A/a.md'), '/c:/a.md');
    assert.equal(pathIn('file://server/share/a.md'), '/share/a.md');
    assert.equal(pathIn('memory:/a.md?version#part'), '/a.md');
    assert.equal(pathIn('memory:/%E4.md'), '/%E4.md');
  });
});
