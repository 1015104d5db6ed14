import assert from 'node:assert/strict';
import { readPage, type Page } from '../../../src/core/page/page.js';
import { applyEdits } from '../../../src/core/page/problem.js';
import { usualOptions } from '../../host/usualOptions.js';

describe('A control character', () => {
  const read = (text: string): Page => readPage(text, 'a.md', { ...usualOptions, omitHeading: false });
  const told = (text: string): string[] =>
    read(text).problems.map(({ kind, message, start }) => `${start} ${kind}: ${message}`);

  it('is told at its place with its name in Unicode, also in code, and can be removed', () => {
    const text =
      '# Log\n\n```\n\u001b[31mred\n```\n\nA back\bspace, form\ffeed, bell\u0007, \u0085 and \u008f.\n';
    assert.deepEqual(
      told(text).map((each) => /^\d+ \w+: .*character, (.*?), /.exec(each)?.[1]),
      [
        'U+001B (ESCAPE)',
        'U+0008 (BACKSPACE)',
        'U+000C (FORM FEED)',
        'U+0007 (ALERT)',
        'U+0085 (NEXT LINE)',
        'U+008F',
      ],
    );
    assert.deepEqual(
      read(text).problems.map(({ start }) => start),
      [...text.matchAll(/[^\n\x20-\x7e]/g)].map(({ index }) => index),
    );
    const [fix] = read(text).problems[0]?.fixes ?? [];
    assert.ok(fix?.kind === 'edit');
    assert.equal(applyEdits(text, [fix.edit]), text.replace('\u001b', ''));
    assert.equal(read(text).content, text);
  });

  it('is none where it ends a line or a column, or is not sent', () => {
    assert.deepEqual(told('a\tb\r\nc\rd\n\n<!-- \u001b -->\n\ne\n'), []);
  });

  it('that is a NUL says what it is, and is never sent', () => {
    const text = '# Log\n\nA zero\0.\n';
    for (const isGarbled of [false, true]) {
      const { problems: found } = readPage(text, 'a.md', {
        ...usualOptions,
        isGarbled,
      });
      assert.deepEqual(
        found.map(({ kind, start, isFatal, message }) => [kind, start, isFatal, message]),
        [
          [
            'encoding',
            13,
            true,
            'This is a NUL (U+0000), which no text has: the file is no text, or it is in another encoding, such as UTF-16.',
          ],
        ],
      );
    }
  });
});
