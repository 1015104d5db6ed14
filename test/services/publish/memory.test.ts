import assert from 'node:assert/strict';
import type { Remembered } from '../../../src/core/publish/remembered.js';
import { Memory } from '../../../src/services/publish/memory.js';
import { MemoryState } from '../fakes.js';

const target = { space: 'ENG', parent: '42', title: 'One', overwrite: false };
const endpoint = 'https://a.example/';
const record: Remembered = { endpoint, target, suggestedTitle: 'One', standing: 'published' };
const choice = (space: string, parent: string) => ({ ...record, target: { ...target, space, parent } });

describe('The memory', () => {
  let workspace: MemoryState;
  let everywhere: MemoryState;
  let memory: Memory;
  beforeEach(() => {
    workspace = new MemoryState();
    everywhere = new MemoryState();
    memory = new Memory(workspace, everywhere, () => assert.fail('It can be written.'));
  });

  it('has one record for a file, and forgets it', async () => {
    await memory.rememberFile('file:///a.md', record);
    await memory.rememberFile('file:///a.md', { ...record, standing: 'unknown' });
    assert.deepEqual(memory.file('file:///a.md'), { ...record, standing: 'unknown' });
    assert.equal(workspace.keys().length, 1);
    await memory.forgetFile('file:///a.md');
    assert.equal(memory.file('file:///a.md'), undefined);
    assert.equal(workspace.keys().length, 0);
  });

  it('follows a file that moves', async () => {
    await memory.rememberFile('file:///a.md', record);
    await memory.moveFiles('file:///a.md', 'file:///b/c.md');
    assert.equal(memory.file('file:///a.md'), undefined);
    assert.deepEqual(memory.file('file:///b/c.md'), record);
  });

  it('follows all files of a folder that moves, and no others', async () => {
    for (const uri of ['file:///docs/a.md', 'file:///docs/x/b.md', 'file:///docs2/c.md', 'file:///docs.md']) {
      await memory.rememberFile(uri, record);
    }
    await workspace.update('other:file:///docs/a.md', 1);
    await memory.moveFiles('file:///docs', 'file:///new');
    assert.deepEqual(
      new Set(workspace.keys()),
      new Set([
        ...[
          'file:file:///new/a.md',
          'file:file:///new/x/b.md',
          'file:file:///docs2/c.md',
          'file:file:///docs.md',
        ],
        'other:file:///docs/a.md',
      ]),
    );
  });

  it('has recent spaces and parents, the last first, each once, ten at most', async () => {
    for (let n = 1; n <= 12; n++) {
      await memory.rememberRecent(choice('ENG', String(n)));
    }
    await memory.rememberRecent(choice('OPS', '1'));
    await memory.rememberRecent(choice('ENG', '5'));
    assert.deepEqual(memory.spaces(endpoint), ['ENG', 'OPS']);
    assert.deepEqual(memory.parents(endpoint, 'ENG'), ['5', '12', '11', '10', '9', '8', '7', '6', '4', '3']);
    assert.deepEqual(memory.parents(endpoint, 'OPS'), ['1']);
    assert.deepEqual(memory.spaces('https://b.example/'), []);
  });

  it('knows the endpoint used last', async () => {
    assert.equal(memory.endpoint(), undefined);
    await memory.rememberEndpoint(endpoint);
    assert.equal(memory.endpoint(), endpoint);
  });

  it('reads nothing from a broken store', async () => {
    for (const broken of [null, 7, 'text', {}, [1], { endpoint, target: { ...target, parent: 'x' } }]) {
      await workspace.update('file:file:///a.md', broken);
      assert.equal(memory.file('file:///a.md'), undefined);
    }
    await everywhere.update(`spaces:${endpoint}`, { 0: 'ENG' });
    await everywhere.update(`parents:${endpoint} ENG`, ['1', 2, null]);
    assert.deepEqual([memory.spaces(endpoint), memory.parents(endpoint, 'ENG')], [[], ['1']]);
  });

  it('loses what can’t be written, and no more', async () => {
    await memory.rememberFile('file:///a.md', record);
    const full = { get: () => undefined, keys: () => [], update: () => Promise.reject(new Error('ENOSPC')) };
    const errors: unknown[] = [];
    const readOnly = new Memory({ ...full, get: workspace.get.bind(workspace) }, full, (error) =>
      errors.push(error),
    );
    await readOnly.rememberFile('file:///a.md', { ...record, standing: 'unknown' });
    await readOnly.rememberRecent(record);
    await readOnly.rememberEndpoint(endpoint);
    assert.deepEqual(readOnly.file('file:///a.md'), record);
    assert.equal(errors.length, 4);
  });
});
