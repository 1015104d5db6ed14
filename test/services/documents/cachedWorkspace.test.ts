import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedWorkspace } from '../../../src/services/documents/cachedWorkspace.js';
import { diskWorkspace } from '../../../src/services/workspace/diskWorkspace.js';
import { pageSettingsOf } from '../../../src/services/documents/readDocument.js';
import type { Workspace } from '../../../src/services/workspace/workspace.js';

describe('A workspace as one plan sees it', () => {
  let root = '';
  let settings: Record<string, unknown> = {};
  let asked = 0;
  let workspace: Workspace;
  const uriOf = (name: string): string => pathToFileURL(path.join(root, name)).href;
  const spaceIn = (plan: Workspace): unknown => pageSettingsOf(plan, uriOf('a.md')).defaults.space;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'now-')));
    settings = { 'publishToWiki.space': '1' };
    asked = 0;
    const counted = (): typeof settings => {
      asked++;
      return settings;
    };
    workspace = diskWorkspace({ root, settings: counted, now: Date.now, variables: {} });
    await writeFile(path.join(root, 'a.md'), '# A\n');
    await writeFile(path.join(root, 'b.md'), '# B\n');
  });
  afterEach(() => rm(root, { recursive: true }));

  it('has each setting of a folder once, and the next plan has it anew', () => {
    const plan = cachedWorkspace(workspace);
    assert.equal(spaceIn(plan), '1');
    const once = asked;
    settings = { 'publishToWiki.space': '2' };
    assert.equal(pageSettingsOf(plan, uriOf('docs/b.md')).defaults.space, '1');
    assert.equal(asked, once);
    assert.equal(spaceIn(cachedWorkspace(workspace)), '2');
  });

  it('reads what the settings say of a folder once for all its documents', () => {
    const plan = cachedWorkspace(workspace);
    const read = pageSettingsOf(plan, uriOf('docs/a.md'));
    assert.equal(pageSettingsOf(plan, uriOf('docs/b.md')), read);
    assert.notEqual(pageSettingsOf(plan, uriOf('a.md')), read);
    assert.notEqual(pageSettingsOf(cachedWorkspace(workspace), uriOf('docs/a.md')), read);
  });

  it('knows a file by where it was read, and the next plan looks again', async () => {
    const plan = cachedWorkspace(workspace);
    const realPathIn = async (seen: Workspace) => (await seen.identify(uriOf('a.md'))).realPath;
    assert.deepEqual(await plan.text(uriOf('a.md')), { value: '# A\n' });
    assert.equal(await realPathIn(plan), path.join(root, 'a.md'));
    await rm(path.join(root, 'a.md'));
    await symlink(path.join(root, 'b.md'), path.join(root, 'a.md'));
    assert.equal(await realPathIn(plan), path.join(root, 'a.md'));
    assert.equal(await realPathIn(cachedWorkspace(workspace)), path.join(root, 'b.md'));
  });

  it('does not read what a link leads out of the folder to, though the plan knows the file', async () => {
    const plan = cachedWorkspace(workspace);
    await plan.identify(uriOf('a.md'));
    await plan.text(uriOf('a.md'));
    await rm(path.join(root, 'a.md'));
    await symlink('/etc/hostname', path.join(root, 'a.md'));
    const { value, problem = '' } = await plan.text(uriOf('a.md'));
    assert.equal(value, undefined);
    assert.match(problem, /hostname/);
  });
});
