import assert from 'node:assert/strict';
import { groupPages, nestPages, type PageGroup } from '../../../src/core/view/pageGroups.js';
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

  describe('under pages of other files', () => {
    const inWiki = (title: string, id: string, parent: string, endpoint?: string) => ({
      ...record({ title, parent, ...(endpoint !== undefined && { endpoint }) }),
      id: title,
      wiki: { id, isLast: true },
    });
    const shown = (nested: readonly ReturnType<typeof inWiki>[]): unknown => {
      const { top, below } = nestPages(nested);
      const told = (id: string): unknown[] => [id, ...(below.get(id) ?? []).map((each) => told(each.id))];
      return top.map(({ id }) => told(id));
    };

    it('stand there, and count for the group', () => {
      const book = [
        ...[inWiki('Part 10', '7', '5'), inWiki('Book', '5', '1'), inWiki('Part 2', '6', '5')],
        ...[inWiki('Chapter', '8', '6'), inWiki('Alone', '9', '1')],
      ];
      assert.deepEqual(shown(book), [['Book', ['Part 2', ['Chapter']], ['Part 10']], ['Alone']]);
      const { top, below } = nestPages(book);
      // A file without a page has no ID
      assert.deepEqual([...below.keys()].sort(), ['Book', 'Part 2']);
      assert.equal(groupPages(top, connections, undefined, below)[0]?.count, 5);
    });

    it('are not taken for those of another wiki, and none is lost where two name each other', () => {
      assert.deepEqual(shown([inWiki('A', '5', '1', elsewhere), inWiki('B', '6', '5')]), [['A'], ['B']]);
      assert.deepEqual(shown([inWiki('A', '5', '6'), inWiki('B', '6', '5'), inWiki('C', '7', '7')]), [
        ...[['A'], ['B'], ['C']],
      ]);
    });
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
