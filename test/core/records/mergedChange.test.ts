import assert from 'node:assert/strict';
import { hasMergedLines } from '../../../src/core/records/mergedChange.js';
import { lineHashes, mergedLineHashes } from '../../../src/services/records/lineHashes.js';

describe('A file that a change was merged into', () => {
  const holds = (known: string, after: string, now: string, document = after): boolean =>
    hasMergedLines(
      { change: 'c', before: 'text before', lines: mergedLineHashes(known, after, document) },
      'text now',
      lineHashes(now),
    );

  for (const [what, known, after, now, isExcluded] of [
    ['has it while one of its lines is there', 'a\nb', 'a\nc\nd', 'x\nd', true],
    ['has it with other line ends and indents', 'a\nb', 'a\nc', 'x\r\n  c\r\n', true],
    ['lacks it once none of its lines is there', 'a\nb', 'a\nc', 'a\nb\nx', false],
    ['lacks it where what it replaced was rewritten', 'a\nb', 'a\nc', 'a\nx', false],
    ['has it while what it removed is gone', 'a\nb', 'a', 'a\nx', true],
    ['lacks it once what it removed is back', 'a\nb', 'a', 'a\nb\nx', false],
    [
      'lacks it where only a fence is there again',
      'a',
      'a\nTheir paragraph.\n```sh\nrun it\n```',
      'a\n```sh\nmine\n```',
      false,
    ],
    [
      'has it where both sides of a conflict were kept, and the line that came was there already',
      'Our line\nShared line',
      '<<<<<<< Your file\nOur line\n=======\nShared line\n>>>>>>> The wiki\nShared line',
      'Our line\nShared line\nShared line',
      true,
    ],
    [
      'has it where it moved lines, and the text is no longer that of before',
      'a\nb',
      'b\na',
      'a\nb\nx',
      true,
    ],
  ] as const) {
    it(what, () => assert.equal(holds(known, after, now), isExcluded));
  }

  it('is judged by what the page and the file have in common where the merge brought nothing', () => {
    const [published, wiki, file] = ['a', 'a\nTheirs\n* c', 'a\nTheirs\n- c\nOurs'];
    assert.equal(holds(published, wiki, 'a\nTheirs', file), true);
    assert.equal(holds(published, wiki, 'a\n- c\nOurs', file), false);
  });
});
