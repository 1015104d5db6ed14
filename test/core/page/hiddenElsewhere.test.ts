import assert from 'node:assert/strict';
import { readPage, type Page } from '../../../src/core/page/page.js';
import { blockingProblems, readSeverities } from '../../../src/core/page/problem.js';
import { usualOptions } from '../../host/usualOptions.js';

const read = (text: string): Page => readPage(text, 'file.md', usualOptions);
const blocking = ({ problems }: Page): string[] =>
  blockingProblems(problems, readSeverities(undefined, undefined)).map(({ kind }) => kind);

const region = '<!-- wiki:skip -->\n    b\n    <!-- /wiki:skip -->';
const inLine = '<!-- wiki:skip -->b<!-- /wiki:skip -->';

describe('What only some parsers hide keeps the page from being sent', () => {
  for (const [what, text, kind] of [
    ['in a numbered step', ` 10. Step\n    ${region}\n 11. Two\n`, 'skipRegion'],
    ['in an indented step', '  1. Step\n    <!-- b -->', 'unclosedComment'],
    ['in an indented item', '   - Step\n    <!-- b -->', 'unclosedComment'],
    ['in an item in a quote', '>    - Step\n>     <!-- b -->', 'unclosedComment'],
    ['below a quote', '> > a\n      <!-- b -->', 'unclosedComment'],
    ['below a definition', '[l]: x\n    d <!-- b -->', 'unclosedComment'],
    ['below a footnote that looks like a definition', `[^1]: https://x.example\n    ${inLine}`, 'skipRegion'],
    ['in a footnote', `[^1]: two words\n\n    ${region}`, 'skipRegion'],
    ['as a footnote that looks like a definition', '[^1]:\n    <!-- b -->', 'unclosedComment'],
    ['in two cells with a backtick', `| K |\n|---|\n| \` | a ${inLine} |\n| Ctrl+\` | z |`, 'skipRegion'],
  ] as const) {
    it(what, () => assert.deepEqual([...new Set(blocking(read(text)))], [kind]));
  }
});

describe('What only some parsers show as code is sent, and the Problems view says so', () => {
  for (const [what, text] of [
    ['below a list and an empty line', ' 10. Step\n\n    <!-- b -->'],
    ['in a footnote with more text', '[^1]: a\n\n    c\nlazy\n\n    <!-- b -->'],
    ['in a row between backticks', '| K | D |\n|---|---|\n| ` | <!-- b --> | ` |'],
    ['above a table, before a backtick', '` <!-- b\nc -->\n| K |\n|---|\n| ` |'],
    ['in a footnote below a backtick', 'a `\n[^1]: <!-- b\nc --> `'],
    ['in cells with an open attribute', '| K |\n|---|\n| <i t=" | <!-- b --> | "> |'],
  ] as const) {
    it(what, () => {
      const page = read(text);
      assert.deepEqual([blocking(page), page.problems.map(({ kind }) => kind)], [[], ['notLeftOut']]);
      assert.equal(page.content, text);
    });
  }
});

describe('What all parsers show is sent', () => {
  for (const [what, text] of [
    ['code after an empty line', 'a\n\n    <!-- b -->\n    c\n'],
    ['code under a heading', '## a\n    <!-- b -->\n'],
    ['code below a quote and an empty line', '> a\n\n    <!-- b -->\n'],
    ['code above the footnotes', 'a[^1]\n\n    <!-- b -->\n\n[^1]: two words\n'],
    ['code in an item', '- a\n\n      <!-- b -->\n      c\n\n- d\n'],
    ['code in an item of an item', '1. a\n\n   - b\n\n         <!-- c -->\n'],
    [
      'a fence in a tab of an item',
      '1. a\n\n    === "A"\n\n        ```html\n        <!-- b -->\n        ```\n',
    ],
    ['code in a cell', '| K | D |\n|---|---|\n| a | `<!-- b -->` |\n'],
  ] as const) {
    it(what, () => {
      assert.deepEqual(
        read(text).problems.filter(({ kind }) => kind !== 'brokenLink'),
        [],
      );
      assert.equal(read(text).content, text);
    });
  }
});
