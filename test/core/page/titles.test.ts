import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPage } from '../../../src/core/page/page.js';
import { contentForTitle } from '../../../src/core/publish/contentForTitle.js';
import { plainLine } from '../../../src/core/text/plainLine.js';
import { maxTitleLength, parseTitle } from '../../../src/core/wiki/target.js';
import { usualOptions as options } from '../../host/usualOptions.js';

const parts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom(
    'a',
    'é',
    ' ',
    '\u202e',
    '\u200b',
    '\u200d',
    '\u00ad',
    '\ufeff',
    '\u0301\u0301\u0301\u0301\u0301',
    '👩\u200d👧',
  ),
);
const names = fc
  .array(parts, { maxLength: 12 })
  .map((all) => all.join('').replaceAll(/[\r\n\0\u0085\u2028\u2029]/g, ''));

describe('The title that is sent', () => {
  it('is the one that is shown, wherever it is written', () => {
    const isShown = (title: string): void => assert.equal(plainLine(title), title);
    fc.assert(
      fc.property(names, (name) => {
        isShown(readPage(`# ${name}\n\nText.\n`, 'a.md', options).title);
        isShown(readPage(`<h1>${name}</h1>\n\nText.\n`, 'a.md', options).title);
        isShown(readPage(`---\ntitle: ${JSON.stringify(name)}\n---\nText.\n`, 'a.md', options).title);
        isShown(readPage('Text.\n', `${name}.md`, options).title);
        isShown(parseTitle(name.slice(0, maxTitleLength)).value ?? '');
      }),
      { numRuns: 500 },
    );
  });

  it('still is that of its heading, which is not sent twice', () => {
    const page = readPage('# Pay\u200bment \u202ePlan\n\nText.\n', 'a.md', options);
    assert.deepEqual([page.title, contentForTitle(page, page.title)], ['Pay ment Plan', 'Text.\n']);
  });
});
