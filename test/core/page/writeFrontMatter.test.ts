import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitFrontMatter } from '../../../src/core/page/frontMatter.js';
import { applyEdits } from '../../../src/core/page/problem.js';
import { frontMatterEdit, type WrittenTarget } from '../../../src/core/page/writeFrontMatter.js';

const target: WrittenTarget = { space: 'DOCS', parent: '42' };
const written = (text: string, what = target): string => {
  const { value } = frontMatterEdit(text, what);
  assert.ok(value);
  return applyEdits(text, [value]);
};
const wiki = 'wiki:\n  space: DOCS\n  parent: "42"\n';

describe('Writing a target into the front matter', () => {
  const cases: readonly (readonly [what: string, text: string, written: string])[] = [
    ['makes it when there is none', '# One\n', `---\n${wiki}---\n\n# One\n`],
    ['makes it in an empty document', '', `---\n${wiki}---\n\n`],
    ['stands after a byte order mark', '\ufeff# One\n', `\ufeff---\n${wiki}---\n\n# One\n`],
    ['fills an empty one', '---\n---\nText', `---\n${wiki}---\nText`],
    [
      'keeps comments, order and spelling',
      '---\n# first\ntags: [a, "b"] # second\n\ntitle: \'One\'\n...\nText',
      `---\n# first\ntags: [a, "b"] # second\n\ntitle: 'One'\n${wiki}...\nText`,
    ],
    [
      'changes what is there, and keeps what it does not know',
      '---\nwiki:\n  # the team’s\n  space: OLD # why\n  other: 1\ntitle: One\n---\nText',
      '---\nwiki:\n  # the team’s\n  space: DOCS # why\n  other: 1\n  parent: "42"\ntitle: One\n---\nText',
    ],
    [
      'keeps CR LF',
      '---\r\na: 1\r\n---\r\nText\r\n',
      `---\r\na: 1\r\n${wiki.replaceAll('\n', '\r\n')}---\r\nText\r\n`,
    ],
    [
      'keeps a comment beside its key',
      '---\nwiki: # ours\n  overwrite: true # why\n\n# more\ntitle: One\n---\nText',
      '---\nwiki: # ours\n  overwrite: true # why\n  space: DOCS\n  parent: "42"\n\n# more\ntitle: One\n---\nText',
    ],
    [
      'fills what has no value',
      '---\nwiki: # ours\ntitle: One\n---\nText',
      '---\nwiki: # ours\n  space: DOCS\n  parent: "42"\ntitle: One\n---\nText',
    ],
    [
      'fills keys that have no value',
      '---\nwiki:\n  parent: # which?\n  space:\n---\nText',
      '---\nwiki:\n  parent: "42" # which?\n  space: DOCS\n---\nText',
    ],
    [
      'writes into braces',
      '---\nwiki: { space: OLD, other: [a,b] } # why\n---\nText',
      '---\nwiki: { space: "DOCS", other: [a,b], parent: "42" } # why\n---\nText',
    ],
    ['writes into empty braces', '---\nwiki: {}\n---\n', '---\nwiki: { space: "DOCS", parent: "42" }\n---\n'],
    [
      'writes into JSON, whose last brace keeps its line',
      '{\n  "a": 1\n}\nText',
      '{\n  "a": 1, "wiki": { "space": "DOCS", "parent": "42" }\n}\nText',
    ],
    [
      'writes after a last value of several lines',
      '---\nwiki:\n  title: |\n    One\n    Two\na: 1\n---\nText',
      '---\nwiki:\n  title: |\n    One\n    Two\n  space: DOCS\n  parent: "42"\na: 1\n---\nText',
    ],
    [
      'writes after a last comma',
      '---\n{ a: 1, }\n---\n',
      '---\n{ a: 1, wiki: { space: "DOCS", parent: "42" } }\n---\n',
    ],
    [
      'keeps what is right already',
      '---\nwiki: {space: DOCS,parent: 42}\n---\n',
      '---\nwiki: {space: DOCS,parent: 42}\n---\n',
    ],
    [
      'leaves text between thematic breaks alone',
      '---\nwords\n---\nText',
      `---\n${wiki}---\n\n---\nwords\n---\nText`,
    ],
  ];
  for (const [what, text, expected] of cases) {
    it(what, () => assert.equal(written(text), expected));
  }

  it('is read again whatever the line ends', () => {
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const ends = fc.oneof(
      end.map((one) => [one]),
      fc.array(end, { minLength: 9 }),
    );
    const form = fc.constantFrom(
      ['---', 'a: 1', '---'],
      ['---', 'title: |', '  One', '  Two', 'wiki:', '  overwrite: true', '---'],
      ['---', 'wiki: { space: OLD }', '---'],
      ['---', 'wiki: ~ # none', 'a: 1', '---'],
      ['---', 'wiki: null', '---'],
      ['+++', 'a = 1', '', '+++'],
      ['{', '"a": 1', '}'],
      [],
    );
    fc.assert(
      fc.property(form, ends, (lines, [last = '', ...each]) => {
        const matter = lines.map((line, at) => `${line}${each[at] ?? last}`).join('');
        const text = `${matter}${last}Text${last}`;
        const { frontMatter, contentAt, problems } = splitFrontMatter(written(text));
        assert.deepEqual([frontMatter.space, frontMatter.parent, problems], ['DOCS', '42', []]);
        assert.match(written(text).slice(contentAt), /^[\r\n]*Text[\r\n]+$/);
      }),
      { numRuns: 500, seed: 20_261_121 },
    );
  });

  it('writes nothing into front matter that can’t be read', () => {
    for (const yaml of [
      'a: [',
      'wiki: DOCS',
      'wiki: [DOCS]',
      'wiki: { space: [a] }',
      'wiki: { a: 1 # b\n  }',
    ]) {
      assert.match(frontMatterEdit(`---\n${yaml}\n---\nText`, target).problem ?? '', /can’t be read/);
    }
  });

  it('writes nothing into front matter that takes long to read', () => {
    const before = process.threadCpuUsage();
    const text = `---\n${'a: [[[[[[\n'.repeat(20_000)}---\nText`;
    assert.match(
      frontMatterEdit(text, target).problem ?? '',
      /^The front matter has more than 20,000 characters, /,
    );
    assert.ok(process.threadCpuUsage(before).user < 1_000_000);
  });

  it('is read again as it was written, whatever the words', () => {
    const word = fc.stringMatching(/^[^\s/:?#]+$/);
    fc.assert(
      fc.property(
        word,
        fc.stringMatching(/^(?:0|[1-9]\d*)$/),
        fc.string({ minLength: 1 }),
        fc.boolean(),
        (space, parent, name, overwrite) => {
          const title = name.replace(/\s+/g, ' ').trim();
          const whole = {
            space,
            parent,
            overwrite,
            ...(title === '' || title.length > 255 ? {} : { title }),
          };
          for (const yaml of ['a: 1 # one', 'wiki: {b} # one', 'wiki:\n  title: |\n   a\n\n  c: # one']) {
            const text = written(`---\n${yaml}\n---\nText`, { title: 'One', ...whole });
            assert.deepEqual(splitFrontMatter(text).frontMatter, { title: 'One', ...whole });
            assert.ok(text.endsWith('\n---\nText') && text.includes('# one'));
          }
        },
      ),
      {
        seed: Number(process.env.PROPERTY_SEED ?? 20_261_121),
        examples: [
          ['---$', '0', ' ', false],
          ['A', '0', '--- Draft ---', false],
          ['A', '0', '... and more', true],
        ],
      },
    );
  });
});
