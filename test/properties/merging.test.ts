import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPage } from '../../src/core/page/page.js';
import { applyEdits } from '../../src/core/page/problem.js';
import { contentForTitle } from '../../src/core/publish/contentForTitle.js';
import { merge } from '../../src/core/pull/merge.js';
import { markdown } from './anyMarkdown.js';
import { numRuns } from './runs.js';
import { usualOptions } from '../host/usualOptions.js';

const options = {
  ...usualOptions,
  publicAddresses: { address: 'https://public.example/', folder: '', unusable: [] },
};
const fileName = 'page.md';
const marks = /^(?:<{7}|={7}|>{7})/m;

/** A block whose words are its own, with something private in it or not. */
type MakeBlock = (word: string, hidden: string) => string;
const makeBlock = fc.constantFrom<MakeBlock>(
  (word, hidden) => `Some ${word} and <!-- ${hidden} --> more.`,
  (word, hidden) => `Some ${word}\nand more of it.\n\n<!-- ${hidden} -->`,
  (word, hidden) => `<!-- wiki:skip -->\n\n${hidden}\n\n<!-- /wiki:skip -->\n\nOnly ${word} here.`,
  (word, hidden) => `- one ${word}\n- two\n  <!-- ${hidden} -->\n- three`,
  (word) => `- one ${word}\n- two`,
  (word) => `1. one ${word}\n\n   two\n\n2. three`,
  (word) => `## About ${word}`,
  (word) => `Look [at it](docs/${word}.md) here.`,
  (word, hidden) => `![picture of ${word}](a.png) <!-- ${hidden} -->`,
  (word) => `\`\`\`js\nconst a = '${word}';\n\`\`\``,
  (word) => `| a | b |\n|---|---|\n| ${word} | c |`,
  (word, hidden) => `> Said ${word}.\n>\n> <!-- ${hidden} -->\n> Again.`,
  (word) => `<div>\n${word}\n</div>`,
);

type Change = 'change' | 'delete' | 'add';
const changes = fc.constantFrom<Change>('change', 'change', 'delete', 'add');

const document = fc.record({
  front: fc.constantFrom('', '---\ntags: [private]\n---\n\n', '\ufeff'),
  title: fc.constantFrom('# Title\n\n', '<!-- top -->\n\n# Title\n\n', ''),
  makers: fc.array(makeBlock, { minLength: 4, maxLength: 9 }),
  newLine: fc.constantFrom('\n', '\n', '\r\n'),
  end: fc.constantFrom('\n', '', '\n\n<!-- wiki:skip -->\nlast\n<!-- /wiki:skip -->\n'),
  mine: fc.tuple(fc.nat(), changes),
  theirs: fc.tuple(fc.nat(), changes),
});

const hiddenIn = (text: string): string[] =>
  [...text.matchAll(/hidden\d+|private|last|top/g)].map(([word]) => word);

describe('A merge', () => {
  it('holds what both changed, and everything private, where they changed different blocks', () => {
    let [tried, held] = [0, 0];
    fc.assert(
      fc.property(document, ({ front, title, makers, newLine, end, mine, theirs }) => {
        const [at, there] = [mine[0] % makers.length, theirs[0] % makers.length];
        fc.pre(at !== there);
        tried++;
        const blocks = makers.map((make, index) => make(`word${index}`, `hidden${index}`));
        const whole = (parts: readonly string[]): string =>
          (front + title + parts.filter((part) => part !== '').join('\n\n') + end).replaceAll('\n', newLine);
        const before = whole(blocks);
        const sentOf = (text: string): string => contentForTitle(readPage(text, fileName, options), 'Title');
        const changed = (index: number, how: Change, by: string): string[] =>
          blocks.map((block, each) => {
            if (each !== index) {
              return block;
            }
            switch (how) {
              case 'change':
                return block.replace(`word${index}`, by);
              case 'add':
                return `${block}\n\nThe ${by} added.`;
              case 'delete':
                return '';
            }
          });
        const text = whole(changed(at, mine[1] === 'delete' ? 'change' : mine[1], 'mine'));
        const given = sentOf(whole(changed(there, theirs[1], 'theirs')));
        const wiki = given.replaceAll(/^[ >]*<!-- -->\r?\n|<!-- -->/gm, '');
        const merging = { text, fileName, options, title: 'Title', published: sentOf(before), wiki };
        const merged = merge(merging);
        assert.ok(merged, `inseparable: ${JSON.stringify(merging)}`);
        const result = applyEdits(text, merged.edits);
        const shown = JSON.stringify({ text, wiki, result }, undefined, 1);
        // Where something private is in the way of what comes, or what goes held others apart, the person decides
        if (merged.conflicts === 1) {
          held++;
          assert.deepEqual(hiddenIn(result).sort(), hiddenIn(text).sort(), shown);
          assert.ok(result.includes('mine') && (theirs[1] === 'delete' || result.includes('theirs')), shown);
          return;
        }
        assert.equal(merged.conflicts, 0, shown);
        assert.doesNotMatch(result, marks, shown);
        assert.deepEqual(hiddenIn(result).sort(), hiddenIn(text).sort(), shown);
        assert.ok(result.includes('mine'), shown);
        if (theirs[1] === 'delete') {
          assert.ok(!sentOf(result).includes(`word${there}`), shown);
        } else {
          assert.ok(result.includes('theirs'), shown);
        }
        for (const [index] of blocks.entries()) {
          if (index !== at && index !== there) {
            assert.ok(result.includes(`word${index}`), shown);
          }
        }
        // What is sent is what the person had, with what the wiki had
        assert.deepEqual(hiddenIn(sentOf(result)), [], shown);
        const [other] = newLine === '\n' ? ['\r'] : [];
        assert.ok(other === undefined || !result.includes(other), shown);
      }),
      { numRuns: Math.max(125, numRuns / 8) },
    );
    assert.ok(tried > 100 && held < tried / 10, `${held} of ${tried}`);
  });

  it('keeps everything private, whatever the wiki has', () => {
    fc.assert(
      fc.property(markdown, markdown, fc.option(markdown, { nil: undefined }), (text, wiki, published) => {
        const before = readPage(text, fileName, options);
        const title = before.title;
        const merged = merge({ text, fileName, options, title, published, wiki });
        if (merged?.conflicts === 0) {
          const result = applyEdits(text, merged.edits);
          const parts = before.leftOut.filter(({ what }) => what === 'region');
          for (const { start, end } of parts) {
            const words = text.slice(start, end).replace(/\s+/g, '');
            assert.ok(
              result.replace(/\s+/g, '').includes(words),
              JSON.stringify({ text, wiki, published, result }),
            );
          }
        }
      }),
      { numRuns: Math.max(125, numRuns / 8) },
    );
  });
});
