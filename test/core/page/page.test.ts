import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contentForTitle } from '../../../src/core/publish/contentForTitle.js';
import * as core from '../../../src/core/page/page.js';
import type { Page, PageOptions } from '../../../src/core/page/page.js';
import { hashOf } from '../../../src/services/records/hashOf.js';
import { markdown } from '../../properties/anyMarkdown.js';
import { numRuns } from '../../properties/runs.js';
import { usualOptions } from '../../host/usualOptions.js';

const readPage = (text: string, fileName: string, options: Partial<PageOptions> = {}): Page =>
  core.readPage(text, fileName, { ...usualOptions, ...options });
const sent = (text: string, options: Partial<PageOptions> = {}): string => {
  const page = readPage(text, 'file.md', options);
  return contentForTitle(page, page.title);
};
const finalProblem = (text: string): string | undefined =>
  readPage(text, 'file.md').problems.find(({ isFatal }) => isFatal)?.message;

const mebibyte = 1024 * 1024;
const fill = (block: string): string => block.repeat(Math.ceil(mebibyte / block.length));

function msFor(text: string, title: string): number {
  const before = process.threadCpuUsage();
  assert.equal(readPage(text, 'file.md').title, title);
  return process.threadCpuUsage(before).user / 1000;
}

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

describe('A page', () => {
  const titles: readonly (readonly [text: string, fileName: string, title: string])[] = [
    ['---\ntitle: Front\n---\n# Head', 'file.md', 'Front'],
    ['---\ntitle: ""\n---\n# Head', 'file.md', 'Head'],
    ['---\ntitle: [a]\n---\n# Head', 'file.md', 'Head'],
    ['---\ntags: a\n---\nText', 'file.md', 'file'],
    ['# Head', 'file.md', 'Head'],
    ['#\n\nText', 'file.md', 'file'],
    ['One\nTwo\n===', 'file.md', 'One Two'],
    ['---\ntitle: "  a \\n b  "\n---\nText', 'file.md', 'a b'],
    ['Text', 'notes.Markdown', 'notes'],
    ['Text', 'notes.v2.md', 'notes.v2'],
    ['Text', 'notes.txt', 'notes.txt'],
    ['Text', 'Untitled-1', 'Untitled-1'],
    ['Text', '.md', ''],
    ['Text', 'release-notes_v2.md', 'release notes v2'],
    ['Text', '2026-01-15-release-notes.md', '2026-01-15 release notes'],
    ['Text', 'a.mdwn', 'a'],
    ['Text', 'a-b.mdx', 'a b'],
    ['# flat [![Build Status](a.png)](b) <b>fast</b>\n\nText', 'a.md', 'flat fast'],
    ['# ![Logo](a.png)\n\nText', 'a-b.md', 'a b'],
    ['Intro\n\n# Usage\n\n# API', 'a.md', 'Usage'],
    ['<h1 align="center">A &amp; <img src="b.png"> B</h1>\n\n# Usage\n\n# API', 'a.md', 'A & B'],
    ['<p align="center">\n<!-- <h1>Secret</h1> -->\n<img src="x.png">\n</p>\n\ntext', 'a.md', 'a'],
    ['<!-- <h1>Secret</h1> --> <b>foo</b>\n\n# Real\n', 'a.md', 'Real'],
    [
      '<div>\n<!-- <h1>Secret</h1> -->\n<h1>A <!-- </h1> -->`<!-- Secret -->` b</h1>\n</div>',
      'a.md',
      'A `` b',
    ],
  ];
  for (const [text, fileName, title] of titles) {
    it(`is titled ${JSON.stringify(title)} by ${JSON.stringify(text)} in ${fileName}`, () => {
      assert.equal(readPage(text, fileName).title, title);
    });
  }

  const contents: readonly (readonly [text: string, content: string])[] = [
    ['# Head\n\nText\n', 'Text\n'],
    ['\ufeff# Head', '# Head'],
    ['---\ntitle: Other\n---\n# Head\n\nText', '# Head\n\nText'],
    ['---\ntitle: Head\n---\n# *Head*\n\nText', 'Text'],
    ['Head\n===\nText', 'Text'],
    ['\r\n\r\n# Head\r\n\r\nText', 'Text'],
    ['Intro\n# Head\nText\n# Head', 'Intro\n# Head\nText\n# Head'],
    ['# Head\n<!-- nothing else -->\n', '# Head\n'],
    ['\ufeff---\r\ntitle: a\r\n---\r\nText\r\n', 'Text\r\n'],
    ['---\nwords\n---\nText', '---\nwords\n---\nText'],
    ['  indented\n\n\n', '  indented\n\n\n'],
  ];
  for (const [text, content] of contents) {
    it(`goes to the wiki as ${JSON.stringify(content)}`, () => {
      assert.equal(sent(text), content);
    });
  }

  for (const text of ['', ' \n\t\r\n', '\ufeff', '---\ntitle: a\n---\n', '---\ntitle: a\n---\n \n']) {
    it(`has nothing to publish in ${JSON.stringify(text)}`, () => {
      assert.match(finalProblem(text) ?? '', /empty/);
    });
  }

  const headings = [
    'Head ![logo](https://a.example/b.png)',
    '[![Build](https://a.example/b.svg)](https://a.example) Head',
    'Head [docs](https://a.example)',
    '[Head]',
    'Head <https://a.example>',
    '<a id="head"></a> Head',
    'Head<br>and more',
    'Head[^1]',
  ];
  for (const heading of headings) {
    it(`keeps a heading with more than words, and says so: ${heading}`, () => {
      const text = `# ${heading}\n\nText[^1]\n\n[Head]: https://a.example\n\n[^1]: Note\n`;
      const page = readPage(text, 'file.md');
      assert.equal(page.title, page.heading);
      assert.equal(contentForTitle(page, page.title), text);
      assert.deepEqual(
        page.problems.map(({ kind, start, end }) => [kind, text.slice(start, end)]),
        [['repeatedTitle', `# ${heading}`]],
      );
      assert.deepEqual(page.leftOut, []);
      assert.deepEqual(readPage(text, 'file.md', { omitHeading: false }).problems, []);
      assert.deepEqual(readPage(`---\ntitle: Other\n---\n${text}`, 'file.md').problems, []);
    });
  }

  it('keeps a heading with a comment where comments are sent', () => {
    const text = '# Head <!-- c -->\n\nText';
    assert.equal(sent(text), 'Text');
    assert.equal(sent(text, { omitComments: false }), text);
  });

  it('has nothing of a region in its title, nor in the anchors of its headings', () => {
    const region = '<!-- wiki:skip -->secret<!-- /wiki:skip -->';
    for (const [text, title] of [
      [`# A ${region} b\n\nText`, 'A b'],
      [`A ${region}\nb\n===\n\nText`, 'A b'],
      [`# A <!-- wiki:skip -->secret\n\nText\n\n<!-- /wiki:skip -->\n\nText`, 'A'],
      [`# A\n\nText <!-- wiki:skip -->\n\n# secret <!-- /wiki:skip --> b`, 'A'],
      [`<h1>A ${region} b</h1>\n\nText`, 'A b'],
      ['<div>\n<!-- wiki:skip --><h1>S</h1><!-- /wiki:skip -->\n<h1>A b</h1>\n</div>', 'A b'],
    ] as const) {
      const page = readPage(text, 'file.md', { omitHeading: false, anchors: true });
      assert.equal(page.title, title);
      assert.doesNotMatch(JSON.stringify([page.heading, page.anchors]), /secret/);
    }
  });

  it('tells what of it is left out', () => {
    const text = '---\na: 1\n---\n# A\n\nb <!-- c --> d\n\n<!-- wiki:skip -->\ne\n<!-- /wiki:skip -->\n';
    const { leftOut } = readPage(text, 'file.md');
    assert.deepEqual(
      leftOut.map(({ what, start, end }) => `${what} ${text.slice(start, end)}`),
      [
        'frontMatter ---\na: 1\n---\n',
        'heading # A',
        'comment <!-- c -->',
        'region <!-- wiki:skip -->\ne\n<!-- /wiki:skip -->',
      ],
    );
  });

  it('in another encoding can’t be sent', () => {
    const { problems } = readPage('Gr\ufffd\ufffde', 'a.md', { isGarbled: true });
    assert.deepEqual(
      problems.map(({ kind, isFatal }) => [kind, isFatal]),
      [['encoding', true]],
    );
    assert.deepEqual(readPage('Gr\ufffd\ufffde', 'a.md').problems, []);
  });

  it('keeps a rule that comes first from being taken for front matter', () => {
    assert.equal(sent('# A\n\n---\nb: c\n\n---\nd'), '***\nb: c\n\n---\nd');
  });

  it('is not read past broken front matter', () => {
    assert.match(finalProblem('\ufeff---\na: [\n---\nText') ?? '', /line \d/);
  });

  it('never fails to be read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, fileName) => {
        const { title, problems } = readPage(text, fileName);
        assert.ok(!/[\r\n]/.test(title));
        assert.ok(problems.every(({ start, end }) => 0 <= start && start <= end && end <= text.length));
      }),
    );
  });

  it('is the same on the disk and in its editor, where all lines end alike', () => {
    const isSame = fc.property(texts, ([stored, opened]) => {
      const [one, other] = [stored, opened].map((text) => readPage(text, 'file.md'));
      assert.deepEqual([one?.title, one?.heading], [other?.title, other?.heading]);
      assert.deepEqual(one?.frontMatter, other?.frontMatter);
      assert.equal(hashOf(one?.content ?? ''), hashOf(other?.content ?? 'none'));
      assert.equal(hashOf(one?.contentWithoutHeading ?? ''), hashOf(other?.contentWithoutHeading ?? ''));
    });
    fc.assert(isSame, { numRuns, seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });
  }).timeout(600_000);
});

describe('A page of a megabyte', () => {
  const paragraph = 'Some *words* and `code`, a [link](https://example.com) and more words.\n\n';

  it('is read within a second when its heading comes first', () => {
    assert.ok(msFor(`# Head\n\n${fill(paragraph)}`, 'Head') < 1000);
  });

  it('is read within a second when it has no heading', () => {
    assert.ok(msFor(fill(paragraph), 'file') < 1000);
  });

  it('is read within a second when its heading has brackets, and nothing is defined that these could mean', () => {
    assert.ok(msFor(`# [WIP] Head\n\n${fill(paragraph)}`, '[WIP] Head') < 1000);
  });

  for (const [what, text] of [
    ['thousands of remarks stand in one fence', `\`\`\`sh\n${fill('# comment\nmake\n')}\`\`\`\n`],
    ['it stands in thousands of fences', fill('```sh\n# comment\n```\n\n').slice(0, 200_000)],
  ] as const) {
    it(`is read within a second when ${what}`, () => {
      assert.ok(msFor(text, 'file') < 1000);
    });
  }

  it('is read within a second when it is one line', () => {
    assert.ok(msFor(fill('='), 'file') < 1000);
  });

  it('is read within a second when its front matter never ends', () => {
    assert.ok(msFor(`---\n${fill('key: value\n')}`, 'file') < 1000);
  });
});
