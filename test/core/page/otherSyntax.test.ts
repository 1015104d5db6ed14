import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import { readPage } from '../../../src/core/page/page.js';
import { usualOptions } from '../../host/usualOptions.js';

const told = (text: string) =>
  readPage(text, 'a.md', usualOptions).problems.filter(({ isNoted }) => isNoted === true);
const beginning =
  'Plain Markdown with tables does not have these, so they may arrive as text, or not at all: ';

/** Each with the marks that a page of plain Markdown shows. */
const written: readonly (readonly [text: string, list: string, shown: string])[] = [
  ['!!! note "One"\n    Text.\n\n??? tip\n    Text.\n', '“!!! note” (2)', '!!! note'],
  ['::: tip\nText.\n:::\n\n:::{note}\nText.\n:::\n', '“:::” (2)', '::: tip'],
  ['> [!NOTE]\n> Text.\n', '“[!NOTE]” (1)', '[!NOTE]'],
  ['=== "Tab"\n\n    Text.\n', '“===” (1)', '=== '],
  ['Word\n: What it means.\n', '“: definition” (1)', ': What'],
  ['One[^1] and two[^b].\n\n[^1]: The first note.\n\n[^b]: The second.\n', '“[^1]” (2)', '[^1]'],
  ['*[HTML]: A language of marks\n', '“*[abbreviation]:” (1)', '*[HTML]'],
  ['[TOC]\n\nText.\n', '“[TOC]” (1)', '[TOC]'],
  ['--8<-- "a.md"\n', '“--8<--” (1)', '--8&lt;--'],
  ['$$\na^2\n$$\n', '“$$” (1)', '$$'],
  ['Version {{ version }} and {{< shortcode >}}.\n', '“{{ }}” (2)', '{{ version }}'],
  ['{% include "a.html" %}\n', '“{% %}” (1)', '{% include'],
  [
    '[a](https://a.example){ .button } and ![](https://a.example/b.png){width=50%}\n',
    '“{.class}” (2)',
    '{ .button }',
  ],
  ['See {ref}`a` and :doc:`b`.\n', '“{role}” (2)', '{ref}'],
  ['Well :smile: done :+1:\n', '“:smile:” (2)', ':smile:'],
  ['- [ ] one\n- [x] two\n', '“[ ]” (2)', '[ ] one'],
  ['This is ~~gone~~.\n', '“~~text~~” (1)', '~~gone~~'],
  ['This is ==marked==.\n', '“==text==” (1)', '==marked=='],
  ['Press ++ctrl+c++.\n', '“++key++” (1)', '++ctrl+c++'],
  ['<details>\n<summary>More</summary>\n\nText.\n\n</details>\n', '“<details>” (1)', '<details>'],
  ['<Tabs>\n\nA <my-badge text="b" />.\n\n</Tabs>\n', '“<Tabs>” (1), “<my-badge>” (1)', '<Tabs>'],
  ['```mermaid\ngraph LR\n```\n', '“```mermaid” (1)', 'graph LR'],
];

describe('What plain Markdown with tables does not have', () => {
  const plain = new MarkdownIt('commonmark').enable('table');
  for (const [text, list, shown] of written) {
    it(`is told once, by count: ${list}`, () => {
      assert.deepEqual(
        told(text).map(({ message }) => message),
        [`${beginning}${list}.`],
      );
      assert.ok(plain.render(text).includes(shown), plain.render(text));
    });
  }

  it('is told at the first place, and the most frequent first', () => {
    const text =
      '# A\n\nText.\n\n!!! note\n    A.\n\n[^1] [^1]\n\n[^1]: A note.\n\n<!-- wiki:skip -->\n:::tip\n<!-- /wiki:skip -->\n';
    const [problem, ...others] = told(text);
    assert.equal(problem?.message, `${beginning}“[^1]” (2), “!!! note” (1).`);
    assert.deepEqual([text.slice(problem.start, problem.end), others], ['!!! n', []]);
  });

  for (const text of [
    '`!!! note` and `[^1]`, `:::` and `{{ a }}`\n',
    '```md\n!!! note\n::: tip\n[^1]\n```\n',
    '    ::: tip\n',
    'At 10:30:15 with std::string: a == b == c, ~5 ~ 6, a++ and ++b, $5 or $$.\n',
    'A table:\n\n| a | b |\n|---|:--|\n| c | d |\n',
    'A class such as [^1] or [^a-z].\n',
    '\\[^1] and \\:smile\\:\n',
    '<!-- <Tabs> -->\n\nA<br>B <kbd>C</kbd> <https://a.example>\n',
    '# Heading {#id}\n\nDone! [x](https://a.example) [1](https://a.example)\n',
    '{% comment %} a {% endcomment %}\n\nText.\n',
    '- [x](https://a.example)\n',
  ]) {
    it(`is not in ${JSON.stringify(text)}`, () => assert.deepEqual(told(text), []));
  }
});
