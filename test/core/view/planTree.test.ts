import assert from 'node:assert/strict';
import { planTree, type PlanEntry, type PlanNode } from '../../../src/core/view/planTree.js';

const entry = (path: string, more: Partial<PlanEntry> = {}): PlanEntry => ({
  uri: `file:///${path}`,
  path,
  status: 'new',
  ...more,
});
/** Labels, indented. */
const shown = (nodes: readonly PlanNode[], indent = ''): string[] =>
  nodes.flatMap((node) => [
    `${indent}${node.kind === 'group' ? node.status : node.label} ${node.files.length}`,
    ...shown(node.children, `${indent}  `),
  ]);
const all = (nodes: readonly PlanNode[]): PlanNode[] =>
  nodes.flatMap((node) => [node, ...all(node.children)]);

describe('The rows of a plan', () => {
  it('are groups in their order, without empty ones', () => {
    const entries = [
      entry('c.md', { status: 'unchanged' }),
      entry('b.md'),
      entry('a.md', { status: 'moved' }),
    ];
    assert.deepEqual(shown(planTree(entries, 'list')), [
      ...['retitled 1', '  a.md 1', 'new 1', '  b.md 1', 'unchanged 1', '  c.md 1'],
    ]);
  });

  it('stand under the page that is above theirs, where that is in the same group', () => {
    const under = (path: string, above: string): PlanEntry => entry(path, { parentUri: `file:///${above}` });
    const entries = [
      ...[under('a/one.md', 'a/index.md'), entry('a/index.md'), under('a/b/two.md', 'a/one.md')],
      ...[under('c/three.md', 'c/index.md'), entry('c/index.md', { status: 'blocked' })],
    ];
    assert.deepEqual(shown(planTree(entries, 'list')), [
      ...['blocked 1', '  c/index.md 1'],
      ...['new 4', '  a/index.md 1', '    a/one.md 1', '      a/b/two.md 1', '  c/three.md 1'],
    ]);
  });

  it('are in their folders where that is wanted', () => {
    const entries = [
      entry('a/one.md'),
      entry('top.md'),
      entry('a/b/two.md'),
      entry('a/x/'),
      entry('a/two.md'),
    ];
    assert.deepEqual(shown(planTree(entries, 'folders')), [
      ...['new 5', '  a/ 3', '    one.md 1', '    x/ 1', '    two.md 1'],
      ...['  top.md 1', '  a/b/ 1', '    two.md 1'],
    ]);
  });

  it('have an identity of their own, and none is lost, whatever is above them', () => {
    const loop = [
      entry('a.md', { parentUri: 'file:///a.md' }),
      entry('b.md', { parentUri: 'file:///nowhere.md' }),
      entry('c.md', { status: 'changed' }),
      entry('d.md', { parentUri: 'file:///e.md' }),
      entry('e.md', { parentUri: 'file:///d.md' }),
    ];
    for (const layout of ['list', 'folders'] as const) {
      const nodes = all(planTree(loop, layout));
      assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length);
      assert.equal(nodes.filter(({ kind }) => kind === 'file').length, 5);
    }
  });

  it('of 10,000 files are made in no time', () => {
    const entries = Array.from({ length: 10_000 }, (_, at) =>
      entry(`a/${at}.md`, at === 0 ? {} : { parentUri: `file:///a/${Math.floor(at / 10)}.md` }),
    );
    const before = process.threadCpuUsage();
    assert.equal(all(planTree(entries, 'list')).length, 10_001);
    assert.ok(process.threadCpuUsage(before).user < 500_000);
  });
});
