import assert from 'node:assert/strict';
import {
  afterSend,
  agree,
  answerTo,
  problemsAsking,
  type Answers,
  type Choice,
} from '../../../src/core/publish/answers.js';
import { decide } from '../../../src/core/publish/decide.js';
import type { Decision, Question } from '../../../src/core/publish/decision.js';
import type { PageRecord } from '../../../src/core/records/pageRecord.js';
import type { FoundChange } from '../../../src/core/records/wikiPage.js';
import type { ChangeState, ChoiceState } from '../../../src/core/publish/states.js';
import { answering, file, inputOf, other, record, two, type State } from './states.js';

const inPlace = { space: 'S', parent: '1' };
const theirs = (change: Partial<PageRecord> = {}) => [record({}, { file: other, ...change })];
const edit = { version: 9, ours: 7, title: 'One', authorId: 'ann', changedAt: 5 };
const there = { kind: 'there', id: '900', version: 3, isElsewhere: false, authorId: 'ann' } as const;
const changing = (change: FoundChange): State => ({
  frontMatter: inPlace,
  ownRecords: [record()],
  text: 'another',
  changedInWiki: () => change,
});

interface Asking {
  readonly state: State;
  /** Each takes back what was agreed to. */
  readonly protects: readonly State[];
  /** None asks anew. */
  readonly others?: readonly State[];
}

const asking: Readonly<Record<string, Asking>> = {
  'another file’s page': {
    state: { frontMatter: inPlace, others: theirs() },
    protects: [
      { title: 'Two', others: [record({ title: 'Two' }, { file: other })] },
      { others: theirs({ otherSends: [{ file: { uri: 'file:///w/c.md' }, hash: 'c', sentAt: 9 }] }) },
      { others: theirs({ published: { hash: 'newer', publishedAt: 7 } }) },
      { scope: 'space' },
      {
        others: [
          record({}, { file: { uri: 'file:///w/third.md' }, published: { hash: 'c', publishedAt: 8 } }),
        ],
      },
    ],
    others: [{ others: theirs({ file: { ...other, workspacePath: 'shown/otherwise.md' } }) }],
  },
  'another title than that of its page': {
    state: { frontMatter: inPlace, ownRecords: [record()], title: 'Two' },
    protects: [
      { title: 'Three' },
      { ownRecords: [record({ title: 'Zero' })] },
      { frontMatter: { space: 'S', parent: '2' } },
      { scope: 'space' },
    ],
    others: [{ ownRecords: [record({}, { published: { hash: 'newer', publishedAt: 4 } })] }],
  },
  'another place than that of its page': {
    state: { frontMatter: { space: 'S', parent: '2' }, ownRecords: [record()] },
    protects: [{ ownRecords: [record({ parent: '7' })] }, { frontMatter: { space: 'S', parent: '3' } }],
    others: [{ ownRecords: [record({}, { published: { hash: 'newer', publishedAt: 4 } })] }],
  },
  'a page that may be there': {
    state: { frontMatter: { ...inPlace, overwrite: true } },
    protects: [
      { title: 'Two' },
      { frontMatter: { space: 'S', parent: '2', overwrite: true } },
      { scope: 'space' },
      { others: theirs() },
    ],
  },
  'an edit in the wiki': {
    state: changing({ kind: 'edited', ...edit }),
    protects: [
      changing({ kind: 'edited', ...edit, version: 10 }),
      changing({ kind: 'deleted' }),
      changing({ kind: 'moved', ...edit }),
    ],
    others: [
      changing({ kind: 'edited', ...edit, authorId: 'bea', changedAt: 6, ours: 8 }),
      { ownRecords: [record({}, { published: { hash: 'newer', publishedAt: 4 } })] },
    ],
  },
  'a move in the wiki': {
    state: changing({ kind: 'moved', ...edit }),
    protects: [{ scope: 'space' }, changing({ kind: 'moved', ...edit, version: 10 })],
    others: [changing({ kind: 'moved', ...edit, authorId: 'bea' })],
  },
  'a page that is there': {
    state: { frontMatter: inPlace, foundAt: () => there },
    protects: [
      { foundAt: () => ({ ...there, version: 4 }) },
      { foundAt: () => ({ ...there, id: '901' }) },
      { title: 'Two' },
    ],
    others: [{ foundAt: () => ({ ...there, authorId: 'bea', address: 'https://a.example/x' }) }],
  },
};

type Answer = readonly [question: ChoiceState | ChangeState, choice: Choice];

function answersTo(question: Question | undefined): readonly Answer[] {
  if (question?.kind === 'changedInWiki') {
    return [[question, 'anyway']];
  }
  assert.ok(question !== undefined && 'choices' in question);
  return question.choices.map((choice) => [question, choice]);
}

const isOpen = ({ questions }: Decision): boolean => questions.length > 0;

describe('What a person agreed to', () => {
  for (const [what, { state, protects, others = [] }] of Object.entries(asking)) {
    const agreed = answersTo(decide(inputOf(state)).questions[0]).map((answer) => {
      const decideWith = (change: State): Decision =>
        decide(answering(inputOf({ ...state, ...change }), ...answer));
      return { said: decideWith({}), decideWith };
    });

    it(`about ${what} is asked for no more, whatever changes that it does not hang on`, () => {
      for (const { said, decideWith } of agreed) {
        assert.equal(isOpen(said), false);
        for (const change of [...others, { text: 'a newer text' }, { connections: two.slice(0, 1) }]) {
          const now = decideWith(change);
          assert.deepEqual([isOpen(now), now.target], [false, said.target], JSON.stringify(change));
        }
      }
    });

    it(`about ${what} lets no page be replaced once something has changed that it hangs on`, () => {
      for (const { decideWith } of agreed) {
        for (const change of protects) {
          const now = decideWith(change);
          assert.ok(isOpen(now) || now.target?.overwrite === false, JSON.stringify([change, now.target]));
        }
      }
    });
  }

  it('before the file had a page does not keep that page from being updated', () => {
    const [refused = assert.fail()] = answersTo(
      decide(inputOf({ frontMatter: { ...inPlace, overwrite: true } })).questions[0],
    );
    assert.equal(refused[1], 'stop');
    const now = decide(
      answering(inputOf({ frontMatter: inPlace, ownRecords: [record({}, { file })] }), ...refused),
    );
    assert.equal(now.target?.overwrite, true);
  });

  it('about the page counts for one send; what they accepted of the text counts for the next one too', () => {
    const page = decide(inputOf({ frontMatter: inPlace })).aboutPage ?? assert.fail();
    const edited = decide(inputOf(changing({ kind: 'edited', ...edit }))).questions[0];
    assert.ok(edited?.kind === 'changedInWiki');
    const said = [
      [page, 'replace'],
      [edited.asking, 'anyway'],
      [problemsAsking(['a secret']), 'anyway'],
    ] as const;
    const answers = said.reduce<Answers>((given, [asking, choice]) => agree(given, asking, choice), {});
    const next = said.map(([asking]) => answerTo(asking, afterSend(answers)));
    assert.deepEqual(next, [undefined, undefined, 'anyway']);
  });
});
