import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { Blocks } from '../../../src/core/page/blocks.js';
import { firstHeading } from '../../../src/core/page/heading.js';
import { readPage } from '../../../src/core/page/page.js';
import { usualOptions } from '../../host/usualOptions.js';

const none = undefined;
const headingOf = (markdown: string): string | undefined =>
  firstHeading(new Blocks(markdown), () => false)?.text;
const far = 'Text.\n\n'.repeat(500);

const cases: readonly (readonly [what: string, markdown: string, heading: string | undefined])[] = [
  ['is an ATX heading', '# One', 'One'],
  ['may have three spaces before', '   # One', 'One'],
  ['may have a tab after the #', '#\tOne', 'One'],
  ['needs a space after the #', '#One', none],
  ['loses its closing #s', '# One ###  ', 'One'],
  ['keeps a # that closes nothing', '# C#', 'C#'],
  ['keeps an escaped #', '# One \\#', 'One #'],
  ['is a setext heading', 'One\n===', 'One'],
  ['is a setext heading of one =', 'One\n=', 'One'],
  ['may be a setext heading of two lines', 'One\nTwo\n  ==  ', 'One Two'],
  ['is not underlined with gaps', 'One\n= =', none],
  ['is not level two by #', '## Two', none],
  ['is not level two by underline', 'Two\n---', none],
  ['stands after headings of other levels', '## Two\n\nThree\n---\n\n# One\n\n# Next', 'One'],
  ['is not in a fence of backticks', '```\n# no\n```\n\n# One', 'One'],
  ['is not in a fence of tildes', '~~~ sh\n# no\n~~~\n# One', 'One'],
  ['is not in a fence that a shorter one does not close', '~~~~\n# no\n~~~\n# no\n~~~~\n# One', 'One'],
  ['is not in a fence that the other kind does not close', '```\n~~~\n# no\n```\n# One', 'One'],
  ['is not in a fence that words do not close', '```\n``` js\n# no\n```\n# One', 'One'],
  ['is not in a fence without an end', '```\n# no', none],
  ['stands after a fence that ends with its list', '- ```\n  # no\n\n# One', 'One'],
  ['is not in code by indent', '    # no\n\n\t# no\n\n# One', 'One'],
  ['is not in an HTML block', '<div>\n# no\n</div>\n\n# One', 'One'],
  ['is not in a comment', '<!--\n# no\n\n# no\n-->\n# One', 'One'],
  ['is not in a script', '<script>\n\n# no\n</script>\n# One', 'One'],
  ['is not in a quote', '> # no\n\n# One', 'One'],
  ['is not the lazy line of a quote', '> no\n===\n\n# One', 'One'],
  ['is not in a list', '- # no\n\n  # no\n\n1. # no\n\n# One', 'One'],
  ['is not the underline of a definition', '[a]: /url\n===\n\n# One', 'One'],
  ['reads without its markup', '# A *b* **c** `d` [e](f) ![g](h) &amp; \\* i', 'A b c d e & * i'],
  ['reads without its HTML', '# <b>One</b> more', 'One more'],
  ['keeps brackets that are no reference', '# [WIP] One', '[WIP] One'],
  ['knows a reference that is defined below', '# [One][r] more\n\n[r]: /url', 'One more'],
  ['knows a reference that is defined far below', `# [One] more\n\n${far}\n[one]: /url`, 'One more'],
  ['knows an image that is defined far below', `# ![No][r] One\n\n${far}\n[r]: /url`, 'One'],
  ['is found far below', `# ${'#'.repeat(10)}x\n`.replace('# ', '') + far + '# One', 'One'],
  ['may end with CR LF', '# One\r\n\r\nText', 'One'],
  ['may end with CR', '# One\r\rText', 'One'],
  ['may be underlined after CR LF', 'One\r\n===\r\nText', 'One'],
  ['has no text when it is empty', '#\n\n# Two', none],
  ['is not there in an empty text', '', none],
  ['is not there in plain text', 'Just text.', none],
];

describe('The first heading', () => {
  for (const [what, markdown, heading] of cases) {
    it(what, () => assert.equal(headingOf(markdown), heading));
  }

  it('is the one that the whole text has, whatever the text', () => {
    const line = fc.oneof(
      fc.constantFrom('', '# a', '#', '# [a]', '# [a][b]', 'a', '===', '=', '---', '```', '````', '~~~'),
      fc.constantFrom('> # a', '> a', '- a', '  # a', '1. a', '    # a', '\t# a', '<div>', '</div>', '<!--'),
      // The parsers differ where text follows a definition and is underlined
      fc.constantFrom('-->', '<pre>', '[a]: /u\n', '## a', '\\'),
    );
    const text = fc
      .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'))
      .map(([lines, end]) => lines.join(end));
    fc.assert(
      fc.property(text, (markdown) => {
        const whole = fromMarkdown(markdown).children.find(
          (node) => node.type === 'heading' && node.depth === 1,
        );
        // The other parser leaves a hard break out
        const text = (heading: string | undefined): string | undefined => heading?.replace(/\s/g, '');
        const expected = whole && text(toString(whole, { includeHtml: false }));
        assert.equal(text(headingOf(markdown)), expected === '' ? none : expected);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('A title in HTML', () => {
  const titleIn = (markdown: string): string => readPage(markdown, 'file.md', usualOptions).title;

  for (const [markdown, title] of [
    ['<p><img src="a.svg"></p>\n\n<h1 align="center">Fastbird</h1>\n\n# Installation\n', 'Fastbird'],
    ['<p><img src="a.svg"></p>\n\n<h1>Slowbird</h1>\n\n## Installation\n', 'Slowbird'],
    ['![badge](a.svg)\n\n<div>\n\n<h1>Mid <b>bird</b></h1>\n\n</div>\n', 'Mid bird'],
    ['Text.\n\n## Part\n\n<h1>Late</h1>\n', 'file'],
    ['# One\n\n<h1>Two</h1>\n', 'One'],
    ['<!-- <h1>Hidden</h1> -->\n\n<h1>Shown</h1>\n', 'Shown'],
    ['```html\n<h1>Code</h1>\n```\n', 'file'],
    ['<h1><img src="a.svg" alt="Logo"></h1>\n\n<h1>Named</h1>\n', 'Named'],
    ['# ![Bigbird](https://a.example/logo.svg)\n\nText.\n\n# Installation\n', 'file'],
    ['# [![Build](a.svg)](https://a.example) ![More](b.svg)\n', 'file'],
  ] as const) {
    it(`is ${title} in ${JSON.stringify(markdown)}`, () => assert.equal(titleIn(markdown), title));
  }
});
