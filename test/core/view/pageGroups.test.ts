import assert from 'node:assert/strict';
import { groupPages, type PageGroup } from '../../../src/core/view/pageGroups.js';
import { connections, elsewhere, record, two } from '../publish/states.js';

const told = ({ label, count, groups, records }: PageGroup): unknown[] => [
  label,
  count,
  ...groups.map(told),
  ...records.map(({ place }) => place.title),
];

describe('Pages', () => {
  const records = [
    record({ title: 'Part 10' }),
    record({ title: 'Part 9' }),
    record({ parent: '2', title: 'Alone' }),
    record({ space: 'T', title: 'One' }),
  ];

  it('are grouped by space and parent page, in the order that people count in', () => {
    assert.deepEqual(groupPages(records, connections).map(told), [
      ['Space S', 3, ['Under page 1', 2, 'Part 9', 'Part 10'], ['Under page 2', 1, 'Alone']],
      ['Space T', 1, ['Under page 1', 1, 'One']],
    ]);
  });

  it('are under names where those are known, with the ids beside them', () => {
    const nameOf = ({ parent }: { parent: string }, level: string) =>
      level === 'space' ? 'Docs' : parent === '1' ? 'Guides' : undefined;
    const [docs] = groupPages(records.slice(0, 3), connections, nameOf);
    assert.deepEqual([docs?.label, docs?.idLabel], ['Docs', 'Space S']);
    assert.deepEqual(
      docs?.groups.map(({ label, idLabel }) => [label, idLabel]),
      [
        ['Guides', 'Under page 1'],
        ['Under page 2', 'Under page 2'],
      ],
    );
  });

  it('are grouped by connection where there are several, those that were removed too', () => {
    const labels = (groups: readonly PageGroup[]): string[] => groups.map(({ label }) => label);
    const both = [...records, record({ endpoint: elsewhere })];
    assert.deepEqual(labels(groupPages(both, two)), ['a', 'b']);
    assert.deepEqual(labels(groupPages(both, connections)), ['a', 'b.example']);
    assert.deepEqual(labels(groupPages(records, [])), ['a.example']);
  });

  it('have an id for each group that no other group has', () => {
    const ids = (group: PageGroup): string[] => [group.id, ...group.groups.flatMap(ids)];
    const all = groupPages([...records, record({ space: 'S"', parent: '1' })], connections).flatMap(ids);
    assert.equal(new Set(all).size, all.length);
  });
});
