import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPage } from '../../src/core/page/page.js';
import { hashOf } from '../../src/services/records/hashOf.js';
import { markdown } from './anyMarkdown.js';
import { numRuns } from './runs.js';
import { usualOptions as options } from '../host/usualOptions.js';

const matter = fc.constantFrom(
  '',
  '\ufeff',
  '---\ntitle: A\nwiki:\n  space: 7\n---\n',
  '+++\ntitle = "A"\n+++\n',
);
const ends = fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 1, maxLength: 8 });

/** What a file says, as it is read from the disk and as VS Code opens it: there all lines end alike. */
const texts = fc
  .tuple(matter, markdown, ends, fc.constantFrom('\n', '\r\n'))
  .map(([first, text, each, end]) => {
    let at = 0;
    const mixed = `${first}${text}`.replace(/\r\n?|\n/g, () => each[at++ % each.length] ?? end);
    return [mixed, mixed.replace(/\r\n?|\n/g, end)] as const;
  });

describe('A file with lines that end in several ways', function () {
  this.timeout(600_000);

  it('is the same page on the disk and in its editor', () => {
    const isSame = fc.property(texts, ([stored, opened]) => {
      const [one, other] = [stored, opened].map((text) => readPage(text, 'file.md', options));
      assert.deepEqual([one?.title, one?.heading], [other?.title, other?.heading]);
      assert.deepEqual(one?.frontMatter, other?.frontMatter);
      assert.equal(hashOf(one?.content ?? ''), hashOf(other?.content ?? 'none'));
      assert.equal(hashOf(one?.contentWithoutHeading ?? ''), hashOf(other?.contentWithoutHeading ?? ''));
    });
    fc.assert(isSame, { numRuns, seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });
  });
});
