import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { readFolderSettings } from '../../src/cli/workspace/folderSettings.js';
import { Repositories } from '../../src/services/workspace/repositories.js';
import { MemoryState } from '../../src/services/shared/memory.js';
import { diskWorkspace } from '../../src/services/workspace/diskWorkspace.js';
import { filesToPublish } from '../../src/services/workspace/filesToPublish.js';
import { linkedFileUri } from '../../src/services/workspace/linkedFiles.js';
import { pageSettingsOf } from '../../src/services/documents/readDocument.js';
import { fileNameOf, pathFromRoot, type Workspace } from '../../src/services/workspace/workspace.js';
import { createIdentify } from '../../src/ui/page/identify.js';
import { FolderLayouts } from '../../src/ui/page/folderLayouts.js';
import { textOnDisk } from '../../src/ui/page/fileText.js';
import { windowWorkspace } from '../../src/ui/page/windowWorkspace.js';

const latin1 = Buffer.from('# Caf\xe9\n', 'latin1');
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('# Größe\n', 'utf16le')]);
const files: Readonly<Record<string, string | Buffer>> = {
  'shared/a.md': '# A\n\n[b](../b%20c.md)\n',
  'shared/über uns.md': '# Über\n',
  'shared/100%.md': '# Percent\n',
  'shared/a#b?c.md': '# Marks\n',
  "shared/it's (1) [x] {y}.md": '# Brackets\n',
  'shared/日本.markdown': '# 日本\n',
  'shared/mark.md': '\ufeff# Mark\n',
  'shared/latin1.md': latin1,
  'shared/utf16.md': utf16,
  'shared/zero.md': Buffer.from('# A\0B\n'),
  'shared/deep/er/index.md': '# Index\n',
  'shared/old/x.md': '# Old\n',
  'shared/keep/old.md': '# Kept\n',
  'shared/tmp/a.draft.md': '# Draft\n',
  'shared/.git/x.md': '# Git\n',
  'shared/ignored/x.md': '# Ignored\n',
  'shared/.gitignore': 'ignored/\n',
  'shared/notes.txt': 'Text.\n',
  '.vscode/settings.json': JSON.stringify({
    'files.exclude': { '**/old': true, 'shared/**/*.draft.md': true, 'shared/zero.md': false },
    'publishToWiki.space': '1001',
    'publishToWiki.folders': { shared: { parent: '2002', layout: 'tree' } },
    'publishToWiki.publicAddress': 'https://example.com/docs',
    'publishToWiki.problems': { images: 'error' },
  }),
};

describe('A folder in a window and on a disk', () => {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('No folder is open.');

  before(async () => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), content);
    }
    await symlink('/etc/hostname', path.join(root, 'shared/outside.md'));
    await symlink(path.join(root, 'shared/a.md'), path.join(root, 'shared/inside.md'));
    const isSet = (): boolean => vscode.workspace.getConfiguration('publishToWiki').get('space') === '1001';
    while (!isSet()) {
      await new Promise((resolve) => vscode.workspace.onDidChangeConfiguration(resolve));
    }
  });

  after(async () => {
    await rm(path.join(root, 'shared'), { recursive: true });
    await rm(path.join(root, '.vscode'), { recursive: true });
  });

  it('has the same files, texts, settings and identities', async () => {
    const seen = await Promise.all((await both()).map(lookAround));
    assert.ok(seen[0] && seen[0].length > 12, JSON.stringify(seen[0]));
    assert.deepEqual(seen[0], seen[1]);
  });

  it('has nothing in a folder that is gone, and does not know what is in one that can’t be read', async () => {
    for (const { files, join } of await both()) {
      const entriesOf = (name: string) => files.entries(join(vscode.Uri.file(root).toString(), name));
      assert.deepEqual(await Promise.all([entriesOf('gone'), entriesOf('x'.repeat(300))]), [[], undefined]);
    }
  });

  it('has a file in the encoding of its document, which is not that of its bytes', async () => {
    const uri = vscode.Uri.file(path.join(root, 'shared/latin1.md'));
    assert.equal((await textOnDisk(uri)).value, '# Caf\ufffd\n');
    assert.equal((await textOnDisk(uri, { encoding: 'windows1252' })).value, '# Café\n');
  });

  async function both(): Promise<readonly Workspace[]> {
    const settings = await readFolderSettings(root);
    const repositories = new Repositories(Date.now, {});
    return [
      diskWorkspace({ root, settings: () => settings, now: Date.now, variables: {} }),
      windowWorkspace(
        createIdentify('window', repositories),
        new FolderLayouts(new MemoryState()),
        repositories,
      ),
    ];
  }

  async function lookAround(workspace: Workspace): Promise<readonly unknown[]> {
    const seen: unknown[] = [];
    const folder = workspace.join(vscode.Uri.file(root).toString(), 'shared');
    const found = filesToPublish(workspace, [folder], ({ path: place, by }) => void seen.push([place, by]));
    for await (const { uri, path: place, problem } of found) {
      const { value, problem: unread } = await workspace.text(uri);
      const { realPath, workspacePath } = await workspace.identify(uri);
      const { defaults, tree, severities, text } = pageSettingsOf(workspace, uri);
      const linked = linkedFileUri(workspace, uri, '../b%20c.md#x');
      seen.push([
        ...[place, problem, value, unread, realPath, workspacePath, fileNameOf(uri)],
        ...[pathFromRoot(workspace, uri), await workspace.whyNotInPlace(uri), await workspace.isGone(uri)],
        value !== undefined && (await workspace.isGarbled(uri, value)),
        ...[
          defaults,
          tree,
          severities.localImage,
          text.publicAddresses,
          linked && pathFromRoot(workspace, linked),
        ],
      ]);
    }
    return seen;
  }
});
