import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPage, type PageOptions } from '../../src/core/page/page.js';
import { markdown } from './anyMarkdown.js';
import { commonMark, gitHub } from './rendered.js';
import { numRuns } from './runs.js';
import { usualOptions } from '../host/usualOptions.js';

const to = 'b.md';
const page = 'https://w.example/wiki/spaces/S/pages/7/B#Part';
const options: PageOptions = { ...usualOptions, omitHeading: false, omitComments: false };
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

  it('change in nothing but where they lead, in any document', () => {
    let changed = 0;
    fc.assert(
      fc.property(documents, (text) => {
        const before = readPage(text, 'a.md', options).content;
        const { content } = readPage(text, 'a.md', { ...options, linkedPages: [[to, page]] });
        // What a table ends goes on elsewhere
        for (const render of text.includes('| - |') ? [commonMark] : [commonMark, gitHub]) {
          const html = render(content).replaceAll(page, to);
          assert.equal(unquoted(html), unquoted(render(before)), content);
        }
        changed += content === before ? 0 : 1;
      }),
      { numRuns, seed: 20_261_122 },
    );
    assert.ok(changed > (numRuns * 2) / 3, `${changed} documents had such a link`);
  });

  it('all lead there, where no HTML is', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(nested, link), { minLength: 1, maxLength: 8 }), (parts) => {
        const text = parts.filter((part) => !part.includes('<a')).join('\n\n');
        const { content } = readPage(text, 'a.md', { ...options, linkedPages: [[to, page]] });
        assert.ok(!commonMark(content).includes(`href="${to}"`), content);
      }),
      { numRuns, seed: 20_261_122 },
    );
  });
});
