import assert from 'node:assert/strict';
import { decide } from '../../../src/core/publish/decide.js';
import type { DecideInput } from '../../../src/core/publish/decision.js';
import type { FileIdentity } from '../../../src/core/records/fileIdentity.js';
import { isSamePlace } from '../../../src/core/records/pageRecord.js';
import { answering, connections, inputOf, other, pending, record, two } from './states.js';
import { forgetSends, fronts, never, sends, settings, ways, type Sent } from './ways.js';

const at = (folder: string, remote: string | undefined, name = 'one.md'): FileIdentity => ({
  uri: `file://${folder}/${name}`,
  realPath: `${folder}/${name}`,
  workspacePath: name,
  repository: { remote, folder, branch: 'main' },
});

describe('A document that another working folder published', () => {
  after(forgetSends);
  const [mine, clone] = [at('/here', 'a'), at('/there', 'a')];
  const known = [
    [record()],
    [record({}, { pending })],
    [record({ title: 'Kept' }, { suggestedTitle: 'One' })],
  ];
  const inputsOf = (hasPublished: boolean, publisher: FileIdentity): readonly DecideInput[] =>
    known.flatMap((pages) =>
      fronts.flatMap((frontMatter) =>
        settings.flatMap((defaults) =>
          [connections, two].map((some) =>
            inputOf({
              ownRecords: pages.map((page) => ({ ...page, file: publisher })),
              ...{ frontMatter, defaults, connections: some, file: mine },
              hasPublished: () => hasPublished,
            }),
          ),
        ),
      ),
    );
  const isShared = ({ ownRecords }: DecideInput, { endpoint: sentTo, target }: Sent): boolean =>
    ownRecords.some(({ place }) => isSamePlace(place, { endpoint: sentTo, ...target }));

  for (const [what, publisher] of [
    ['another one', clone],
    ['this one when it had another remote', at('/here', 'b')],
  ] as const) {
    it(`shares no page unasked before this folder published any: ${what}`, () => {
      let shared = 0;
      for (const input of inputsOf(false, publisher)) {
        for (const way of ways) {
          for (const sent of sends(input, way)) {
            shared += isShared(input, sent) ? 1 : 0;
            never(isShared(input, sent) && sent.target.overwrite && !sent.asked, { input, way, sent });
          }
        }
      }
      assert.ok(shared > 100, `${shared}`);
    });
  }

  it('may have lost its page where that folder published its title elsewhere in the space, unless a title is taken once under a parent', () => {
    const frontMatter = { space: 'S', parent: '1' };
    const moved = record({ parent: '2' }, { file: clone, published: { hash: 'theirs', publishedAt: 2 } });
    const own = [record({}, { file: mine }), moved];
    const kinds = (['space', undefined, 'parent'] as const).map((scope) => {
      const { effect, questions } = decide(inputOf({ ownRecords: own, frontMatter, file: mine, scope }));
      return [effect.kind, questions.map((each) => ('change' in each ? each.change.kind : each.kind))];
    });
    const asked = ['unchanged', ['conflict']];
    assert.deepEqual(kinds, [asked, asked, ['unchanged', []]]);
  });

  it('has its page here too once this folder published one, where nothing names another place', () => {
    let unasked = 0;
    for (const input of inputsOf(true, clone)) {
      const { frontMatter } = input.document;
      const { space, parent, parentFile } = input.defaults;
      const isElsewhere =
        ![undefined, 'S'].includes(frontMatter.space ?? space) ||
        ![undefined, '1'].some(
          (each) =>
            each === (frontMatter.parent ?? (parentFile ? (parentFile.page?.id ?? 'unknown') : parent)),
        );
      for (const sent of sends(input, 'is silent').filter((each) => isShared(input, each))) {
        unasked++;
        never(isElsewhere, { input, sent });
      }
    }
    assert.ok(unasked > 5, `${unasked}`);
  });

  it('says who published it, and Enter replaces nothing where that is asked', () => {
    const own = [record({}, { file: clone })];
    const input = inputOf({ ownRecords: own, file: mine, text: 'new', hasPublished: () => false });
    const { effect, questions } = decide(input);
    assert.deepEqual(effect, { kind: 'others', by: clone, from: undefined, record: own[0] });
    const [question] = questions;
    assert.ok(questions.length === 1 && question?.kind === 'others');
    assert.deepEqual(
      question.choices.map((choice) => [
        choice,
        decide(answering(input, question, choice)).target?.overwrite,
      ]),
      [
        ['stop', false],
        ['replace', true],
      ],
    );
    const settled = decide({ ...input, hasPublished: () => true });
    assert.deepEqual([settled.effect.kind, settled.questions], ['changed', []]);
    assert.deepEqual(settled.publishedBy, { file: clone, isGone: false });
  });

  it('has no second page unasked where only the remote is another one', () => {
    let asked = 0;
    for (const hasPublished of [false, true]) {
      for (const input of inputsOf(hasPublished, at('/here', 'b'))) {
        for (const sent of sends(input, 'asks')) {
          asked += sent.asked ? 1 : 0;
          never(!isShared(input, sent) && !sent.asked, { input, sent });
        }
      }
    }
    assert.ok(asked > 100, `${asked}`);
  });

  it('has a page of its own at the place that this folder’s settings name', () => {
    const own = [record({}, { file: clone })];
    const input = inputOf({ ownRecords: own, file: mine, defaults: { space: 'S', parent: '2' } });
    const { effect, target, publishedBy } = decide(input);
    assert.deepEqual([effect.kind, target?.parent, publishedBy], ['new', '2', undefined]);
  });
});

describe('A page whose document is gone', () => {
  const [gone, heir] = [at('/here', 'a', 'guide.md'), at('/here', 'a', 'guide/README.md')];
  const leftTo = [record({}, { file: gone })];

  it('is gone on with at its very place, and that is said, also with the same text', () => {
    const { effect, questions, target, publishedBy } = decide(
      inputOf({ file: heir, inheritedPages: leftTo, others: leftTo }),
    );
    assert.deepEqual([effect.kind, questions, target?.overwrite], ['changed', [], true]);
    assert.deepEqual(publishedBy, { file: gone, isGone: true });
  });

  it('is asked about where the document names another place', () => {
    const frontMatter = { space: 'S', parent: '2' };
    const { effect, questions } = decide(
      inputOf({ file: heir, inheritedPages: leftTo, others: leftTo, frontMatter }),
    );
    assert.deepEqual([effect.kind, questions.map(({ kind }) => kind)], ['moved', ['moved']]);
  });

  it('is no matter of a document that has a page', () => {
    const own = [record({ title: 'Two' }, { file: heir })];
    const input = inputOf({
      file: heir,
      ownRecords: own,
      inheritedPages: leftTo,
      others: leftTo,
      title: 'Two',
    });
    assert.deepEqual([decide(input).effect.kind, decide(input).publishedBy], ['changed', undefined]);
  });

  it('is another’s where a third document may have replaced it', () => {
    const claimed = [{ ...record({}, { file: gone }), otherSends: [{ file: other, ...pending }] }];
    const { questions } = decide(inputOf({ file: heir, inheritedPages: claimed, others: claimed }));
    assert.deepEqual(
      questions.map(({ kind }) => kind),
      ['others'],
    );
  });
});
