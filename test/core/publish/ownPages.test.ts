import assert from 'node:assert/strict';
import { decide, type DecideInput } from '../../../src/core/publish/decide.js';
import { destinationOf } from '../../../src/core/publish/destination.js';
import { samePlace } from '../../../src/core/publish/pageRecord.js';
import { unknownParent } from '../../../src/core/publish/tree.js';
import { connections, inputOf, pending, record, two } from './states.js';
import { forgetSends, fronts, never, sends, settings, ways, type Sent } from './ways.js';

describe('A file that has the text of another one’s page', () => {
  after(forgetSends);
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
        for (const way of ways) {
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
          frontMatter.parent ?? (above ? (above.page?.id ?? unknownParent) : parent),
        );
      for (const sent of sends(input, 'is silent').filter((each) => isShared(input, each))) {
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
