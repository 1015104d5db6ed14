import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ImportMeaning } from '../../../src/core/wiki/import.js';
import { judgeImport, mayHaveMadePage } from '../../../src/core/wiki/import.js';
import type { Outcome } from '../../../src/core/wiki/outcome.js';
import * as remembered from '../../../src/core/publish/remembered.js';
import type { Choice, Remembered } from '../../../src/core/publish/remembered.js';

const { afterSending, beforeSending, mayHaveArrived, readRemembered, targetNow } = remembered;
const target = { space: 'ENG', parent: '42', title: 'One', overwrite: false };
const choice: Choice = { endpoint: 'https://a.example/', target, suggestedTitle: 'One' };
const standing = (is: Remembered['standing'], change: Partial<Choice> = {}): Remembered => ({
  ...choice,
  ...change,
  standing: is,
});

const answered = (meaning: ImportMeaning, status = 400, arrived = false): Outcome => ({
  kind: 'answered',
  answer: { meaning, status, message: undefined, truncated: false },
  mayHaveArrived: arrived,
  cancelled: false,
});
const judged = (status: number, body: string, truncated = false): Outcome => {
  const answer = judgeImport({ status, headers: {}, body, truncated }, { overwrite: false });
  return { kind: 'answered', answer, mayHaveArrived: mayHaveMadePage(answer), cancelled: false };
};
const failed = (kind: 'notSent' | 'unanswered', arrived = false): Outcome => ({
  kind,
  reason: 'reset',
  code: 'X',
  mayHaveArrived: arrived,
});

describe('What is remembered of a file', () => {
  it('is read as it was written', () => {
    for (const is of ['unsent', 'unknown', 'published'] as const) {
      const stored = standing(is, { suggestedTitle: 'Two' });
      assert.deepEqual(readRemembered(JSON.parse(JSON.stringify(stored))), stored);
    }
  });

  it('is read from an older version’s record, with care', () => {
    assert.deepEqual(
      readRemembered({ endpoint: choice.endpoint, target, standing: 'odd' }),
      standing('unsent'),
    );
  });

  for (const stored of [
    undefined,
    null,
    'a',
    1,
    [],
    {},
    { endpoint: 'a' },
    { target },
    { endpoint: 1, target },
    { endpoint: 'a', target: {} },
  ]) {
    it(`is nothing in ${JSON.stringify(stored)}`, () => assert.equal(readRemembered(stored), undefined));
  }

  it('is a record or nothing, whatever was stored', () => {
    fc.assert(fc.property(fc.anything(), (stored) => readRemembered(stored) === undefined));
  });
});

describe('Where a file goes next', () => {
  const cases: readonly (readonly [what: string, record: Remembered, title: string, next: object])[] = [
    ['is where it went', standing('unsent'), 'One', { title: 'One', overwrite: false }],
    ['updates the page that is its own', standing('published'), 'One', { title: 'One', overwrite: true }],
    [
      'does not overwrite a page that may be another’s',
      standing('unknown'),
      'One',
      { title: 'One', overwrite: false },
    ],
    [
      'follows a new title, and never overwrites under it',
      standing('published'),
      'Two',
      { title: 'Two', overwrite: false },
    ],
    [
      'keeps a title that the person chose',
      standing('published', { target: { ...target, title: 'Mine' } }),
      'Two',
      { title: 'Mine', overwrite: true },
    ],
    [
      'does not carry a chosen overwrite to a new title',
      standing('published', { target: { ...target, overwrite: true } }),
      'Two',
      { title: 'Two', overwrite: false },
    ],
    [
      'keeps a chosen overwrite',
      standing('unsent', { target: { ...target, overwrite: true } }),
      'One',
      { title: 'One', overwrite: true },
    ],
  ];
  for (const [what, record, title, next] of cases) {
    it(what, () => assert.deepEqual(targetNow(record, title), { ...target, ...next }));
  }
});

describe('The standing of a page', () => {
  const other = { ...choice, target: { ...target, title: 'Two' } };

  it('is unknown while it is sent, unless it is the file’s own', () => {
    assert.equal(beforeSending(choice, undefined).standing, 'unknown');
    assert.equal(beforeSending(choice, standing('unsent')).standing, 'unknown');
    assert.equal(beforeSending(choice, standing('published')).standing, 'published');
    assert.equal(beforeSending(other, standing('published')).standing, 'unknown');
    assert.equal(
      beforeSending({ ...choice, endpoint: 'https://b.example/' }, standing('published')).standing,
      'unknown',
    );
  });

  const after: readonly (readonly [what: string, outcome: Outcome, standing: Remembered['standing']])[] = [
    ['an answer that it is published', answered('published', 201), 'published'],
    ['an answer that it was there', answered('already exists'), 'unsent'],
    ['a refusal', answered('unauthorized', 401), 'unsent'],
    ['a refusal after a send that may have arrived', answered('already exists', 400, true), 'unknown'],
    ['a fault', answered('temporary', 500, true), 'unknown'],
    ['a 429', answered('temporary', 429), 'unsent'],
    ['nothing sent', failed('notSent'), 'unsent'],
    ['nothing sent after a send that may have arrived', failed('notSent', true), 'unknown'],
    ['no answer', failed('unanswered'), 'unknown'],
    ['a 200 that ended early', judged(200, '{"body":"Crea', true), 'unknown'],
    ['a 200 that is not the documented JSON', judged(200, '<html>'), 'unknown'],
    ['a 202', judged(202, '{"body":"Later."}'), 'unknown'],
    ['a fault of another number', judged(520, '<html>'), 'unknown'],
    ['a sign-in page with 403', judged(403, '<html>'), 'unsent'],
  ];
  for (const [what, outcome, expected] of after) {
    it(`is ${expected} after ${what}`, () => {
      assert.deepEqual(afterSending(standing('unknown'), outcome), standing(expected));
    });
  }

  it('stays published once it was', () => {
    for (const [, outcome] of after) {
      assert.equal(afterSending(standing('published'), outcome).standing, 'published');
    }
  });

  it('tells that an earlier send of the same page may have arrived', () => {
    assert.ok(mayHaveArrived(choice, standing('unknown')));
    assert.ok(mayHaveArrived({ ...choice, target: { ...target, overwrite: true } }, standing('unknown')));
    assert.ok(!mayHaveArrived(other, standing('unknown')));
    assert.ok(!mayHaveArrived(choice, standing('unsent')));
    assert.ok(!mayHaveArrived(choice, standing('published')));
    assert.ok(!mayHaveArrived(choice, undefined));
  });
});
