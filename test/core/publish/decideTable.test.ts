import assert from 'node:assert/strict';
import { decide, pageOfChange, type DecideInput, type Decision } from '../../../src/core/publish/decide.js';
import { destinationOf } from '../../../src/core/publish/destination.js';
import { placeOf } from '../../../src/core/publish/pageChanges.js';
import { lastAt, samePlace, type PageRecord } from '../../../src/core/publish/pageRecord.js';
import { unknownPage } from '../../../src/core/publish/tree.js';
import { changeKey, type WikiChange } from '../../../src/core/publish/wikiChange.js';
import {
  connections,
  elsewhere,
  endpoint,
  file,
  inputOf,
  other,
  pending,
  published,
  record,
  two,
} from './states.js';

/** How each way treats a decision; nothing else tells them apart. */
const ways = {
  one: 'asks',
  again: 'asks',
  folder: 'groups',
  selected: 'groups',
  changed: 'groups',
  'on save': 'is silent',
  resume: 'groups',
} as const;

interface Sent {
  readonly endpoint: string;
  readonly target: NonNullable<Decision['target']>;
  readonly asked: boolean;
  /** The change in the wiki that the person said to publish over. */
  readonly accepted: string | undefined;
}

const known = new Map<DecideInput, Partial<Record<(typeof ways)[keyof typeof ways], readonly Sent[]>>>();

/** What may be sent in a way: unasked, and after each answer. */
function sends(input: DecideInput, way: keyof typeof ways): readonly Sent[] {
  const found = known.get(input) ?? {};
  known.set(input, found);
  return (found[ways[way]] ??= sendsAnew(input, way));
}

function sendsAnew(input: DecideInput, way: keyof typeof ways): readonly Sent[] {
  const { connection, target, questions } = decide(input);
  if (questions.length === 0) {
    return connection === undefined || target === undefined
      ? []
      : [
          {
            endpoint: connection.endpoint,
            target,
            asked: input.chosen !== undefined,
            accepted: input.chosen?.accepted,
          },
        ];
  }
  return ways[way] === 'is silent'
    ? []
    : questions.flatMap((question) =>
        'choices' in question
          ? question.choices.flatMap(({ chosen }) => sendsAnew({ ...input, chosen }, way))
          : 'accepted' in question
            ? sendsAnew({ ...input, chosen: { ...input.chosen, accepted: question.accepted } }, way)
            : [],
      );
}

function never(happened: boolean, row: unknown): void {
  assert.ok(!happened, happened ? JSON.stringify(row) : '');
}

describe('The ways to publish, over all states', () => {
  after(() => known.clear());
  const records: readonly (readonly PageRecord[])[] = [
    [],
    [record()],
    [record({}, { published: { ...published, hash: 'older' } })],
    [record({}, { pending })],
    [record({}, { published: undefined, pending })],
    [record({ title: 'Old' })],
    [record({ title: 'Two' }, { published: undefined, pending }), record()],
    [record({}, { suggestedTitle: 'Two' })],
    [record({ endpoint: elsewhere })],
    [record({ parent: '7' }), record()],
    [record({}, { claims: [{ file: other, ...pending }] })],
    [record({ title: 'Two' }, { claims: [{ file: other, ...pending }] }), record()],
  ];
  const fronts: readonly DecideInput['document']['frontMatter'][] = [
    {},
    { space: 'S', parent: '1' },
    { parent: '2' },
    { space: 'T' },
    { title: 'Two' },
    { overwrite: true },
    { space: 'S', parent: '1', overwrite: true },
    { space: 'S', parent: '1', overwrite: false },
    { connection: 'b' },
    { connection: 'typo' },
  ];
  const above = { uri: 'file:///w/README.md', path: 'README.md' };
  const settings: readonly DecideInput['defaults'][] = [
    {},
    { space: 'S', parent: '1' },
    { space: 'S', parent: '1', overwrite: true },
    { space: 'S', parent: '3', overwrite: false },
    { space: 'S', parent: '3', above },
    { overwrite: true, above: { ...above, page: { endpoint, space: 'S' } } },
    { above: { ...above, page: { endpoint, space: 'S', id: '5' } } },
  ];
  const attempts = [
    undefined,
    { file, endpoint, target: { space: 'S', parent: '9', title: 'One', overwrite: true }, failedAt: 3 },
  ];
  const ofOther = [record({}, { files: [other] }), record({ parent: '2' }, { files: [other] })];
  const claims = [
    { others: [], scope: undefined },
    ...([undefined, 'parent', 'space'] as const).map((scope) => ({ others: ofOther, scope })),
  ];
  const edit = { version: 9, ours: 7, title: 'One' };
  const changes: readonly WikiChange[] = [
    { kind: 'edited', ...edit },
    { kind: 'moved', ...edit },
    { kind: 'renamed', ...edit },
    { kind: 'deleted' },
  ];
  const unchanged = records.flatMap((own) =>
    fronts.flatMap((frontMatter) =>
      settings.flatMap((defaults) =>
        attempts.flatMap((attempt) =>
          claims.flatMap(({ others, scope }) =>
            [connections, two].map((some) =>
              inputOf({ own, frontMatter, defaults, attempt, others, scope, connections: some }),
            ),
          ),
        ),
      ),
    ),
  );
  const states = unchanged.flatMap((input, index) => [
    input,
    { ...input, changedInWiki: () => changes[index % changes.length] },
  ]);
  const rows = states.flatMap((input) =>
    (Object.keys(ways) as (keyof typeof ways)[]).map((way) => ({ input, way })),
  );

  it('are enough rows', () => {
    assert.ok(rows.length >= 200, `${rows.length}`);
  });

  it('send nothing under a page that nobody knows', () => {
    let below = 0;
    for (const { input, way } of rows) {
      for (const { target } of sends(input, way)) {
        never(target.parent === unknownPage, { input, way });
        below += target.parent === '5' ? 1 : 0;
      }
      const { known, questions } = decide(input);
      never(known.parent === unknownPage, { input, way });
      never(
        questions.some((question) => 'suggestion' in question && question.suggestion?.parent === unknownPage),
        { input, way },
      );
    }
    assert.ok(below > 100, `${below}`);
  });

  it('overwrite no page without a record of it or a consent for that very page', () => {
    let overwriting = 0;
    for (const { input, way } of rows) {
      for (const { endpoint: sentTo, target, asked } of sends(input, way)) {
        const isOwn = input.own.some(
          ({ place: at, published: confirmed }) =>
            confirmed !== undefined &&
            at.endpoint === sentTo &&
            at.space === target.space &&
            at.parent === target.parent &&
            at.title === target.title,
        );
        overwriting += target.overwrite ? 1 : 0;
        never(target.overwrite && !isOwn && !asked, { input, way, target });
      }
    }
    assert.ok(overwriting > 1000);
  });

  it('make no second page of a file without a question', () => {
    for (const { input, way } of rows) {
      for (const { endpoint: sentTo, target, asked } of sends(input, way)) {
        const at = { endpoint: sentTo, ...target };
        const isSecond = input.own.length > 0 && !input.own.some(({ place: known }) => samePlace(known, at));
        never(isSecond && !asked, { input, way, target });
      }
    }
  });

  it('send nothing to a page that another file made without a question', () => {
    for (const { input, way } of rows) {
      for (const { endpoint: sentTo, target, asked } of sends(input, way)) {
        const { files = [], claims = [] } = input.at({ endpoint: sentTo, ...target }) ?? {};
        const isAnothers = [...files, ...claims.map((claim) => claim.file)].includes(other);
        never(isAnothers && !asked, { input, way, target });
      }
    }
  });

  it('overwrite nothing that somebody changed in the wiki without a question about that very change', () => {
    let accepting = 0;
    for (const { input, way } of rows) {
      for (const { endpoint: sentTo, target, accepted } of sends(input, way)) {
        const there = input.at({ endpoint: sentTo, ...target });
        const change = there && input.changedInWiki?.(there);
        if (target.overwrite && change !== undefined) {
          accepting++;
          never(accepted?.endsWith(changeKey(change)) !== true, { input, way, target });
        }
      }
    }
    assert.ok(accepting > 1000);
  });

  it('replace no page of another file, whether a title is taken once under a parent or in a space, without a question about that file', () => {
    const asking = { per: 0, unknown: 0 };
    for (const { input, way } of rows) {
      for (const { endpoint: sentTo, target, accepted } of sends(input, way)) {
        const place = { endpoint: sentTo, ...target };
        const isLeftAlone = !target.overwrite || input.titleScope(sentTo) === 'parent';
        const [first, ...later] = input.titled(place).toSorted((one, other) => lastAt(other) - lastAt(one));
        const newest = [first, ...later].filter((each) => each && lastAt(each) === lastAt(first ?? each));
        const isAnothers = newest.some(
          (each) => each?.files.includes(other) === true && !samePlace(each.place, place),
        );
        const isAsked = accepted?.startsWith('taken') === true;
        asking[input.titleScope(sentTo) === 'space' ? 'per' : 'unknown'] += isAsked ? 1 : 0;
        never(isLeftAlone ? isAsked : isAnothers && !isAsked, { input, way, target });
      }
    }
    assert.ok(asking.per > 100 && asking.unknown > 100, JSON.stringify(asking));
  });

  it('speak of a second page only where there can be two of the title', () => {
    let moving = 0;
    for (const input of states) {
      const { questions, change, titleScope } = decide(input);
      const choices = questions.flatMap((each) => ('choices' in each ? each.choices : []));
      for (const { does, chosen } of choices) {
        const from = 'from' in change ? change.from : undefined;
        const isSame =
          from !== undefined && samePlace({ ...from.place, parent: '' }, { ...chosen, parent: '' });
        moving += does === 'move' ? 1 : 0;
        assert.ok(does !== 'move' || (titleScope === 'space' && isSame && chosen.overwrite));
        assert.ok(change.kind !== 'moved' || titleScope !== 'space' || !isSame || does !== 'stop');
      }
    }
    assert.ok(moving > 10, `${moving}`);
  });

  it('decide alike whether or not something was tried and failed', () => {
    for (const { input, way } of rows) {
      assert.deepEqual(sends(input, way), sends({ ...input, attempt: undefined }, way));
    }
  });

  it('lead to the same targets in every way that asks, and to those that need no answer where nobody is asked', () => {
    for (const input of states) {
      const asking = sends(input, 'one');
      const unasked = asking.filter(({ asked }) => !asked);
      for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
        assert.deepEqual(sends(input, way), ways[way] === 'is silent' ? unasked : asking);
      }
    }
  });

  it('say “unchanged” only where nothing may have arrived since', () => {
    for (const input of states) {
      const { change, target } = decide(input);
      if (change.kind === 'unchanged') {
        assert.equal(change.record.pending, undefined);
        assert.equal(change.record.published?.hash, input.document.hashUnder(target?.title ?? ''));
      }
    }
  });

  it('compare with the page that they update, whichever was published last', () => {
    let updated = 0;
    for (const input of states) {
      const { change, connection, target } = decide(input);
      if (change.kind === 'changed' || change.kind === 'unchanged') {
        updated++;
        assert.deepEqual(
          pageOfChange(change)?.place,
          placeOf({ endpoint: connection?.endpoint ?? '', target: target ?? assert.fail() }),
        );
      }
    }
    assert.ok(updated > 1000, `${updated}`);
    const prod = record();
    const staging = record({ endpoint: elsewhere }, { published: { ...published, publishedAt: 9 } });
    const again = inputOf({ own: [staging, prod], connections: two, frontMatter: { connection: 'a' } });
    assert.equal(pageOfChange(decide(again).change), prod);
    const changed = decide({ ...again, document: { ...again.document, title: 'Two' } }).change;
    assert.equal(pageOfChange(changed), prod);
    assert.equal(
      pageOfChange(decide(inputOf({ frontMatter: { space: 'S', parent: '1' } })).change),
      undefined,
    );
  });

  describe('where a file has the text of another one’s page', () => {
    const git = { origin: 'one', folder: '/here' };
    const mine = { uri: 'file:///here/one.md', realPath: '/here/one.md', workspacePath: 'one.md' };
    const there = { uri: 'file:///there/one.md', realPath: '/there/one.md', workspacePath: 'one.md' };
    const of = (from: typeof mine, origin?: string) => ({
      ...from,
      repository: origin === undefined ? undefined : { origin, folder: from.uri.slice(7, -7) },
    });
    const projects = [
      ['of another folder', mine, there],
      ['of another folder, and one has a repository', of(mine, 'a'), there],
      ['of another repository', of(mine, 'a'), of(there, 'b')],
      ['of another root of the workspace', { ...mine, workspacePath: 'one.md' }, of(there, 'b')],
    ] as const;
    const clone = [of(mine, git.origin), of(there, git.origin)] as const;
    const known = [
      [record()],
      [record({}, { pending })],
      [record({ title: 'Kept' }, { suggestedTitle: 'One' })],
    ];
    const inputsOf = (self: DecideInput['file'], maker: DecideInput['file']): readonly DecideInput[] =>
      known.flatMap((pages) =>
        fronts.flatMap((frontMatter) =>
          settings.flatMap((defaults) =>
            [connections, two].map((some) => {
              const own = pages.map((page) => ({ ...page, files: [maker] }));
              return inputOf({ own, frontMatter, defaults, connections: some, file: self });
            }),
          ),
        ),
      );
    const isShared = ({ own }: DecideInput, { endpoint: sentTo, target }: Sent): boolean =>
      own.some(({ place: at }) => samePlace(at, { endpoint: sentTo, ...target }));

    for (const [what, self, maker] of projects) {
      it(`shares no page unasked with one ${what}`, () => {
        let shared = 0;
        for (const input of inputsOf(self, maker)) {
          for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
            for (const sent of sends(input, way)) {
              shared += isShared(input, sent) ? 1 : 0;
              never(isShared(input, sent) && !sent.asked, { input, way, sent });
            }
          }
        }
        assert.ok(shared > 100, `${shared}`);
      });
    }

    it('shares the page of a clone unasked only where nothing names another place', () => {
      let unasked = 0;
      for (const input of inputsOf(...clone)) {
        const { frontMatter } = input.document;
        const { space, parent, above } = input.defaults;
        const isElsewhere =
          ![undefined, 'S'].includes(frontMatter.space ?? space) ||
          ![undefined, '1'].includes(
            frontMatter.parent ?? (above ? (above.page?.id ?? unknownPage) : parent),
          );
        for (const sent of sends(input, 'on save').filter((each) => isShared(input, each))) {
          unasked++;
          never(isElsewhere, { input, sent });
        }
      }
      assert.ok(unasked > 5, `${unasked}`);
    });

    it('asks whether a clone whose settings name another place updates that page, and Enter does not', () => {
      const [self, maker] = clone;
      const own = [record({}, { files: [maker] })];
      const input = inputOf({ own, file: self, defaults: { space: 'S', parent: '2' }, text: 'new' });
      const { change, questions } = decide(input);
      assert.deepEqual(change, {
        kind: 'claimed',
        by: maker,
        from: undefined,
        record: undefined,
        akin: own[0],
      });
      const [question] = questions;
      assert.ok(questions.length === 1 && question?.kind === 'claimed');
      assert.deepEqual(
        question.choices.map(({ does, chosen: { parent, overwrite } }) => [does, parent, overwrite]),
        [
          ['stop', '2', false],
          ['keep', '1', true],
        ],
      );
    });

    it('updates the page of a file that moved within its folder', () => {
      const moved = { ...mine, uri: 'file:///here/docs/two.md', workspacePath: 'docs/two.md' };
      const input = inputOf({ own: [record({}, { files: [mine] })], file: moved, text: 'new' });
      const { change, questions, target } = decide(input);
      assert.deepEqual([change.kind, questions, target?.overwrite], ['changed', [], true]);
    });

    it('says of the two folders what the answer says', () => {
      const own = [record({}, { files: [there] })];
      const answers = [{ space: 'S', parent: '2' }, {}].flatMap((defaults) => {
        const input = inputOf({ own, file: mine, defaults });
        return decide(input).questions.flatMap((question) =>
          'choices' in question
            ? question.choices.map(({ does, chosen }) => {
                const { change, target, connection } = decide({ ...input, chosen });
                assert.ok(target && connection);
                return [does, destinationOf(input.document, connection, target, change).answer?.isOne];
              })
            : [],
        );
      });
      assert.deepEqual(answers, [
        ['stop', false],
        ['keep', true],
        ['stop', undefined],
        ['replace', true],
      ]);
    });
  });

  it('come to an end: an answer to a question is asked nothing more', () => {
    for (const input of states) {
      for (const question of decide(input).questions) {
        for (const { chosen } of 'choices' in question ? question.choices : []) {
          const left = decide({ ...input, chosen }).questions;
          assert.ok(left.every(({ kind }) => kind === 'changedInWiki' || kind === 'above'));
          for (const { accepted } of left.filter((each) => 'accepted' in each)) {
            const { questions } = decide({ ...input, chosen: { ...chosen, accepted } });
            assert.ok(questions.every(({ kind }) => kind === 'above'));
          }
        }
      }
    }
  });
});
