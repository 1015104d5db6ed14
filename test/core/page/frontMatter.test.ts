import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contentForTitle } from '../../../src/core/publish/contentForTitle.js';
import { readPage } from '../../../src/core/page/page.js';
import { splitFrontMatter } from '../../../src/core/page/frontMatter.js';
import { applyEdits } from '../../../src/core/page/problem.js';
import { usualOptions } from '../../host/usualOptions.js';
import { assertQuick, holds, hostile } from '../../properties/runs.js';

const contentOf = (text: string): string => text.slice(splitFrontMatter(text).contentAt);

function titleOf(yaml: string): string | undefined {
  const text = `---\n${yaml}\n---\nText`;
  assert.equal(contentOf(text), 'Text');
  return splitFrontMatter(text).frontMatter.title;
}

const laughs = (levels: number): string =>
  Array.from({ length: levels }, (_, level) =>
    level === 0
      ? 'a0: &a0 [lol, lol]'
      : `a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}*a${level - 1}]`,
  ).join('\n');
const key = fc.oneof(
  fc.constantFrom('title', 'wiki', 'connection', 'space', 'parent', 'overwrite', 'publishOnSave', 'endpoint'),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', '<<', '? ', '"', '!!js/function'),
  fc.string(),
);
const depth = fc.oneof({ weight: 100, arbitrary: fc.nat(20) }, fc.nat(2000));
const value = fc.oneof(
  hostile,
  fc.json(),
  fc.constantFrom('*a0', '*a9', '&b [*b]', '&c { x: *c }', '&d { title: *d, space: *d }', '!!js/undefined x'),
  fc.constantFrom(
    '!!binary eA==',
    '!tag { a: 1 }',
    '2026-01-01',
    '1e999',
    '.nan',
    '0x10',
    '|\n  x\n',
    '>-\n',
    '~',
  ),
  depth.map((depth) => '['.repeat(depth)),
  depth.map((depth) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`),
);
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(key, value).map(([name, is]) => `${name}: ${is}`) },
  {
    weight: 4,
    arbitrary: fc.tuple(key, key, value).map(([outer, inner, is]) => `${outer}:\n  ${inner}: ${is}`),
  },
  fc.tuple(value).map(([is]) => `wiki: ${is}`),
  { weight: 1, arbitrary: fc.nat(20).map(laughs) },
  hostile,
);
const yaml = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
const ending = fc.constantFrom('\n---\n', '\n...\n', '\r\n---\r\n', '\n---', '\n');
const documents = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    fc.constantFrom('---\n', '---\r\n', '--- \n', ''),
    yaml,
    ending,
    hostile,
  )
  .map(([mark, open, matter, close, text]) => `${mark}${open}${matter}${close}# Heading\n\n${text}\n`);
const longest = 1_000_000;

describe('Front matter', () => {
  const whole: readonly (readonly [what: string, text: string])[] = [
    ['ends with ---', '---\ntitle: One\n---\nText'],
    ['ends with ...', '---\ntitle: One\n...\nText'],
    ['may have spaces after its marks', '--- \t\ntitle: One\n---  \nText'],
    ['may have CR LF', '---\r\ntitle: One\r\n---\r\nText'],
    ['may have CR', '---\rtitle: One\r---\rText'],
    ['is not ended by a mark with an indent', '---\ntitle: |\n  One\n  ---\n---\nText'],
  ];
  for (const [what, text] of whole) {
    it(what, () => {
      assert.equal(contentOf(text), 'Text');
      assert.match(splitFrontMatter(text).frontMatter.title ?? '', /^One/);
    });
  }

  const left: readonly (readonly [what: string, text: string])[] = [
    ['without an end is text', '---\ntitle: One\n\nText'],
    ['in another language is text, and does not run', '---js\nprocess.exit(1)\n---\nText'],
    ['below the first line is text', '\n---\ntitle: One\n---\nText'],
    ['with an indent is text', ' ---\ntitle: One\n---\nText'],
    ['with four dashes is text', '----\ntitle: One\n----\nText'],
    ['that is words between two thematic breaks is text', '---\nJust words.\n---\nText'],
    ['that an empty line begins is text', '---\n\nWarning: do not restart\n\n---\nText'],
    ['that is quoted words is text', '---\n> One\n\nTwo\n---\nText'],
    ['that is a heading below an empty line is text', '---\n\n# Release notes\n\n---\n\nText'],
    ['that is JSON of no mapping is text', '{\n1\n}\nText'],
    ['that is no JSON is text', '{\nOne\n}\nText'],
    ['that is a list between two thematic breaks is text', '---\n- one\n- two\n---\nText'],
  ];
  for (const [what, text] of left) {
    it(what, () => {
      const { frontMatter, contentAt } = splitFrontMatter(text);
      assert.deepEqual({ frontMatter, contentAt }, { frontMatter: {}, contentAt: 0 });
    });
  }

  for (const text of ['---\n---\n', '---\n---', '---\n \n---\n', '+++\n+++\n']) {
    it(`may be empty: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(contentOf(text), '');
    });
  }

  const forms = {
    '+++ with TOML':
      '+++\ntitle = "One" # why\ndraft = true\n[wiki]\nspace = 1001\nparent = "100102"\noverwrite = true\n+++\nText',
    '--- yaml': '--- yaml\ntitle: One\nwiki: { space: 1001, parent: 100102, overwrite: true }\n---\nText',
    'JSON in braces':
      '{\n\t"title": "One",\n\t"wiki": { "space": "1001", "parent": 100102, "overwrite": true }\n}\nText',
    'JSON between CR LF':
      '{\r\n"title": "One",\r\n"wiki": { "space": 1001, "parent": "100102", "overwrite": true }\r\n}\r\nText',
    'TOML between CR':
      '+++\rtitle = "One"\r[wiki]\rspace = "1001"\rparent = 100102\roverwrite = true\r+++\rText',
    'YAML between CR':
      '---\rtitle: One\rwiki:\r  space: 1001\r  parent: 100102\r  overwrite: true\r---\rText',
  };
  for (const [form, text] of Object.entries(forms)) {
    it(`may be written as ${form}`, () => {
      const { frontMatter, problems } = splitFrontMatter(text);
      assert.equal(contentOf(text), 'Text');
      const { draft, ...others } = frontMatter;
      assert.deepEqual(others, { title: 'One', space: '1001', parent: '100102', overwrite: true });
      assert.equal(draft, text.includes('draft') ? 'It says “draft: true”.' : undefined);
      assert.deepEqual(problems, []);
    });
  }

  const shapes: readonly (readonly [form: string, of: (parent: string) => string])[] = [
    ['YAML', (parent) => `---\nwiki:\n  parent: ${parent}\n---\n`],
    ['TOML', (parent) => `+++\n# parent = 7\n[wiki]\nparent = ${parent} # parent = 8\n+++\n`],
    ['TOML in a line', (parent) => `+++\nwiki = { parent=${parent}, overwrite = true }\n+++\n`],
    ['JSON', (parent) => `{\n"wiki": { "parent":${parent}}\n}\n`],
  ];
  const numbers = fc.oneof(
    fc.constantFrom('12345678901234567890', '9007199254740993', '0x10', '0o20', '0b1', '1e3', '1.0', '1_000'),
    fc.constantFrom('007', '-1', '+1', '1e999', 'nan', 'inf', '.5', '5.', '2026-01-01', '16', '0'),
    fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
    fc.stringMatching(/^[\d_.+-]{1,20}$/),
  );
  for (const [form, of] of shapes) {
    it(`is never another parent page than is written, or says that it can’t be used: ${form}`, () => {
      fc.assert(
        fc.property(numbers, (parent) => {
          const { frontMatter, problems } = splitFrontMatter(of(parent));
          assert.equal(frontMatter.parent, problems.length > 0 ? undefined : parent.replace(/^0+(?=.)/, ''));
          assert.ok(problems.length === 0 || !/^(?:0|[1-9]\d{0,17})$/.test(parent));
        }),
        { numRuns: 500, seed: 20_261_121, examples: [['12345678901234567890'], ['0x10'], ['1e3']] },
      );
    });
  }

  const meant = 'title: X\nsecret: s3\n';
  const misplaced: readonly (readonly [what: string, text: string])[] = [
    ['below an empty line', `\n---\n${meant}---\nText`],
    ['below lines of spaces', ` \r\n\t\r\n---\r\n${meant}---\r\nText`],
    ['below a comment', `<!-- lint off -->\n---\n${meant}---\nText`],
    ['below comments of many lines', `<!-- a\n\nb -->\n\n<!-- c -->\n+++\na = 1\n+++\nText`],
    ['with an indent', ` ---\n${meant} ---\nText`],
    ['with keys of other letters', '\n---\nзаголовок: X\nПароль к нему: s3\n---\nText'],
    ['in braces, below an empty line', '\n{\n  "title": "X"\n}\nText'],
    ['that an empty line begins', '---\n\nWarning: do not restart\n\n---\nText'],
  ];
  for (const [what, text] of misplaced) {
    it(`is text ${what}, which is told and mended`, () => {
      const { frontMatter, contentAt, problems } = splitFrontMatter(text);
      assert.deepEqual({ frontMatter, contentAt }, { frontMatter: {}, contentAt: 0 });
      assert.deepEqual(
        problems.map(({ kind }) => kind),
        ['doubtfulFrontMatter'],
      );
      const [fix] = problems[0]?.fixes ?? [];
      assert.ok(fix?.kind === 'edit');
      const mended = applyEdits(text, [fix.edit]);
      assert.deepEqual(splitFrontMatter(mended).problems, []);
      assert.ok(contentOf(mended).endsWith('Text') && !contentOf(mended).includes('s3'), mended);
      const letters = (of: string): string => of.replace(/\s/g, '').split('').sort().join('');
      assert.equal(letters(mended), letters(text));
    });
  }

  const odd: readonly (readonly [what: string, text: string])[] = [
    ['between ;;;', ';;;\n{ "title": "X" }\n;;;\nText'],
    ['that says it is TOML', '---toml\ntitle = "X"\n---\nText'],
    ['that is almost JSON', '{\n  "title": "X",\n}\nText'],
  ];
  for (const [what, text] of odd) {
    it(`is text ${what}, which is told`, () => {
      const { contentAt, problems } = splitFrontMatter(text);
      assert.equal(contentAt, 0);
      assert.deepEqual(
        problems.map(({ kind, fixes }) => [kind, fixes]),
        [['doubtfulFrontMatter', []]],
      );
    });
  }

  it('is neither left out nor sent where it has nothing but a remark, which may be a heading', () => {
    const { frontMatter, problems } = splitFrontMatter('---\n# a remark\n---\nText');
    assert.deepEqual(
      [frontMatter, problems.map(({ kind, isFatal }) => [kind, isFatal])],
      [{}, [['frontMatter', true]]],
    );
    for (const [text, contentAt] of [
      ['---\n\n# Heading\n---\nText', 0],
      ['---\n# a remark\nkey: 1\n---\nText', 26],
      ['+++\n# a remark\n+++\nText', 19],
    ] as const) {
      const split = splitFrontMatter(text);
      assert.deepEqual([split.contentAt, split.problems], [contentAt, []]);
    }
  });

  for (const text of [
    '\n---\n\nJust words.\n\n---\nText',
    '<!-- c -->\n\n---\n\n# Heading\n\n---\n',
    '<!-- c -->\n---\n- one\n- two\n---\n',
    '\n---\nNote: one\nand two\n---\n',
    `<!-- wiki:skip -->\n---\n${meant}---\n<!-- /wiki:skip -->\nText`,
    `Text\n\n---\n${meant}---\n`,
    '{\nOne\n}\n',
    '\n\n# Title\n',
  ]) {
    it(`is not meant in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(splitFrontMatter(text).problems, []));
  }

  it('has its problems at their keys in each form', () => {
    const text = '+++\ntitle = "One"\n[wiki]\nparent = "a"\ncolour = "red"\n+++\nText';
    const at = splitFrontMatter(text).problems.map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(at, ['parent', 'wiki']);
    const broken = splitFrontMatter('+++\ntitle = One\n+++\nText').problems;
    assert.deepEqual(
      broken.map(({ kind, isFatal }) => [kind, isFatal]),
      [['frontMatter', true]],
    );
  });

  it('may be all there is', () => {
    assert.equal(contentOf('---\ntitle: One\n---'), '');
  });

  const problems: readonly (readonly [what: string, text: string, line: number])[] = [
    ['is open', '---\ntitle: One\ntags: [a, b\n---\nText', 4],
    ['has a key twice', '---\ntitle: One\ntitle: Two\n---\nText', 3],
    ['has a wrong indent', '---\r\na: 1\r\n  b: 2\r\n---\r\nText', 2],
    ['has two colons after a key of other letters', '---\nзаголовок: a: b\nпароль: s3\n---\nText', 2],
    ['has words after a quoted value', '---\nÜberschrift: "x" y\npw: s3\n---\nText', 2],
    ['begins with a key that YAML reserves', '---\n@id: x\npw: s3\n---\nText', 2],
    ['begins with a key of a picture', '---\n🔑: a: b\n---\nText', 2],
  ];
  for (const [what, text, line] of problems) {
    it(`that ${what} is a problem that names its line`, () => {
      const [problem] = splitFrontMatter(text).problems;
      assert.match(problem?.message ?? '', new RegExp(`line ${line}\\b`));
      assert.ok(problem?.isFatal === true && problem.start >= 4 && problem.end <= text.lastIndexOf('---'));
    });
  }

  const titles: readonly (readonly [yaml: string, title: string | undefined])[] = [
    ['title: One', 'One'],
    ['title: "One: more"', 'One: more'],
    ["title: 'It''s'", "It's"],
    ['title: 1.10', '1.10'],
    ['title: 0x1F', '0x1F'],
    ['title: 2026-01-01', '2026-01-01'],
    ['title: true', 'true'],
    ['title: no', 'no'],
    ['title: >\n  One\n  more', 'One more'],
    ['title: !custom One', 'One'],
    ['title: "\\u{1F600}"'.replace('{1F600}', 'd83d\\ude00'), '😀'],
    ['title:', undefined],
    ['title: ~', undefined],
    ['title: ""', undefined],
    ['title: [One, Two]', undefined],
    ['title: { text: One }', undefined],
    ['Title: One', undefined],
    ['other: 1', undefined],
  ];
  for (const [yaml, title] of titles) {
    it(`has the title ${title ?? 'nothing'} in ${JSON.stringify(yaml)}`, () =>
      assert.equal(titleOf(yaml), title));
  }

  it('takes a title by its anchor', () => {
    assert.equal(titleOf('name: &name One\ntitle: *name'), 'One');
  });

  it('never throws, and never loses text that stands after it', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('---', '...', 'a: 1', '- b', '&a *a', '{', '"', '? ', '%TAG'),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = `---\n${lines.join('\n')}\n---\nthe end`;
        assert.ok(contentOf(text).endsWith('the end'));
      }),
    );
  });
});

describe('Front matter of any document', function () {
  this.timeout(300_000);

  after(() => {
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.deepEqual(Object.keys(Object.prototype), []);
  });

  it('has front matter of the right types or a problem, and problems that lie in the text', () => {
    holds(fc.tuple(documents, fc.boolean(), fc.boolean()), ([text, omitHeading, omitComments]) => {
      const { frontMatter, contentAt, problems } = splitFrontMatter(text, { connections: ['Team Wiki'] });
      assert.ok(contentAt >= 0 && contentAt <= text.length);
      for (const each of ['title', 'connection', 'space', 'parent'] as const) {
        assert.ok(['string', 'undefined'].includes(typeof frontMatter[each]), each);
      }
      for (const each of ['overwrite', 'publishOnSave'] as const) {
        assert.ok(['boolean', 'undefined'].includes(typeof frontMatter[each]), each);
      }
      // Front matter names a connection of the person's, never a place
      assert.ok(frontMatter.connection === undefined || frontMatter.connection === 'Team Wiki');
      assert.ok(!('endpoint' in frontMatter));
      const page = readPage(text, 'a.md', { ...usualOptions, omitHeading, omitComments });
      assert.equal(typeof contentForTitle(page, page.title), 'string');
      for (const { start, end, message } of [...problems, ...page.problems]) {
        assert.ok(start >= 0 && end >= start && end <= text.length && message !== '');
      }
    });
  });

  const shapes: Record<string, (at: number) => string> = {
    keys: (at) => `k${at}: 1\n`,
    'flow keys': (at) => `${at === 0 ? 'wiki: {' : ','}k${at}: 1`,
    anchors: (at) => `k${at}: &a${at} x\n`,
    aliases: (at) => (at === 0 ? 'a: &a x\n' : `k${at}: *a\n`),
    'aliases of a wiki': (at) => (at === 0 ? 'a: &a x\nwiki:\n' : `  k${at}: *a\n`),
    errors: () => 'a: ]\n',
    'open lists': () => '[',
    dashes: () => '- ',
  };
  const readable = new Set(['keys', 'anchors', 'aliases']);
  for (const [name, shape] of Object.entries(shapes)) {
    it(`is not a long wait with a megabyte of ${name}`, () => {
      const matter: string[] = [];
      for (let at = 0, length = 0; length < longest; at += 1) {
        length += matter.push(shape(at)) && shape(at).length;
      }
      const before = process.cpuUsage();
      const { problems } = splitFrontMatter(`---\n${matter.join('')}\n---\n# A\n`, { connections: [] });
      assert.equal(problems.length, readable.has(name) ? 0 : 1);
      assertQuick(before);
    });
  }
});
