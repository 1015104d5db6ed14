import assert from 'node:assert/strict';
import { decide, targetToSend } from '../../../src/core/publish/decide.js';
import type { Decision } from '../../../src/core/publish/decision.js';
import {
  answering,
  elsewhere,
  endpoint,
  file,
  inputOf,
  other,
  pending,
  record,
  two,
  type State,
} from './states.js';

const decided = (state: State): Decision => decide(inputOf(state));
const kinds = (state: State): readonly string[] => decided(state).questions.map(({ kind }) => kind);

/** The choices of the only question, and where each leads. */
function choicesOf(state: State): readonly [does: string, place: string][] {
  const input = inputOf(state);
  const { questions } = decide(input);
  const [question] = questions;
  assert.ok(questions.length === 1 && question !== undefined && 'choices' in question);
  return question.choices.map((choice) => {
    const answered = decide(answering(input, question, choice));
    const target = targetToSend(answered);
    assert.ok(target !== undefined && answered.questions.length === 0, 'nothing more is asked');
    const { space, parent, title, overwrite } = target;
    return [choice, `${space}/${parent}/${title}${overwrite ? ' overwriting' : ''}`];
  });
}

describe('What a publish would do', () => {
  const own = [record()];
  const inPlace = { space: 'S', parent: '1' };

  it('is a new page where nothing is known of one', () => {
    const { target, effect, questions, origins } = decided({ frontMatter: inPlace });
    assert.deepEqual(target, { space: 'S', parent: '1', title: 'One', overwrite: false });
    assert.deepEqual([effect.kind, questions], ['new', []]);
    assert.deepEqual(origins, {
      connection: 'setting',
      space: 'frontMatter',
      parent: 'frontMatter',
      title: 'text',
      overwrite: undefined,
    });
  });

  it('is an update of the file’s own page, which needs no word', () => {
    const same = decided({ ownRecords: own });
    assert.deepEqual([same.effect.kind, same.questions, same.target?.overwrite], ['unchanged', [], true]);
    assert.equal(decided({ ownRecords: own, text: 'new' }).effect.kind, 'changed');
    assert.equal(same.origins.overwrite, 'record');
  });

  it('is unknown while a send has no answer, even where the text is the one published before', () => {
    const { effect, target, questions } = decided({ ownRecords: [record({}, { pending })] });
    assert.deepEqual([effect.kind, target?.overwrite, questions], ['unknown', true, []]);
  });

  it('is not known to be the file’s own page while no send of it was confirmed', () => {
    const unconfirmed = [record({}, { published: undefined, pending })];
    const { effect, target, questions } = decided({ ownRecords: unconfirmed });
    assert.deepEqual([effect.kind, target?.overwrite, questions], ['unknown', false, []]);
    assert.deepEqual(kinds({ ownRecords: unconfirmed, defaults: { overwrite: true } }), ['replaces']);
  });

  it('is asked about where nobody confirmed the last send and the settings name another place by now', () => {
    const unconfirmed = [record({}, { published: undefined, pending })];
    const defaults = { space: 'S', parent: '9' };
    const there = 'S/9/One';
    assert.deepEqual(choicesOf({ ownRecords: unconfirmed, defaults }), [
      ['keep', 'S/1/One'],
      ['stop', there],
    ]);
    // The wiki itself refuses a second one
    const unique = decided({ ownRecords: unconfirmed, defaults, scope: 'space' });
    const { kind } = unique.effect;
    assert.deepEqual(
      [kind, unique.questions, unique.target?.parent, unique.target?.overwrite],
      ['new', [], '9', false],
    );
    assert.equal(decided({ ownRecords: own, defaults }).target?.parent, '1');
  });

  it('asks before a page that others may have made is replaced', () => {
    for (const state of [
      { frontMatter: { ...inPlace, overwrite: true } },
      { frontMatter: inPlace, defaults: { overwrite: true } },
    ]) {
      const decision = decided(state);
      assert.equal(decision.effect.kind, 'replaces');
      assert.equal(decision.target?.overwrite, false);
      assert.deepEqual(choicesOf(state), [
        ['stop', 'S/1/One'],
        ['replace', 'S/1/One overwriting'],
      ]);
    }
  });

  it('asks before a new heading makes a second page, and keeps the old title first', () => {
    assert.equal(decided({ ownRecords: own, title: 'Two' }).effect.kind, 'retitled');
    assert.deepEqual(choicesOf({ ownRecords: own, title: 'Two' }), [
      ['keep', 'S/1/One overwriting'],
      ['stop', 'S/1/Two'],
      ['replace', 'S/1/Two overwriting'],
    ]);
    assert.deepEqual(kinds({ ownRecords: own, title: 'Two', defaults: { overwrite: true } }), ['retitled']);
    assert.deepEqual(
      kinds({ ownRecords: own, title: 'ONE' }),
      ['retitled'],
      'to some wikis it is another page',
    );
  });

  it('asks before a new parent, space or connection in the front matter makes a second page', () => {
    for (const frontMatter of [{ parent: '2' }, { space: 'T', parent: '2' }]) {
      assert.equal(decided({ ownRecords: own, frontMatter }).effect.kind, 'moved');
      assert.deepEqual(choicesOf({ ownRecords: own, frontMatter })[0], ['keep', 'S/1/One overwriting']);
    }
    const moved = { ownRecords: own, connections: two, frontMatter: { ...inPlace, connection: 'b' } };
    assert.deepEqual(kinds(moved), ['moved']);
    const gone = [record({ endpoint: 'https://gone.example/' })];
    assert.deepEqual(choicesOf({ ownRecords: gone, frontMatter: inPlace }), [['stop', 'S/1/One']]);
  });

  it('asks nothing more once the person chose', () => {
    for (const state of [
      { ownRecords: own, frontMatter: { parent: '2', title: 'Two' } },
      { ownRecords: own, title: 'Two', others: [record({ title: 'Two' }, { file: other })] },
      { ownRecords: own, connections: two, frontMatter: { ...inPlace, connection: 'b' } },
    ]) {
      assert.ok(choicesOf(state).length > 1);
    }
  });

  it('is not asked about again: a title or a place that was kept stays', () => {
    const frontMatter = { parent: '2', title: 'Two' };
    const kept = record({}, { suggestedTitle: 'Two', suggestedPlace: { parent: '2' } });
    const { target, questions, effect } = decided({ ownRecords: [kept], frontMatter });
    assert.deepEqual([target?.parent, target?.title, questions], ['1', 'One', []]);
    assert.equal(effect.kind, 'unchanged');
    assert.deepEqual(kinds({ ownRecords: [kept], frontMatter: { ...frontMatter, parent: '3' } }), ['moved']);
  });

  it('is the file’s own page whatever was tried since', () => {
    const attempt = {
      file,
      endpoint,
      target: { space: 'S', parent: '9', title: 'Two', overwrite: true },
      failedAt: 3,
    };
    const tried = record({ title: 'Two' }, { published: undefined, pending });
    const { target, effect } = decided({ ownRecords: [tried, record()], attempt });
    assert.deepEqual(target, { space: 'S', parent: '1', title: 'One', overwrite: true });
    assert.equal(effect.kind, 'unchanged');
  });

  it('is the page of another file', () => {
    const others = [record({ title: 'one' }, { file: other })];
    const decision = decided({ frontMatter: inPlace, others });
    assert.deepEqual(decision.effect, { kind: 'others', by: other, from: undefined, record: undefined });
    assert.deepEqual(choicesOf({ frontMatter: inPlace, others }), [
      ['stop', 'S/1/One'],
      ['replace', 'S/1/One overwriting'],
    ]);
  });

  describe('where another file sent something that may have arrived', () => {
    const claims = [{ file: other, hash: 'text of the other', sentAt: 3 }];
    const replaced = record({}, { otherSends: claims });

    it('is the page of that file, although this one made it', () => {
      for (const text of ['text', 'new']) {
        const decision = decided({ ownRecords: [replaced], text });
        assert.deepEqual(decision.effect, { kind: 'others', by: other, from: undefined, record: replaced });
        assert.equal(decision.target?.overwrite, false);
        assert.deepEqual(choicesOf({ ownRecords: [replaced], text }), [
          ['stop', 'S/1/One'],
          ['replace', 'S/1/One overwriting'],
        ]);
      }
    });

    it('is the page of that file, although its text is the same', () => {
      const same = record({}, { otherSends: [{ file: other, hash: 'text under One', sentAt: 3 }] });
      assert.deepEqual(kinds({ ownRecords: [same] }), ['others']);
    });

    it('keeps an old title without replacing what is there', () => {
      assert.deepEqual(choicesOf({ ownRecords: [replaced], title: 'Two' }), [
        ['keep', 'S/1/One'],
        ['stop', 'S/1/Two'],
        ['replace', 'S/1/Two overwriting'],
      ]);
    });

    it('is the page of the file that made it, and one that the other may have, to that other', () => {
      const tried = record({}, { published: undefined, pending });
      const others = [record({}, { file: other, otherSends: [{ file, ...pending }] })];
      const { effect, target } = decided({ ownRecords: [tried], others });
      assert.deepEqual(effect, { kind: 'others', by: other, from: undefined, record: tried });
      assert.equal(target?.overwrite, false);
      assert.deepEqual(kinds({ ownRecords: [tried], others, title: 'Two' }), ['retitled']);
    });
  });

  it('updates the file’s own page although the front matter says overwrite: false', () => {
    for (const state of [{ frontMatter: { overwrite: false } }, { defaults: { overwrite: false } }]) {
      assert.equal(decided({ ownRecords: own, ...state }).target?.overwrite, true);
    }
  });

  it('goes through no other connection than the one that is named', () => {
    const frontMatter = { ...inPlace, connection: 'typo' };
    const { connection, target, questions } = decided({ ownRecords: own, frontMatter });
    assert.deepEqual([connection, target], [undefined, undefined]);
    assert.deepEqual(questions, [{ kind: 'connection', named: 'typo' }]);
  });

  it('goes through the connection that the page was published through, else the only one', () => {
    assert.equal(
      decided({ ownRecords: [record({ endpoint: elsewhere })], connections: two }).connection?.name,
      'b',
    );
    assert.deepEqual(kinds({ connections: two, frontMatter: inPlace }), ['connection']);
    assert.equal(
      decided({ connections: two, answers: { place: { endpoint: elsewhere } } }).connection?.name,
      'b',
    );
  });

  it('takes a failed try for a suggestion, below front matter, record and settings', () => {
    const target = { space: 'S', parent: '9', title: 'Tried', overwrite: true };
    const attempt = { file, endpoint, target, failedAt: 3 };
    assert.equal(decided({ attempt, defaults: inPlace }).target?.parent, '1');
    assert.equal(decided({ attempt, ownRecords: own }).target?.parent, '1');
    assert.deepEqual(decided({ attempt }).questions, [
      {
        kind: 'target',
        missing: ['space', 'parent'],
        suggestion: { space: 'S', parent: '9', title: 'One', overwrite: false },
      },
    ]);
    assert.equal(decided({ attempt }).origins.parent, 'attempt');
    assert.deepEqual(decided({ attempt, frontMatter: { space: 'T' } }).promptValues, {
      space: 'T',
      title: 'One',
    });
  });

  it('takes no parent from another space', () => {
    assert.deepEqual(decided({ ownRecords: own, frontMatter: { space: 'T' } }).promptValues, {
      space: 'T',
      title: 'One',
    });
    assert.deepEqual(kinds({ frontMatter: { space: 'T' }, defaults: inPlace }), ['target']);
  });

  it('says which part is missing', () => {
    assert.deepEqual(decided({ frontMatter: { space: 'S' } }).questions, [
      { kind: 'target', missing: ['parent'], suggestion: undefined },
    ]);
    const long = decided({ frontMatter: inPlace, title: 'a'.repeat(256) });
    assert.deepEqual(long.questions, [{ kind: 'target', missing: ['title'], suggestion: undefined }]);
    assert.equal(long.promptValues.title, 'a'.repeat(256));
  });
});
