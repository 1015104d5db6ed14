import assert from 'node:assert/strict';
import { splitFrontMatter } from '../../../src/core/page/frontMatter.js';
import { applyEdits } from '../../../src/core/page/problem.js';
import { hasWikiEntries } from '../../../src/core/page/wikiFrontMatter.js';

describe('Front matter that was written for other tools', () => {
  describe('of more than 20,000 characters', () => {
    const long = Array.from(
      { length: 400 },
      (_, at) => `key-${at}: ${'b'.repeat(100)}\n- c\n  d\n# e\n`,
    ).join('');

    it('has the entries that are read, and is not sent', () => {
      const ours = 'title: >\n  One\n\n  more\nwiki:\n  space: "1001"\n  parent: 7\ndraft: true\n';
      for (const yaml of [long + ours, ours + long, `${long}${ours}last: [\n]\n`]) {
        const text = `---\n${yaml}---\nText`;
        const { frontMatter, problems, contentAt } = splitFrontMatter(text);
        const { title, ...others } = frontMatter;
        assert.deepEqual(others, { space: '1001', parent: '7', draft: 'It says “draft: true”.' });
        assert.match(title ?? '', /^One\s+more$/);
        assert.deepEqual([problems, text.slice(contentAt)], [[], 'Text']);
      }
      const wiki = { space: 1001, parent: '7' };
      const json = JSON.stringify({ title: 'One', long, wiki })
        .replace('{', '{\n')
        .replace(/}$/, '\n}\nText');
      assert.deepEqual(splitFrontMatter(json).frontMatter, { title: 'One', space: '1001', parent: '7' });
    });

    it('says where something is wrong in them', () => {
      const text = `---\n${long}wiki:\n  parent: DOCS\n---\nText`;
      const [problem] = splitFrontMatter(text).problems;
      assert.equal(text.slice(problem?.start, problem?.end), 'DOCS');
    });

    it('is not taken for text, nor text for it, and is read in a moment', () => {
      const before = process.threadCpuUsage();
      for (const [yaml, message] of [
        ['Two words\n'.repeat(3000), /check line 2\./],
        ['- An entry of a list\n'.repeat(3000), /check line 2\./],
        ['# A heading\n\n'.repeat(3000), /check line 2\./],
        [`${long}Ada: one\nAda: two\n`, /check line 1603\./],
        [`${long}title: ${'b'.repeat(21_000)}\n`, /that are read have more than 20,000 characters/],
      ] as const) {
        const { frontMatter, problems } = splitFrontMatter(`---\n${yaml}---\nText`);
        assert.deepEqual([frontMatter, problems[0]?.isFatal], [{}, true]);
        assert.match(problems[0]?.message ?? '', message);
      }
      const { problems } = splitFrontMatter(`---\na: ${'['.repeat(1_000_000)}\n---\nText`);
      assert.deepEqual(problems, []);
      assert.ok(process.threadCpuUsage(before).user < 1_000_000);
    });
  });

  describe('that is no YAML because of a value', () => {
    const mended: readonly (readonly [yaml: string, written: string, message: RegExp])[] = [
      [
        'title: Part 2: the return',
        'title: "Part 2: the return"',
        /“title:” in line 2 .* Write title: "Part 2: the return"$/,
      ],
      ['title: [Draft] Plan', 'title: "[Draft] Plan"', /Write title: "\[Draft\] Plan"$/],
      ['a: 1\nauthor: @ada # x', 'a: 1\nauthor: "@ada" # x', /“author:” in line 3/],
      ['title: "A" and "B"', `title: '"A" and "B"'`, /Write title: '"A" and "B"'$/],
      ["a: {{ x }} {{ 'y' }}\nb: c: d", `a: "{{ x }} {{ 'y' }}"\nb: "c: d"`, /“a:” in line 2/],
      ['list:\n  - name: b: c\n    x: 1', 'list:\n  - name: "b: c"\n    x: 1', /“- name:” in line 3/],
    ];
    for (const [yaml, written, message] of mended) {
      it(`says what to write, and writes it: ${yaml}`, () => {
        for (const newLine of ['\n', '\r\n']) {
          const text = `---\n${yaml}\n---\nText`.replaceAll('\n', newLine);
          const [problem, ...others] = splitFrontMatter(text).problems;
          assert.deepEqual([others.length, problem?.isFatal], [0, true]);
          assert.match(problem?.message ?? '', message);
          const [fix] = problem?.fixes ?? [];
          assert.ok(fix?.kind === 'edit');
          const mended = applyEdits(text, [fix.edit]);
          assert.equal(mended, `---\n${written}\n---\nText`.replaceAll('\n', newLine));
          assert.deepEqual(splitFrontMatter(mended).problems, []);
        }
      });
    }

    it('offers nothing where marks would not help', () => {
      for (const yaml of ['a: "b', 'a:\n\tb: 1', 'a: [b\nc: d', 'title: One\ntitle: Two']) {
        const [problem] = splitFrontMatter(`---\n${yaml}\n---\nText`).problems;
        assert.deepEqual([problem?.isFatal, problem?.fixes], [true, undefined], yaml);
      }
    });

    it('names the lines of a key that is there twice', () => {
      for (const [yaml, message] of [
        ['title: One\ntags: [a]\ntitle: Two', /“title” is in line 2 and again in line 4\./],
        ['a:\n  b: 1\n  c: 2\n  b: 3', /“b” is in line 3 and again in line 5\./],
      ] as const) {
        const [problem] = splitFrontMatter(`---\n${yaml}\n---\nText`).problems;
        assert.match(problem?.message ?? '', message);
      }
    });
  });

  it('has no title in brackets or braces, which is told with what to write', () => {
    for (const title of ['[Draft]', '{{ title }}', '{{ replace .Name "-" " " | title }}', '[a, b] # c']) {
      const text = `---\ntitle: ${title}\n---\nText`;
      const { frontMatter, problems } = splitFrontMatter(text);
      assert.deepEqual(frontMatter, {});
      assert.match(problems[0]?.message ?? '', /^The title must be a single text, so this is not used\./);
      const [fix] = problems[0]?.fixes ?? [];
      assert.ok(fix?.kind === 'edit');
      const mended = splitFrontMatter(applyEdits(text, [fix.edit]));
      assert.deepEqual([mended.frontMatter.title, mended.problems], [title.replace(' # c', ''), []]);
    }
    for (const text of [
      '---\ntitle:\n  en: One\n---\n',
      '+++\ntitle = ["a"]\n+++\n',
      '{\n"title": ["a"]\n}\n',
    ]) {
      const [problem] = splitFrontMatter(text).problems;
      assert.deepEqual([problem?.kind, problem?.fixes], ['title', undefined], text);
    }
  });

  it('may have a “wiki” of another tool, which is told and decides nothing', () => {
    for (const text of [
      '---\ntitle: One\nwiki: https://wiki.example.org/One\n---\n',
      '---\ntitle: One\nwiki: true\n---\n',
      '+++\ntitle = "One"\nwiki = "One"\n+++\n',
      '{\n"title": "One",\n"wiki": "One"\n}\n',
    ]) {
      const { frontMatter, problems } = splitFrontMatter(text);
      assert.deepEqual(frontMatter, { title: 'One' });
      const [problem, ...others] = problems;
      assert.deepEqual([problem?.kind, others], ['doubtfulFrontMatter', []]);
      assert.match(
        problem?.message ?? '',
        /^“wiki” has a text here, so it is taken for that of another tool\./,
      );
      assert.ok(!hasWikiEntries(frontMatter, problems));
    }
  });

  it('says of a draft that it is one', () => {
    for (const [text, draft] of [
      ['---\ndraft: true\n---\n', 'draft: true'],
      ['---\ndraft: "true"\n---\n', 'draft: true'],
      ['---\npublished: no\n---\n', 'published: no'],
      ['+++\ndraft = true\n+++\n', 'draft: true'],
      ['{\n"published": false\n}\n', 'published: false'],
      ['---\ndraft: false\npublished: true\n---\n', undefined],
      ['---\ndraft:\npublished: 2026-01-01\n---\n', undefined],
      ['---\ndraft: [true]\n---\n', undefined],
      ['---\nparams:\n  draft: true\n---\n', undefined],
    ] as const) {
      const { frontMatter, problems } = splitFrontMatter(text);
      assert.equal(frontMatter.draft, draft && `It says “${draft}”.`, text);
      assert.ok(!hasWikiEntries(frontMatter, problems), text);
    }
  });
});
