import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPage, type Page } from '../../../src/core/page/page.js';
import { contentForTitle } from '../../../src/core/publish/contentForTitle.js';
import { blockingProblems, readSeverities } from '../../../src/core/page/problem.js';
import { jwt } from '../jwt.js';
import { usualOptions } from '../../host/usualOptions.js';

const read = (text: string, omitComments = true): Page =>
  readPage(text, 'file.md', { ...usualOptions, omitComments });
const problems = (text: string): string[] =>
  read(text)
    .problems.filter(({ isNoted }) => isNoted !== true)
    .map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

const sent: readonly (readonly [what: string, text: string, sent: string])[] = [
  ['on lines of their own', 'a\n\n<!-- c -->\n\nb\n', 'a\n\nb\n'],
  ['at the beginning', '<!-- c -->\n\nb', 'b'],
  ['at the end', 'a\n\n<!-- c -->', 'a\n'],
  ['between two paragraphs, which stay two', 'a\n<!-- c -->\nb', 'a\n\nb'],
  ['between two paragraphs with CR LF', 'a\r\n<!-- c -->\r\nb', 'a\r\n\r\nb'],
  ['that span blocks', 'a\n\n<!-- c\n\n# no\n\n- d\n-->\n\nb', 'a\n\nb'],
  ['with text after them, which stays HTML', '<!-- c --> *b*', '<!-- --> *b*'],
  ['with text after them, which does not become code', '<!-- c -->     b', '<!-- -->     b'],
  ['two in a row', '<!-- c -->\n<!-- d -->\nb', 'b'],
  ['two in a line', '<!-- c --> <!-- d -->\n\nb', 'b'],
  ['in a paragraph', 'a <!-- c --> b', 'a  b'],
  ['over lines of a paragraph', 'a <!-- c\nd --> b', 'a  b'],
  ['at the end of a line, with no hard break left', 'a  <!-- c -->\nb', 'a\nb'],
  ['on an indented line of a paragraph, which stays one', 'a\n    <!-- c -->\nb', 'a\nb'],
  ['in a heading of the second level', '## a <!-- c -->\n\nb', '## a\n\nb'],
  ['under a heading, with nothing of them left', '## API\n\n<!-- c -->\n\nb\n', '## API\n\nb\n'],
  ['between two lists, which stay two', '- a\n\n<!-- c -->\n\n- b\n', '- a\n\n<!-- -->\n\n- b\n'],
  ['between a list and code, which stays code', '- a\n\n<!-- c -->\n\n    b\n', '- a\n\n<!-- -->\n\n    b\n'],
  ['between words, which stay apart', 'a*<!-- c -->*b', 'a*<!-- -->*b'],
  ['in a setext heading', 'a <!-- c -->\n---\n', 'a\n---\n'],
  ['in a quote', '> <!-- c -->\n> b', '> <!-- -->\n> b'],
  ['in a paragraph of a quote', '> a <!-- c\n> d --> b', '> a  b'],
  ['in a list', '- a <!-- c -->\n- b', '- a\n- b'],
  ['in a nested list with tabs', '-\ta\n\t-\tb <!-- c --> d', '-\ta\n\t-\tb  d'],
  ['in HTML, which stays one block', '<div>\n<!-- c -->\nb\n</div>', '<div>\nb\n</div>'],
  ['in HTML with an apostrophe', "<div title=it's>\n<!-- don't -->\nb</div>", "<div title=it's>\nb</div>"],
  [
    'in HTML below an attribute without an end',
    '<div>\n<a b=">\n<!-- c -->\n<i d="e">f</i>\n</div>',
    '<div>\n<a b=">\n<i d="e">f</i>\n</div>',
  ],
  [
    'in HTML beside a tag without an end',
    '<div>\na <b c="<!-- d -->" <i>e</i>\n</div>',
    '<div>\na <b c="<!-- -->" <i>e</i>\n</div>',
  ],
  ['in preformatted text', '<pre>\n<!-- c --> <!-- d -->\n</pre>', '<pre>\n<!-- --> <!-- -->\n</pre>'],
  [
    'in HTML right below a definition, where parsers differ',
    '[a]: https://b.example\n<c-d>\n<!-- e -->\n</c-d>',
    '[a]: https://b.example\n<c-d>\n<!-- -->\n</c-d>',
  ],
  ['short ones', 'a <!--> b <!---> c', 'a  b  c'],
  ['with dashes', 'a <!-- b -- c ---> d', 'a  d'],
  ['not in a fence', '```\n<!-- c -->\n```', '```\n<!-- c -->\n```'],
  ['not in a fence of tildes', '~~~~ html\n<!-- c -->\n~~~\n~~~~', '~~~~ html\n<!-- c -->\n~~~\n~~~~'],
  ['not in a fence of a list', '- ```\n  <!-- c -->\n  ```', '- ```\n  <!-- c -->\n  ```'],
  ['not in code by indent', '    <!-- c -->', '    <!-- c -->'],
  ['not in code by tab', '\t<!-- c -->', '\t<!-- c -->'],
  ['not in inline code', 'a `<!-- c -->` b', 'a `<!-- c -->` b'],
  ['not in inline code of two backticks', '`` ` <!-- c -->`` b', '`` ` <!-- c -->`` b'],
  ['not when escaped', 'a \\<!-- c --> b', 'a \\<!-- c --> b'],
  ['not in an attribute', '<p title="<!-- c -->">b</p>', '<p title="<!-- c -->">b</p>'],
  ['not in a script', '<script>\n"<!-- c -->"\n</script>', '<script>\n"<!-- c -->"\n</script>'],
  ['behind a script', '<script src="a"></script> <!-- c -->\n\nb', '<script src="a"></script> <!-- -->\n\nb'],
  [
    'behind a script and a style',
    '<script>"<!--"</script><STYLE>b</STYLE ><!-- c -->',
    '<script>"<!--"</script><STYLE>b</STYLE ><!-- -->',
  ],
  ['in the words of a link', '[a <!-- c --> b](https://d.example)', '[a  b](https://d.example)'],
  [
    'in the text of an image',
    '![a <!-- c --> b](https://d.example/e.png)',
    '![a  b](https://d.example/e.png)',
  ],
];

describe('Comments are left out', () => {
  for (const [what, text, expected] of sent) {
    it(what, () => {
      assert.equal(read(text).content, expected);
      assert.deepEqual(problems(text), []);
    });
  }

  it('unless the person wants them', () => {
    assert.equal(read('a <!-- c --> b', false).content, 'a <!-- c --> b');
  });

  it('and what stands around them keeps its blocks', () => {
    const line = fc.constantFrom(
      '',
      'a',
      '# b',
      '- c',
      '> d',
      '```',
      '    e',
      '<!-- f -->',
      'g <!-- h --> i',
      '* * *',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const { content } = read(lines.join('\n'));
        const words = (text: string): string => text.replace(/<!--.*?-->/g, '').replace(/[^a-z`#>*-]/g, '');
        assert.equal(words(content), words(lines.join('\n')));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('A comment without an end', () => {
  it('in its paragraph is a problem, for it is shown', () => {
    assert.deepEqual(problems('a <!-- c\n\nd --> b'), ['unclosedComment <!--']);
    assert.equal(read('a <!-- c\n\nd --> b').content, 'a <!-- c\n\nd --> b');
  });

  it('that begins a line hides all that follows, and is a problem', () => {
    assert.deepEqual(problems('a\n\n<!-- c\n\nd'), ['unclosedComment <!--']);
    assert.equal(read('a\n\n<!-- c\n\nd').content.trim(), 'a');
  });

  it('in a script is one of the script, and a problem if that has no end', () => {
    const text = '<script> tags are removed.\n\na <!-- c -->\n';
    assert.deepEqual(problems(text), ['unclosedComment <!--']);
    assert.equal(read(text).content, text);
  });

  it('in HTML is a problem', () => {
    assert.deepEqual(problems('<div>\n<!-- c\n\n--> </div>'), ['unclosedComment <!--']);
  });
});

const skip = '<!-- wiki:skip -->';
const unskip = '<!-- /wiki:skip -->';
const regions: readonly (readonly [what: string, text: string, sent: string])[] = [
  ['of blocks', `a\n\n${skip}\n\n# no\n\n- b\n\n${unskip}\n\nc`, 'a\n\nc'],
  ['that touches its neighbours', `a\n${skip}\nb\n${unskip}\nc`, 'a\n\nc'],
  ['in a paragraph', `a ${skip}b${unskip} c`, 'a  c'],
  ['over paragraphs', `a ${skip}b\n\nc${unskip} d`, 'a  d'],
  ['with a fence in it', `${skip}\n\`\`\`\n${unskip}\n\`\`\`\n${unskip}\n\nb`, 'b'],
  ['in another', `${skip}\na\n${skip}\nb\n${unskip}\nc\n${unskip}\n\nd`, 'd'],
  ['with other spaces in its marks', '<!--wiki:skip-->\na\n<!--  /wiki:skip\n-->\n\nb', 'b'],
  ['under a heading', `## A\n\n${skip}\nb\n${unskip}\n\nc`, '## A\n\nc'],
  ['between two lists, which stay two', `- a\n\n${skip}\nb\n${unskip}\n\n- c\n`, '- a\n\n<!-- -->\n\n- c\n'],
  ['and a comment about it', `<!-- Use wiki:skip -->\n\na ${skip}b${unskip}\n`, 'a\n'],
  ['with a comment in it', `${skip}\n<!-- c -->\n${unskip}\n\nb`, 'b'],
  ['behind a style', `<style>td{}</style> ${skip}a ${unskip}\n\nb`, '<style>td{}</style> <!-- -->\n\nb'],
  ['not by marks in a fence', `~~~\n${skip}\n~~~\na`, `~~~\n${skip}\n~~~\na`],
  ['not by marks in code by indent', `    ${skip}\n\na`, `    ${skip}\n\na`],
  ['not by marks in inline code', `\`${skip}\` a`, `\`${skip}\` a`],
];

describe('A region is left out', () => {
  for (const [what, text, expected] of regions) {
    it(what, () => {
      assert.equal(read(text).content, expected);
      assert.deepEqual(problems(text), []);
    });
  }

  it('also when comments are not', () => {
    assert.equal(read(`a\n\n${skip}\nb\n${unskip}\n\n<!-- c -->`, false).content, 'a\n\n<!-- c -->');
  });

  it('with its heading, which is no title then', () => {
    assert.equal(read(`${skip}\n# Secret\n${unskip}\n# Head\n\nText`).title, 'Head');
    assert.equal(read(`${skip}\n# Secret\n${unskip}\nText`).title, 'file');
  });

  it('to the end when it has none, and nothing can be published', () => {
    const text = `a\n\n${skip}\nb\n\`\`\`\n${unskip}`;
    const [problem, fence] = read(text).problems;
    assert.equal(read(text).content.trim(), 'a');
    assert.ok(problem?.kind === 'skipRegion' && problem.isFatal === true && fence === undefined);
    const [fix] = problem.fixes ?? [];
    assert.ok(fix?.kind === 'edit' && fix.edit.start === text.length);
  });

  it('only where the rest stays as it is, else nothing can be published', () => {
    for (const text of [`- a\n\n  ${skip}\n\nb\n\n${unskip}\n`, `*a ${skip} b* c ${unskip} d`]) {
      assert.deepEqual(
        read(text).problems.map(({ kind, isFatal }) => [kind, isFatal]),
        [['skipRegion', true]],
      );
      assert.ok(!read(text).content.includes('b'));
    }
  });

  it('and takes what can’t be left out beside it along, since nothing is published', () => {
    const text = `[c <!-- c -->]\n\n- a\n\n  ${skip}\n\nb\n\n${unskip}\n\n[c <!-- c -->]: https://d.example\n`;
    assert.deepEqual(
      read(text).problems.map(({ kind }) => kind),
      ['skipRegion'],
    );
    assert.ok(!read(text).content.includes('b'));
  });

  it('with what is not needed outside of it', () => {
    const text = `[a]\n\n${skip}\n\n[a]: https://b.example\n\n${unskip}\n`;
    assert.ok(read(text).problems.some(({ kind, isFatal }) => kind === 'skipRegion' && isFatal === true));
    assert.deepEqual(problems(text.replace('[a]', 'c')), []);
  });

  it('or nothing can be published, where its marks are part of something else', () => {
    for (const [before, after = ''] of [
      ['<script> tags are removed.\n\n'],
      ['<textarea>', '</textarea>'],
      ['<STYLE>', '</STYLE>'],
      ['<p title="', '">'],
      ['a <b title="', '">'],
      ['a <![CDATA[', ']]>'],
      ['<!-- '],
      ['<p><script>"<!--"</script>'],
      ['[a](b "', '")'],
      ['![a](b "', '")'],
      ['[a]: b "', '"'],
    ] as const) {
      const text = `${before}${skip}word${unskip}${after}\n`;
      const found = read(text).problems.filter(({ kind }) => kind === 'skipRegion');
      assert.ok(
        found.some(({ isFatal }) => isFatal),
        text,
      );
    }
  });

  it('or is not sent, whatever stands around it', () => {
    const tags = ['script', 'STYLE', 'textarea', 'title', 'pre', 'xmp', 'plaintext', 'div', 'td'];
    const piece = fc.constantFrom(
      ...tags.flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag} a="`]),
      ...['a', ' ', '\n', '\n\n', '"', "'", '>', '">', '<![CDATA[', ']]>', '<?x', '?>', '<!X', '<!--', '-->'],
      ...['[a](b "', '")', '![c](', ')', '[d]: e "', '> ', '- ', '# ', '*', '| f |', '---\n', '<https://g'],
    );
    const pieces = fc.array(piece, { maxLength: 6 }).map((each) => each.join(''));
    fc.assert(
      fc.property(pieces, pieces, pieces, pieces, (before, one, other, after) => {
        const page = read(`${before}${skip}${one}WORD${other}${unskip}${after}`);
        const { title, content, contentWithoutHeading, problems: found } = page;
        const isBlocked = blockingProblems(found, readSeverities(undefined, undefined)).length > 0;
        assert.ok(isBlocked || !`${title}${content}${contentWithoutHeading}`.includes('WORD'));
      }),
      { numRuns: 3000 },
    );
  });

  for (const [begin, end] of [
    ['<!-- Wiki:Skip -->', '<!-- /Wiki:Skip -->'],
    ['<!--- wiki:skip --->', '<!--- /wiki:skip --->'],
    ['<!-- wiki:skip: why -->', '<!-- /wiki:skip -->'],
    ['<!-- wiki-skip -->', '<!-- end wiki-skip -->'],
  ] as const) {
    it(`or nothing can be published, where its marks are nearly right: ${begin}`, () => {
      for (const text of [`a\n\n${begin}\n\nb\n\n${end}\n`, `a ${begin}b${end} c`]) {
        const [problem] = read(text).problems;
        assert.ok(problem?.kind === 'skipRegion' && problem.isFatal === true);
      }
      assert.deepEqual(problems(`${skip}\n${begin}\n${unskip}\n\na`), []);
    });
  }

  it('and an end without a beginning is a problem', () => {
    assert.deepEqual(problems(`a\n\n${unskip}\n\nb`), [`skipRegion ${unskip}`]);
  });
});

describe('What can’t be left out without a difference', () => {
  // No other label than the one that is written is defined
  const label = '[a <!-- c --> b]';
  const labelled = `${label}\n\n${label}: https://d.example\n`;
  const note = '# Head[^1]\n\nText\n\n[^1]: A note.\n';
  for (const [what, text, problem] of [
    ['a comment', labelled, 'notLeftOut <!-- c -->'],
    ['a heading with a footnote', note, 'repeatedTitle # Head[^1]'],
  ] as const) {
    it(`is sent, as the Problems view says: ${what}`, () => {
      const page = read(text);
      assert.ok(problems(text).includes(problem), problems(text).join());
      assert.equal(page.content, text);
      assert.equal(contentForTitle(page, page.title), text);
      assert.deepEqual(page.leftOut, []);
      assert.deepEqual(blockingProblems(page.problems, readSeverities(undefined, undefined)), []);
    });
  }

  it('keeps nothing else that can be left out', () => {
    const text = `# Head\n\n${labelled}\nd\n\ne <!-- f --> g\n`;
    const page = read(text);
    assert.deepEqual(problems(text), ['notLeftOut <!-- c -->']);
    assert.equal(page.contentWithoutHeading, `${labelled}\nd\n\ne  g\n`);
    assert.deepEqual(
      page.leftOut.map(({ what }) => what),
      ['heading', 'comment'],
    );
  });

  it('is no problem where nothing is to be left out', () => {
    assert.deepEqual(problems(`---\ntitle: Other\n---\n${note}`), []);
    const { problems: found } = readPage(note + labelled, 'a.md', {
      ...usualOptions,
      omitHeading: false,
      omitComments: false,
    });
    assert.deepEqual(
      found.filter(({ isNoted }) => isNoted !== true),
      [],
    );
    assert.deepEqual(problems('# Head [^1]\n\nText'), []);
  });

  it('is searched for secrets, since it is sent', () => {
    const token = jwt({ sub: 'a' });
    const kinds = (text: string): string[] => read(text).problems.map(({ kind }) => kind);
    const kept = labelled.replaceAll('<!-- c -->', `<!-- ${token} -->`);
    assert.deepEqual(kinds(kept), ['notLeftOut', 'secret', 'secret']);
    assert.deepEqual(kinds(`a\n\n<!-- ${token} -->`), []);
  });
});
