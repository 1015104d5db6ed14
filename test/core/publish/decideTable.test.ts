import assert from 'node:assert/strict';
import type { Choice } from '../../../src/core/publish/answers.js';
import { decide, targetToSend } from '../../../src/core/publish/decide.js';
import type { DecideInput } from '../../../src/core/publish/decision.js';
import {
  lastSendAt,
  isSamePlace,
  type PageRecord,
  type PlannedPlace,
} from '../../../src/core/records/pageRecord.js';
import type { Target } from '../../../src/core/wiki/target.js';
import { changeKey } from '../../../src/core/records/wikiChange.js';
import type { FoundChange } from '../../../src/core/records/wikiPage.js';
import {
  answering,
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
  type State,
} from './states.js';
import { decided, forgetSends, fronts, never, sends, sendsAnew, settings, ways } from './ways.js';

const inPlace = { space: 'S', parent: '1' };
const own = [record()];
const unconfirmed = [record({}, { published: undefined, pending })];
const kept = [record({}, { suggestedTitle: 'Two', suggestedPlace: { parent: '2' } })];
const theirs = [record({}, { file: other })];
const claims = [{ file: other, hash: 'text of the other', sentAt: 3 }];
const claimed = [record({}, { otherSends: claims })];
const same = [record({}, { otherSends: [{ file: other, hash: 'text under One', sentAt: 3 }] })];
const claimedToo = [record({}, { file: other, otherSends: [{ file, ...pending }] })];
const tried = {
  attempt: {
    file,
    endpoint,
    target: { space: 'S', parent: '9', title: 'Tried', overwrite: true },
    failedAt: 3,
  },
};
const retried = [record({ title: 'Two' }, { published: undefined, pending }), record()];
const gone = [record({ endpoint: 'https://gone.example/' })];
const inB = { ...inPlace, connection: 'b' };

/** By a state: what a publish would do, and where; or the question, and where each of its answers leads. `!`: replaces what is there. */
const examples: readonly (readonly [what: string, state: State, effect: string, leads: string])[] = [
  ['nothing is known of a page', { frontMatter: inPlace }, 'new', 'S/1/One'],
  ['it has this page', { ownRecords: own }, 'unchanged', 'S/1/One!'],
  ['it has this page with another text', { ownRecords: own, text: 'new' }, 'changed', 'S/1/One!'],
  [
    'a send has no answer, of the same text',
    { ownRecords: [record({}, { pending })] },
    'unknown',
    'S/1/One!',
  ],
  ['no send of it was confirmed', { ownRecords: unconfirmed }, 'unknown', 'S/1/One'],
  [
    'none was, and it may replace',
    { ownRecords: unconfirmed, defaults: { overwrite: true } },
    'unknown',
    'replaces: stop S/1/One, replace S/1/One!',
  ],
  [
    'none was, and the settings name another place',
    { ownRecords: unconfirmed, defaults: { space: 'S', parent: '9' } },
    'moved',
    'moved: keep S/1/One, stop S/9/One',
  ],
  [
    'none was, and the wiki refuses a second title',
    { ownRecords: unconfirmed, defaults: { space: 'S', parent: '9' }, scope: 'space' },
    'new',
    'S/9/One',
  ],
  [
    'the settings name another place than its page',
    { ownRecords: own, defaults: { space: 'S', parent: '9' } },
    'unchanged',
    'S/1/One!',
  ],
  [
    'it is to replace what is there',
    { frontMatter: { ...inPlace, overwrite: true } },
    'replaces',
    'replaces: stop S/1/One, replace S/1/One!',
  ],
  [
    'the settings say to replace',
    { frontMatter: inPlace, defaults: { overwrite: true } },
    'replaces',
    'replaces: stop S/1/One, replace S/1/One!',
  ],
  [
    'it has a new heading',
    { ownRecords: own, title: 'Two' },
    'retitled',
    'retitled: keep S/1/One!, stop S/1/Two, replace S/1/Two!',
  ],
  [
    'it has one, and may replace',
    { ownRecords: own, title: 'Two', defaults: { overwrite: true } },
    'retitled',
    'retitled: keep S/1/One!, stop S/1/Two, replace S/1/Two!',
  ],
  [
    'the heading differs in case alone',
    { ownRecords: own, title: 'ONE' },
    'retitled',
    'retitled: keep S/1/One!, stop S/1/ONE, replace S/1/ONE!',
  ],
  [
    'it names another parent',
    { ownRecords: own, frontMatter: { parent: '2' } },
    'moved',
    'moved: keep S/1/One!, stop S/2/One',
  ],
  [
    'it names another space',
    { ownRecords: own, frontMatter: { space: 'T', parent: '2' } },
    'moved',
    'moved: keep S/1/One!, stop T/2/One',
  ],
  [
    'it names another parent, and title',
    { ownRecords: own, frontMatter: { parent: '2', title: 'Two' } },
    'moved',
    'moved: keep S/1/One!, stop S/2/Two',
  ],
  [
    'it names another wiki',
    { ownRecords: own, connections: two, frontMatter: inB },
    'moved',
    'moved: keep S/1/One!, stop S/1/One',
  ],
  [
    'its page is in a wiki that is gone',
    { ownRecords: gone, frontMatter: inPlace },
    'moved',
    'moved: stop S/1/One',
  ],
  [
    'its title and place were kept before',
    { ownRecords: kept, frontMatter: { parent: '2', title: 'Two' } },
    'unchanged',
    'S/1/One!',
  ],
  [
    'they were, and it names another one now',
    { ownRecords: kept, frontMatter: { parent: '3', title: 'Two' } },
    'moved',
    'moved: keep S/1/One!, stop S/3/One',
  ],
  ['something else was tried since', { ownRecords: retried, ...tried }, 'unchanged', 'S/1/One!'],
  [
    'another file made the page',
    { frontMatter: inPlace, others: theirs },
    'others',
    'others: stop S/1/One, replace S/1/One!',
  ],
  [
    'another made it, and it has one',
    { ownRecords: own, title: 'Two', others: [record({ title: 'Two' }, { file: other })] },
    'others',
    'others: keep S/1/One!, stop S/1/Two, replace S/1/Two!',
  ],
  [
    'another may have replaced it',
    { ownRecords: claimed },
    'others',
    'others: stop S/1/One, replace S/1/One!',
  ],
  [
    'another may have, with another text here',
    { ownRecords: claimed, text: 'new' },
    'others',
    'others: stop S/1/One, replace S/1/One!',
  ],
  [
    'another may have, with the same text',
    { ownRecords: same },
    'others',
    'others: stop S/1/One, replace S/1/One!',
  ],
  [
    'another may have, and it has a new heading',
    { ownRecords: claimed, title: 'Two' },
    'retitled',
    'retitled: keep S/1/One, stop S/1/Two, replace S/1/Two!',
  ],
  [
    'another made it, and it may have replaced it',
    { ownRecords: unconfirmed, others: claimedToo },
    'others',
    'others: stop S/1/One, replace S/1/One!',
  ],
  [
    'it may have, and has a new heading',
    { ownRecords: unconfirmed, others: claimedToo, title: 'Two' },
    'retitled',
    'retitled: keep S/1/One, stop S/1/Two, replace S/1/Two!',
  ],
  [
    'its front matter says not to replace',
    { ownRecords: own, frontMatter: { overwrite: false } },
    'unchanged',
    'S/1/One!',
  ],
  [
    'its settings say not to replace',
    { ownRecords: own, defaults: { overwrite: false } },
    'unchanged',
    'S/1/One!',
  ],
  [
    'it names no wiki that there is',
    { ownRecords: own, frontMatter: { ...inPlace, connection: 'typo' } },
    'moved',
    'connection typo',
  ],
  ['there are two wikis', { connections: two, frontMatter: inPlace }, 'new', 'connection'],
  [
    'its page is in the second one',
    { ownRecords: [record({ endpoint: elsewhere })], connections: two },
    'unchanged',
    'b: S/1/One!',
  ],
  [
    'a person said which',
    { connections: two, frontMatter: inPlace, answers: { place: { endpoint: elsewhere } } },
    'new',
    'b: S/1/One',
  ],
  ['a try failed, and the settings name a place', { ...tried, defaults: inPlace }, 'new', 'S/1/One'],
  ['a try failed, and it has a page', { ...tried, ownRecords: own }, 'unchanged', 'S/1/One!'],
  ['a try failed', tried, 'new', 'target: no space, parent; proposes S/9/One'],
  [
    'a try failed in another space',
    { ...tried, frontMatter: { space: 'T' } },
    'new',
    'target: no parent; proposes T//One',
  ],
  [
    'its page is in another space',
    { ownRecords: own, frontMatter: { space: 'T' } },
    'moved',
    'target: no parent; proposes T//One',
  ],
  [
    'the settings have a parent in another space',
    { frontMatter: { space: 'T' }, defaults: inPlace },
    'new',
    'target: no parent; proposes T//One',
  ],
  ['only a space is named', { frontMatter: { space: 'S' } }, 'new', 'target: no parent; proposes S//One'],
  [
    'the title is too long',
    { frontMatter: inPlace, title: 'a'.repeat(256) },
    'new',
    `target: no title; proposes S/1/${'a'.repeat(256)}`,
  ],
];

function placeText({ space = '', parent = '', title = '', overwrite }: Partial<Target>): string {
  return `${space}/${parent}/${title}${overwrite === true ? '!' : ''}`;
}

function leadsOf(input: DecideInput): string {
  const { connection, questions, promptValues, ...decision } = decide(input);
  const [question, ...others] = questions;
  assert.deepEqual(others, [], 'one question at a time');
  switch (question?.kind) {
    case undefined:
      return `${connection?.name === 'a' ? '' : `${connection?.name}: `}${placeText(targetToSend(decision) ?? assert.fail())}`;
    case 'connection':
      return ['connection', ...(question.named === undefined ? [] : [question.named])].join(' ');
    case 'target':
      return `target: no ${question.missing.join(', ')}; proposes ${placeText(question.suggestion ?? promptValues)}`;
    case 'retitled':
    case 'moved':
    case 'others':
    case 'replaces': {
      const lead = (choice: Choice): string => leadsOf(answering(input, question, choice)).replace('b: ', '');
      return `${question.kind}: ${question.choices.map((choice) => `${choice} ${lead(choice)}`).join(', ')}`;
    }
    default:
      return assert.fail(question?.kind);
  }
}

describe('What a publish would do', () => {
  for (const [what, state, effect, leads] of examples) {
    it(`where ${what}: ${leads.slice(0, 60)}`, () => {
      const input = inputOf(state);
      assert.deepEqual([decide(input).effect.kind, leadsOf(input)], [effect, leads]);
    });
  }

  it('comes from somewhere: front matter, the settings, the page, a failed try, the text', () => {
    const fromFrontMatter = decide(inputOf({ frontMatter: inPlace })).origins;
    assert.deepEqual(fromFrontMatter, {
      ...{ connection: 'setting', space: 'frontMatter', parent: 'frontMatter', title: 'text' },
      overwrite: undefined,
    });
    assert.equal(decide(inputOf({ ownRecords: own })).origins.overwrite, 'record');
    assert.equal(decide(inputOf(tried)).origins.parent, 'attempt');
  });

  it('says whose page it is, and which the file has there', () => {
    for (const [state, effect] of [
      [
        { frontMatter: inPlace, others: theirs },
        { from: undefined, record: undefined },
      ],
      [{ ownRecords: claimed }, { from: undefined, record: claimed[0] }],
    ] as const) {
      assert.deepEqual(decide(inputOf(state)).effect, { kind: 'others', by: other, ...effect });
    }
  });
});

describe('The ways to publish, over all states', () => {
  after(forgetSends);
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
    [record({}, { otherSends: [{ file: other, ...pending }] })],
    [record({ title: 'Two' }, { otherSends: [{ file: other, ...pending }] }), record()],
  ];
  const attempts = [
    undefined,
    { file, endpoint, target: { space: 'S', parent: '9', title: 'One', overwrite: true }, failedAt: 3 },
  ];
  const ofOther = [record({}, { file: other }), record({ parent: '2' }, { file: other })];
  const ownerships = [
    { others: [], scope: undefined },
    ...([undefined, 'parent', 'space'] as const).map((scope) => ({ others: ofOther, scope })),
  ];
  const edit = { version: 9, ours: 7, title: 'One' };
  const changes: readonly FoundChange[] = [
    { kind: 'edited', ...edit },
    { kind: 'moved', ...edit },
    { kind: 'renamed', ...edit },
    { kind: 'deleted' },
  ];
  const unchanged = records.flatMap((own) =>
    fronts.flatMap((frontMatter) =>
      settings.flatMap((defaults) =>
        attempts.flatMap((attempt) =>
          ownerships.flatMap(({ others, scope }) =>
            [connections, two].map((some) =>
              inputOf({ ownRecords: own, frontMatter, defaults, attempt, others, scope, connections: some }),
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
  const rows = states.flatMap((input) => ways.map((way) => ({ input, way })));

  it('are enough rows', () => {
    assert.ok(rows.length >= 200, `${rows.length}`);
  });

  it('send nothing under a page that nobody knows', () => {
    let below = 0;
    for (const { input, way } of rows) {
      for (const { target } of sends(input, way)) {
        never(!/^\d+$/.test(target.parent), { input, way });
        below += target.parent === '5' ? 1 : 0;
      }
    }
    for (const input of states) {
      const { promptValues, questions } = decided(input);
      const suggested = questions.map((each) => ('suggestion' in each ? each.suggestion?.parent : undefined));
      for (const parent of [promptValues.parent, ...suggested]) {
        never(parent !== undefined && !/^\d+$/.test(parent), { input });
      }
    }
    assert.ok(below > 100, `${below}`);
  });

  it('overwrite no page without a record of it or a consent for that very page', () => {
    let overwriting = 0;
    for (const { input, way } of rows) {
      for (const { endpoint: sentTo, target, asked } of sends(input, way)) {
        const isOwn = input.ownRecords.some(
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
        const isRefused = ({ place: known }: PageRecord): boolean =>
          !target.overwrite &&
          input.titleScope(sentTo) === 'space' &&
          isSamePlace({ ...known, parent: '' }, { ...at, parent: '' });
        const isSecond =
          input.ownRecords.length > 0 &&
          !input.ownRecords.some(
            (page) => isSamePlace(page.place, at) || (page.published === undefined && isRefused(page)),
          );
        never(isSecond && !asked, { input, way, target });
      }
    }
  });

  it('send nothing to a page that another file made without a question', () => {
    for (const { input, way } of rows) {
      for (const { endpoint: sentTo, target, asked } of sends(input, way)) {
        const { file: maker, otherSends = [] } = input.recordAt({ endpoint: sentTo, ...target }) ?? {};
        const isAnothers = [maker, ...otherSends.map((claim) => claim.file)].includes(other);
        never(isAnothers && !asked, { input, way, target });
      }
    }
  });

  it('overwrite nothing that somebody changed in the wiki without a question about that very change', () => {
    let accepting = 0;
    for (const { input, way } of rows) {
      for (const { endpoint: sentTo, target, accepted } of sends(input, way)) {
        const there = input.recordAt({ endpoint: sentTo, ...target });
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
        const [first, ...later] = input
          .recordsOfTitleInSpace(place)
          .toSorted((one, other) => lastSendAt(other) - lastSendAt(one));
        const newest = [first, ...later].filter(
          (each) => each && lastSendAt(each) === lastSendAt(first ?? each),
        );
        const isAnothers = newest.some((each) => each?.file === other && !isSamePlace(each.place, place));
        const isAsked = accepted?.startsWith('conflict') === true;
        asking[input.titleScope(sentTo) === 'space' ? 'per' : 'unknown'] += isAsked ? 1 : 0;
        never(isLeftAlone ? isAsked : isAnothers && !isAsked, { input, way, target });
      }
    }
    assert.ok(asking.per > 100 && asking.unknown > 100, JSON.stringify(asking));
  });

  it('speak of a second page only where there can be two of the title', () => {
    let moving = 0;
    for (const input of states) {
      const { questions, effect, titleScope, promptValues } = decided(input);
      const choices = questions.flatMap((each) => ('choices' in each ? each.choices : []));
      const { connection, target = promptValues } = decided(input);
      const to = { space: '', ...target, parent: '', title: target.title ?? '' };
      for (const choice of choices) {
        const from = 'from' in effect ? effect.from : undefined;
        const isSame =
          from !== undefined &&
          isSamePlace({ ...from.place, parent: '' }, { ...to, endpoint: connection?.endpoint ?? '' });
        moving += choice === 'move' ? 1 : 0;
        assert.ok(choice !== 'move' || (titleScope === 'space' && isSame));
        assert.ok(effect.kind !== 'moved' || titleScope !== 'space' || !isSame || choice !== 'stop');
      }
    }
    assert.ok(moving > 10, `${moving}`);
  });

  it('decide alike whether or not something was tried and failed', () => {
    for (const { input, way } of rows.filter((row) => row.input.attempt !== undefined)) {
      assert.deepEqual(sends(input, way), sendsAnew({ ...input, attempt: undefined }, way));
    }
  });

  it('lead to the targets that need no answer where nobody is asked', () => {
    for (const input of states) {
      const unasked = sends(input, 'asks').filter(({ asked }) => !asked);
      assert.deepEqual(sends(input, 'is silent'), unasked);
    }
  });

  it('say “unchanged” only where nothing may have arrived since', () => {
    for (const input of states) {
      const { effect, target } = decided(input);
      if (effect.kind === 'unchanged') {
        assert.equal(effect.record.pending, undefined);
        assert.equal(effect.record.published?.hash, input.document.hashUnder(target?.title ?? ''));
      }
    }
  });

  it('come to an end: an answer to a question is asked nothing more', () => {
    for (const input of states) {
      for (const question of decided(input).questions) {
        if (!('choices' in question)) {
          continue;
        }
        for (const choice of question.choices) {
          const answered = answering(input, question, choice);
          const left = decide(answered).questions;
          assert.ok(left.every(({ kind }) => kind === 'changedInWiki'));
          for (const change of left.filter((each) => each.kind === 'changedInWiki')) {
            assert.deepEqual(decide(answering(answered, change, 'anyway')).questions, []);
          }
        }
      }
    }
  });

  describe('with an answer', () => {
    const answered = function* (): Generator<readonly [input: DecideInput, target: Target]> {
      for (const input of states) {
        const [question] = decided(input).questions;
        const choices =
          question?.kind === 'changedInWiki'
            ? (['anyway'] as const)
            : question !== undefined && 'choices' in question
              ? question.choices
              : [];
        for (const choice of choices) {
          const said = question !== undefined && 'asking' in question && answering(input, question, choice);
          const target = said && targetToSend(decide(said));
          if (said && target && decide(said).questions.length === 0) {
            yield [said, target];
          }
        }
      }
    };
    const isOwn = ({ ownRecords }: DecideInput, { space, parent, title }: Target): boolean =>
      ownRecords.some(({ published: known, place: at }) =>
        [known !== undefined, at.space === space, at.parent === parent, at.title === title].every(Boolean),
      );

    it('ask again, or replace nothing of others, once something has changed that it hangs on', () => {
      const open = { title: 0, scope: 0, sends: 0 };
      for (const [input, target] of answered()) {
        const by = { uri: 'file:///w/later.md' };
        const later = [{ file: by, hash: 'later', sentAt: 99 }];
        const { space, parent, title } = target;
        const sentTo = (at: PlannedPlace): PageRecord | undefined => {
          const known = input.recordAt(at);
          const isThere = at.parent === parent && at.title === title;
          const page = known ?? record({ space, parent, title }, { file: by });
          return isThere ? { ...page, otherSends: [...(page.otherSends ?? []), ...later] } : known;
        };
        const { document } = input;
        const changed = {
          title: {
            ...input,
            document: {
              ...document,
              frontMatter: { ...document.frontMatter, title: 'Three' },
              title: 'Three',
            },
          },
          scope: { ...input, titleScope: () => 'space' as const },
          sends: { ...input, recordAt: sentTo },
        };
        for (const [what, now] of Object.entries(changed)) {
          const decision = decide(now);
          const sent = decision.questions.length === 0 ? targetToSend(decision) : undefined;
          open[what as keyof typeof open] += sent === undefined ? 1 : 0;
          const isKept = what === 'scope' && input.titleScope('') === 'space';
          never(sent?.overwrite === true && !isKept && !isOwn(input, sent), { what, input, target, sent });
        }
      }
      assert.ok(
        Object.values(open).every((count) => count > 1000),
        JSON.stringify(open),
      );
    });

    it('ask nothing more, and lead to the same page, whatever changes that it does not hang on', () => {
      let count = 0;
      for (const [input, target] of answered()) {
        const { document } = input;
        const hashUnder = (title: string): string => `newer under ${title}`;
        for (const now of [
          { ...input, document: { ...document, hashUnder } },
          { ...input, attempt: undefined },
        ]) {
          const decision = decide(now);
          count++;
          assert.deepEqual([decision.questions, decision.target], [[], target]);
        }
      }
      assert.ok(count > 10_000, `${count}`);
    });
  });
});
