import assert from 'node:assert/strict';
import { readPage, type Page } from '../../../src/core/page/page.js';
import { applyEdits, readSeverities, blockingProblems } from '../../../src/core/page/problem.js';
import { usualOptions } from '../../host/usualOptions.js';

const read = (text: string, folder?: string): Page =>
  readPage(text, 'file.md', {
    ...usualOptions,
    omitHeading: false,
    publicAddresses:
      folder === undefined ? undefined : { address: 'https://p.example/x/', folder, unusable: [] },
  });
const problems = (text: string): string[] =>
  read(text).problems.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
/** The text after the first fix that edits it. */
const fixed = (text: string): string => {
  const fix = read(text)
    .problems.flatMap(({ fixes }) => fixes ?? [])
    .find(({ kind }) => kind === 'edit');
  assert.ok(fix?.kind === 'edit');
  return applyEdits(text, [fix.edit]);
};

describe('Very many problems', () => {
  it('of one kind do not hide another that stands below them', () => {
    const text = `${'[a](b.md)\n\n'.repeat(2000)}sk-aB3dE5gH7jK9mN1pT3BlbkFJ\n`;
    const found = read(text).problems.map(({ kind }) => kind);
    assert.ok(found.includes('secret'));
    assert.equal(found.filter((kind) => kind === 'relativeLink').length, 250);
  });

  it('are not looked for in a document of too many parts, which is not sent', () => {
    const [problem, ...others] = read('- a\n'.repeat(200_000)).problems;
    assert.deepEqual([problem?.kind, problem?.isFatal, others.length], ['size', true, 0]);
    assert.deepEqual(read(`${'*a* '.repeat(150_000)}[a](b.md)`).problems, [problem]);
    // Of a document that is too large as well, the size is told first: the person knows what that is
    for (const [text, size] of [
      ['<!-- c -->\n'.repeat(100_000), '1,075'],
      ['[a](b.md) '.repeat(160_000), '1,563'],
    ] as const) {
      const message = `The page is ${size} KB; the wiki may refuse more than 1,024 KB. ${problem?.message}`;
      assert.deepEqual(read(text).problems, [{ ...problem, message }]);
    }
  });

  it('are looked for in two megabytes of items of a list', () => {
    const found = read(`${'- An item of a list, of which there are very many.\n'.repeat(40_000)}[a](b.md)`);
    assert.deepEqual(
      found.problems.map(({ kind, isFatal }) => [kind, isFatal]),
      [
        ['size', undefined],
        ['relativeLink', undefined],
      ],
    );
  });
});

describe('Links and images', () => {
  const found: readonly (readonly [text: string, problem: string])[] = [
    ['a ![b](c.png) d', 'localImage ![b](c.png)'],
    ['![b](<c d.png> "e")', 'localImage ![b](<c d.png> "e")'],
    ['![](/c.png)', 'localImage ![](/c.png)'],
    ['![b](C:\\c.png)', 'localImage ![b](C:\\c.png)'],
    ['![b](file:///c.png)', 'localImage ![b](file:///c.png)'],
    ['[a](b.md)', 'relativeLink [a](b.md)'],
    ['[a](../b.md#c)', 'relativeLink [a](../b.md#c)'],
    ['[a](b(c).md)', 'relativeLink [a](b(c).md)'],
    ['[a](files/b.pdf)', 'relativeLink [a](files/b.pdf)'],
    ['> - [a\n>   b](c.md) d', 'relativeLink [a\n>   b](c.md)'],
    ['## a [b](c.md)', 'relativeLink [b](c.md)'],
    ['a\n\n[b]: c.md\n', 'relativeLink c.md'],
    ['![a][b]\n\n[b]: <c.png> "d"\n', 'localImage <c.png>'],
    ['<p><img alt="a" src="b.png"></p>', 'localImage <img alt="a" src="b.png">'],
    ['a <a href="b.md">c</a> d', 'relativeLink <a href="b.md">'],
    ['see [a](b c.md) d', 'brokenLink [a](b c.md)'],
    ['[a](not a file)', 'brokenLink [a](not a file)'],
    ['[a *b* `c`](d *e* `f` g)', 'brokenLink [a *b* `c`](d *e* `f` g)'],
    ['[a]({{< relref "b.md" >}})', 'brokenLink [a]({{< relref "b.md" >}})'],
    ['[a]({% link b.md %})', 'brokenLink [a]({% link b.md %})'],
    ["![a]({{ '/b/' | relative_url }})", "brokenLink ![a]({{ '/b/' | relative_url }})"],
  ];
  for (const [text, problem] of found) {
    it(`are found in ${JSON.stringify(text)}`, () => assert.deepEqual(problems(text), [problem]));
  }

  it('are found one in another', () => {
    assert.deepEqual(problems('[![a](b.png)](c.md)'), [
      'relativeLink [![a](b.png)](c.md)',
      'localImage ![a](b.png)',
    ]);
  });

  for (const text of [
    '![a](https://b.example/c.png) [a](http://b.example) [a](mailto:a@b.example) [a](#b) [a](/wiki/b) [a]()',
    '![a](data:image/png;base64,AAAA) [a](//b.example/c.md)',
    '`![a](b.png)`',
    '```\n![a](b.png)\n[a]: b.md\n```',
    '    ![a](b.png)',
    '\\![a]\\(b.png)',
    '<!-- ![a](b.png) -->\n\nb',
    '<!-- wiki:skip -->\n![a](b.png)\n<!-- /wiki:skip -->\n\nb',
  ]) {
    it(`are no problem in ${JSON.stringify(text)}`, () => assert.deepEqual(problems(text), []));
  }

  for (const text of ['`[a](b c.md)`', '[a](https://b.example "c d")', '<!-- <img src="b.png"> -->\n\nc']) {
    it(`and text that is none are no problem in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(problems(text), []));
  }

  it('with a space in the address can be mended', () => {
    assert.equal(fixed('> see [a](b c.md) d'), '> see [a](<b c.md>) d');
  });

  it('say which setting can’t be used, where it is missed', () => {
    const kinds = (text: string): string[] =>
      readPage(text, 'file.md', {
        ...usualOptions,
        omitHeading: false,
        publicAddresses: {
          address: undefined,
          folder: '',
          unusable: ['publishToWiki.publicAddress'],
        },
      }).problems.map(({ kind }) => kind);
    assert.deepEqual(kinds('[a](b.md)'), ['publicAddress', 'relativeLink']);
    assert.deepEqual(kinds('Text'), []);
  });

  it('can become plain text', () => {
    assert.equal(fixed('a [b *c*](d.md "e") f'), 'a b *c* f');
    assert.equal(fixed('---\r\na: 1\r\n---\r\n- [b](d.md)\r\n'), '---\r\na: 1\r\n---\r\n- b\r\n');
  });

  const made: readonly (readonly [text: string, sent: string])[] = [
    ['![b](c.png)', '![b](https://p.example/x/docs/c.png)'],
    ['![b](<c d.png> "e")', '![b](https://p.example/x/docs/c%20d.png "e")'],
    ['![b](../c.png)', '![b](https://p.example/x/c.png)'],
    ['![b](/c.png)', '![b](https://p.example/x/c.png)'],
    ['![b](./c%20(d).png)', '![b](https://p.example/x/docs/c%20%28d%29.png)'],
    [
      '[a](b.md?c#d) and [e](f.md)',
      '[a](https://p.example/x/docs/b.md?c#d) and [e](https://p.example/x/docs/f.md)',
    ],
    ['> - [a\n>   b](c.md) d', '> - [a\n>   b](https://p.example/x/docs/c.md) d'],
    [
      '<img src="c.png?a=1&amp;b"> <a href=b.md>c</a>',
      '<img src="https://p.example/x/docs/c.png?a=1&amp;b"> <a href="https://p.example/x/docs/b.md">c</a>',
    ],
    [
      "> <p><img alt='src=a.png'\n> src='c.png'></p>",
      "> <p><img alt='src=a.png'\n> src='https://p.example/x/docs/c.png'></p>",
    ],
    ['[^1]: Ibid.\n\n[a]:\n  b.md\n', '[^1]: Ibid.\n\n[a]:\n  https://p.example/x/docs/b.md\n'],
    ['[a]: b.md "c"\n\nd\n', '[a]: https://p.example/x/docs/b.md "c"\n\nd\n'],
    ['`[a](b.md)` [a](b.md)', '`[a](b.md)` [a](https://p.example/x/docs/b.md)'],
  ];
  for (const [text, sent] of made) {
    it(`become public in ${JSON.stringify(text)}`, () => {
      const page = read(text, 'docs/');
      assert.equal(page.content, sent);
      assert.deepEqual(page.problems, []);
    });
  }

  for (const text of ['![b](../../c.png)', '![b](file:///c.png)', '![b](C:\\c.png)']) {
    it(`stay a problem where there is no public place: ${text}`, () => {
      assert.equal(read(text, 'docs/').problems.length, 1);
      assert.equal(read(text, 'docs/').content, text);
    });
  }
});

describe('Fences', () => {
  const open = [
    '```\na',
    '~~~ js\na\n```',
    '````\n```',
    '- a\n  ```\n  b',
    '> ```\n> a',
    '```',
    '```\na\n    ```',
    '```\na\n``` b',
  ];
  for (const text of open) {
    it(`have no end in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(
        read(text).problems.map(({ kind }) => kind),
        ['unclosedFence'],
      );
    });
  }
  const closed = [
    '```\na\n```',
    '~~~\na\n~~~~ ',
    '```\n```',
    '- ```\n  a\n  ```',
    '> ~~~\n> a\n> ~~~',
    '   ```\na\n  ```\n',
  ];
  for (const text of closed) {
    it(`have an end in ${JSON.stringify(text)}`, () => assert.deepEqual(problems(text), []));
  }
  it('can be closed', () => assert.deepEqual(problems(fixed('~~~~ js\na')), []));
});

describe('Front matter without an end', () => {
  it('is a problem when it has keys', () => {
    assert.deepEqual(problems('---\ntitle: a\n\nText'), ['unclosedFrontMatter ---']);
  });
  for (const [text, ended] of [
    ['---\r\ntags:\r\n  - a\r\n- b\r\n# Text', '---\r\ntags:\r\n  - a\r\n- b\r\n---\r\n# Text'],
    ['---\ntitle: a', '---\ntitle: a\n---\n'],
  ] as const) {
    it(`can be ended after its keys in ${JSON.stringify(text)}`, () => assert.equal(fixed(text), ended));
  }
  for (const text of ['---\n\ntitle: a', '---\nText: more', '---', '----\ntitle: a', '---\nJust text']) {
    it(`is not meant by ${JSON.stringify(text)}`, () =>
      assert.ok(text.startsWith('---\nText') || problems(text).length === 0));
  }
});

describe('A title', () => {
  const kinds = (text: string, name = 'file.md'): string[] =>
    readPage(text, name, usualOptions).problems.map(({ kind }) => kind);
  it('is a problem when it is empty or too long', () => {
    assert.deepEqual(kinds('Text', '.md'), ['title']);
    assert.deepEqual(kinds(`# ${'a'.repeat(256)}\n\nText`), ['title']);
    assert.deepEqual(kinds(`---\ntitle: ${'a'.repeat(256)}\n---\nText`), ['title']);
    assert.deepEqual(kinds('---\ntitle: ""\n---\nText'), ['title']);
    assert.deepEqual(kinds(`# ${'a'.repeat(255)}\n\nText`), []);
  });
  it('is cut to the length that fits, after a word', () => {
    const words = 'word '.repeat(60).trim();
    const cut = 'word '.repeat(51).trim();
    assert.equal(fixed(`---\ntitle: ${words} # why\n---\nText`), `---\ntitle: "${cut}" # why\n---\nText`);
    assert.equal(
      fixed(`---\ntitle: '${'a'.repeat(254)}🙂'\nauthor: Ada\n---\nText`),
      `---\ntitle: "${'a'.repeat(254)}"\nauthor: Ada\n---\nText`,
    );
    const block = `---\ntitle: >\n  ${words}\nauthor: Ada\n---\nText`;
    assert.deepEqual(
      read(block).problems.map(({ kind, fixes }) => [kind, fixes]),
      [['title', []]],
    );
  });
  it('loses the spaces at its ends', () => {
    assert.equal(fixed("---\ntitle: ' One' # why\n---\nText"), '---\ntitle: "One" # why\n---\nText');
    assert.equal(fixed('---\nwiki: { title: "One " }\n---\nText'), '---\nwiki: { title: "One" }\n---\nText');
  });
});

describe('A page', () => {
  it('of more than a megabyte of UTF-8 is a problem', () => {
    assert.deepEqual(
      read('ä'.repeat(600_000)).problems.map(({ kind }) => kind),
      ['size'],
    );
    assert.deepEqual(read('a'.repeat(1024 * 1024)).problems, []);
  });

  it('that is a little too large is told by how much', () => {
    assert.match(read('a'.repeat(1024 * 1024 + 1)).problems[0]?.message ?? '', /1,025 KB.*1,024 KB/);
  });

  it('is stopped by what the settings call an error, and by what can’t be sent at all', () => {
    const { problems: all } = read('![a](b.png)\n\n```\n');
    const kinds = (setting: unknown): string[] =>
      blockingProblems(all, readSeverities(setting, setting)).map(({ kind }) => kind);
    assert.deepEqual(kinds(undefined), []);
    assert.deepEqual(kinds({ images: 'error', structure: 'nonsense' }), ['localImage']);
    const empty = read('');
    assert.equal(blockingProblems(empty.problems, readSeverities({ structure: 'off' }, undefined)).length, 1);
  });
});

describe('A conflict that is not decided', () => {
  it('is found where its marks are whole, and nowhere else', () => {
    const conflict = '<<<<<<< a.md\nOne.\n=======\nTwo.\n>>>>>>> wiki\n';
    assert.deepEqual(problems(`Text.\n\n${conflict}\nText.\n\n${conflict.replaceAll('\n', '\r\n')}`), [
      'conflict <<<<<<< a.md',
      'conflict <<<<<<< a.md',
    ]);
    for (const text of [
      'Title\n=======\n',
      conflict.replace('=======', '-------'),
      '>>>>>>> a\n',
      ' '.repeat(4) + conflict,
    ]) {
      assert.deepEqual(
        problems(text).filter((problem) => problem.startsWith('conflict')),
        [],
      );
    }
  });
});
