import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPage, type PageOptions } from '../../../src/core/page/page.js';
import { contentForTitle } from '../../../src/core/publish/contentForTitle.js';
import { markdown } from '../../properties/anyMarkdown.js';
import { commonMark, gitHub } from '../../properties/rendered.js';
import { numRuns } from '../../properties/runs.js';
import { usualOptions } from '../../host/usualOptions.js';

const b = 'https://w.example/wiki/spaces/DOCS/pages/7/B';
const options: PageOptions = {
  ...usualOptions,
  linkedPages: [
    ['b.md', b],
    ['./b.md', b],
    ['b.md#part', `${b}#Part`],
    ['b.md?raw=1#part', b],
    ['../up/c d.md', 'https://w.example/wiki/pages/viewpage.action?pageId=8&from=a'],
    ['known.md', null],
    ['/docs/root.md', 'https://other.example/wiki/spaces/X/pages/9/Root'],
    ['odd.md', 'https://w.example/wiki/a|b(c)`d`?e=&copy;f'],
    ['page.md', 'https://w.example/wiki/spaces/DOCS/pages/1/Page'],
  ],
};
const read = (text: string, change: Partial<PageOptions> = {}) =>
  readPage(text, 'page.md', { ...options, ...change });

const [to, page, seed] = ['b.md', `${b}#Part`, 20_261_122];
const bare: PageOptions = { ...usualOptions, omitHeading: false, omitComments: false };
const links = [
  `[b](${to})`,
  `[*b*](<${to}> "c")`,
  `[![b](c.png)](${to})`,
  `[b][to]`,
  `[to]: ${to}`,
  `<a href="${to}">b</a>`,
  `<a\nclass=c href='${to}'>b</a>`,
  `<div><a href=${to}>b</a></div>`,
  `\`[b](${to})\``,
  `    [b](${to})`,
  `| [b](${to}) |\n| - |\n| [b](${to}) |`,
];
const link = fc.constantFrom(...links);
/** In lists and quotes, one in another. */
const nested = fc
  .tuple(fc.array(fc.constantFrom('> ', '- ', '1. '), { maxLength: 4 }), link)
  .map(([marks, each]) => each.replace(/^/gm, marks.join('')));
const documents = fc
  .tuple(
    fc.array(fc.oneof(nested, link, markdown), { minLength: 1, maxLength: 5 }),
    fc.constantFrom('\n', '\n\n'),
  )
  .map(([parts, between]) => parts.join(between));

/** An address may get quotation marks where it had none. */
const unquoted = (html: string): string => html.replaceAll(`href="${to}"`, `href=${to}`);

describe('Links to files that have a page', function () {
  this.timeout(600_000);

  const made: readonly (readonly [text: string, sent: string])[] = [
    ['[b](b.md) and [c](c.md)', `[b](${b}) and [c](c.md)`],
    ['> - [b\n>   *c*](./b.md "d") e', `> - [b\n>   *c*](${b} "d") e`],
    ['1. a\n   - > [b](b.md#part)\n', `1. a\n   - > [b](${b}#Part)\n`],
    ['[b](b.md?raw=1#part)', `[b](${b})`],
    ['[b](<../up/c d.md>)', '[b](https://w.example/wiki/pages/viewpage.action?pageId=8&from=a)'],
    ['[b][1]\n\n[1]: b.md "c"\n', `[b][1]\n\n[1]: ${b} "c"\n`],
    ['[b]\n\n> [b]: <b.md>\n', `[b]\n\n> [b]: ${b}\n`],
    ['[![a](i.png)](b.md)', `[![a](i.png)](${b})`],
    [
      '| a |\n| - |\n| [b](odd.md) |\n',
      '| a |\n| - |\n| [b](https://w.example/wiki/a%7cb%28c%29%60d%60?e=&copy%3bf) |\n',
    ],
    ['a <a class="x" href="b.md">b</a> c', `a <a class="x" href="${b}">b</a> c`],
    ['<p>\n<a href=b.md>b</a>\n</p>\n', `<p>\n<a href="${b}">b</a>\n</p>\n`],
    [
      "<a href='../up/c d.md'>b</a> <a href=../up/c&#32;d.md>c</a>",
      "<a href='https://w.example/wiki/pages/viewpage.action?pageId=8&amp;from=a'>b</a> <a href=../up/c&#32;d.md>c</a>",
    ],
    ['[b](/docs/root.md)', '[b](https://other.example/wiki/spaces/X/pages/9/Root)'],
    ['[me](page.md)', '[me](https://w.example/wiki/spaces/DOCS/pages/1/Page)'],
    ['`[b](b.md)` \\[b](b.md)\n\n    [b](b.md)\n', '`[b](b.md)` \\[b](b.md)\n\n    [b](b.md)\n'],
    ['![b](b.md)', '![b](b.md)'],
    ['[b](known.md)', '[b](known.md)'],
  ];
  for (const [text, sent] of made) {
    it(`lead there in ${JSON.stringify(text)}`, () => assert.equal(read(text).content, sent));
  }

  it('are quoted in HTML where their page’s address needs it', () => {
    const linkedPages = [['b.md', 'https://w.example/wiki/view?id=8']] as const;
    assert.equal(
      read('<a href=b.md>b</a>', { linkedPages }).content,
      '<a href="https://w.example/wiki/view?id=8">b</a>',
    );
  });

  it('lead to the page before they lead to the public address', () => {
    const publicAddresses = {
      address: 'https://p.example/',
      folder: '',
      unusable: [],
    };
    assert.equal(
      read('[b](b.md) [c](c.md) [d](known.md) [e](a.txt)', { publicAddresses }).content,
      `[b](${b}) [c](https://p.example/c.md) [d](https://p.example/known.md) [e](https://p.example/a.txt)`,
    );
  });

  it('are no problem; others are', () => {
    const { problems } = read('[b](b.md) [c](known.md) [d](c.md)');
    assert.deepEqual(
      problems.map(({ kind, to }) => [kind, to]),
      [['relativeLink', 'c.md']],
    );
  });

  it('are told apart where their address is not known: it is, once the wiki’s pages can be looked up', () => {
    const text = '---\nwiki: { title: A }\n---\n\n[b](b.md) [c](known.md) [d](c.md)';
    const { unresolved } = read(text);
    assert.deepEqual(
      unresolved.map(({ kind, start, end, message, to }) => [kind, text.slice(start, end), message, to]),
      [
        [
          'relativeLink',
          '[c](known.md)',
          'The link to “known.md” leads nowhere in the wiki: only with a platform token is the address of its page known.',
          'known.md',
        ],
      ],
    );
  });

  it('are told of once each, but for what is left out', () => {
    const text =
      '# A\n\n[b](b.md) [b](b.md) [c](c.md#d) [e](f.txt) <a href="g.markdown">\n\n<!-- wiki:skip -->\n[h](h.md)\n<!-- /wiki:skip -->\n';
    const linked = ['b.md', 'c.md#d', 'f.txt', 'g.markdown'];
    assert.deepEqual(read(text, { linkedPages: [] }).linked, linked);
    assert.deepEqual(read(text).linked, linked);
  });

  it('take no name for more than a name', () => {
    assert.equal(read('[b](__proto__/constructor.md)').content, '[b](__proto__/constructor.md)');
  });

  it('are followed in a heading too, which stays for them', () => {
    const page = read('# A [b](b.md)\n\n[b](b.md)\n');
    assert.equal(contentForTitle(page, page.title), `# A [b](${b})\n\n[b](${b})\n`);
  });

  it('change in nothing but where they lead, in any document', () => {
    let changed = 0;
    fc.assert(
      fc.property(documents, (text) => {
        const before = readPage(text, 'a.md', bare).content;
        const { content } = readPage(text, 'a.md', { ...bare, linkedPages: [[to, page]] });
        // What a table ends goes on elsewhere
        for (const render of text.includes('| - |') ? [commonMark] : [commonMark, gitHub]) {
          const html = render(content).replaceAll(page, to);
          assert.equal(unquoted(html), unquoted(render(before)), content);
        }
        changed += content === before ? 0 : 1;
      }),
      { numRuns, seed },
    );
    assert.ok(changed > (numRuns * 2) / 3, `${changed} documents had such a link`);
  });

  it('all lead there, where no HTML is', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(nested, link), { minLength: 1, maxLength: 8 }), (parts) => {
        const text = parts.filter((part) => !part.includes('<a')).join('\n\n');
        const { content } = readPage(text, 'a.md', { ...bare, linkedPages: [[to, page]] });
        assert.ok(!commonMark(content).includes(`href="${to}"`), content);
      }),
      { numRuns, seed },
    );
  });
});
