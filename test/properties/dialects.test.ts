import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPage } from '../../src/core/page/page.js';
import { hidden, markdown } from './anyMarkdown.js';
import { commonMark, gitHub, isBroken, looksAlike, seen, withoutFrontMatter } from './rendered.js';
import { numRuns } from './runs.js';
import { usualOptions as options } from '../host/usualOptions.js';

const word = 'Zq1';

/** A text, and what a reader should see of it: `shown` has none of what other tools hide. */
interface Hiding {
  readonly text: string;
  readonly shown: string;
  /** The text with a word instead, which tells whether its place is one of text. */
  readonly marked: string;
}

const block = fc
  .constantFrom(
    `%% ${hidden} words %%`,
    `%%\n${hidden}\n%%`,
    `%%\n${hidden}\n\n- a\n\n# b\n%%`,
    `{/* ${hidden} */}`,
    `{/*\n${hidden}\n\n${hidden}\n*/}`,
    `{{/* ${hidden} */}}`,
    `{% comment %}\n${hidden}\n\n> a\n\n{% endcomment %}`,
    `[//]: # (${hidden})`,
    `[comment]: <> "${hidden}"`,
    `{: #${hidden} }`,
    '[[_TOC_]]',
  )
  .map((text): Hiding => ({ text, shown: '<!-- a -->', marked: word }));
const inComment = fc.constantFrom(
  `%% ${hidden} words %%`,
  `%%${hidden} words%%`,
  `{/* ${hidden} */}`,
  `{{/* ${hidden} */}}`,
  `{% comment %}${hidden}{% endcomment %}`,
);
const words = fc.constantFrom('a', '*b*', 'c d', '`e`', '[f](g.md)', '漢字', '**h** i');
const paragraph = fc
  .tuple(words, inComment, words, fc.constantFrom(' ', '\n'), fc.constantFrom(' ', '\n'))
  .map(([before, comment, after, one, other]): Hiding => ({
    text: `${before}${one}${comment}${other}${after}`,
    shown: `${before}${one}${one === '\n' ? '' : ' '}${after}`,
    marked: `${before} ${after}\n\n${word}`,
  }));
const heading = fc
  .tuple(fc.constantFrom('##', '####'), words, fc.constantFrom('{#a}', '{.b}', '{: #c .d }', '{/*e*/}'))
  .map(([marks, text, id]): Hiding => ({
    text: `${marks} ${text} ${id}`,
    shown: `${marks} ${text}`,
    marked: `${marks} ${text}\n\n${word}`,
  }));
const plain = markdown
  .filter((text) => !text.includes('wiki:skip'))
  .map((text): Hiding => ({ text, shown: text, marked: text }));

const inside: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/^/gm, '> '),
  (text) => `- ${text.replace(/\n(?=.)/g, '\n  ')}`,
];
const documents = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 2, arbitrary: block }, paragraph, heading, plain),
      fc.constantFrom(...inside),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts): Hiding => {
    const whole = (of: keyof Hiding): string =>
      withoutFrontMatter(
        parts.map(([part, within]) => within(part[of].replace(/\r\n?/g, '\n'))).join('\n\n'),
      );
    return { text: whole('text'), shown: whole('shown'), marked: whole('marked') };
  });

describe('What other tools hide', function () {
  this.timeout(600_000);

  it('stays on the computer, and the rest arrives as it was written, in any document', () => {
    let compared = 0;
    const isLeftOut = fc.property(documents, ({ text, shown, marked }) => {
      const count = marked.split(word).length - 1;
      const isText = [commonMark, gitHub].every(
        (render) => (render(marked).match(/>\s*Zq1\s*</g)?.length ?? 0) === count,
      );
      const { content, problems } = readPage(text, 'file.md', options);
      const isTold = problems.some(({ kind }) =>
        ['skipRegion', 'unclosedComment', 'notLeftOut'].includes(kind),
      );
      if (!isText || isTold || count === 0) {
        return;
      }
      for (const render of [commonMark, gitHub]) {
        const html = render(shown);
        if (!isBroken(html)) {
          compared++;
          const is = seen(render(content), false, 'wiki');
          assert.ok(looksAlike(is, seen(html)), JSON.stringify({ text, whole: content, is }));
        }
      }
    });
    fc.assert(isLeftOut, { numRuns, seed: Number(process.env.PROPERTY_SEED ?? 20_261_125) });
    assert.ok(compared > numRuns / 2, `${compared} compared`);
  });
});
