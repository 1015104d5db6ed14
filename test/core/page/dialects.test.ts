import assert from 'node:assert/strict';
import { addressOfHeading } from '../../../src/core/page/anchors.js';
import { readPage, type Page } from '../../../src/core/page/page.js';
import { usualOptions } from '../../host/usualOptions.js';

const read = (text: string, omitComments = true): Page =>
  readPage(text, 'page.md', { ...usualOptions, omitComments, anchors: true });
const kinds = ({ problems }: Page): string[] => problems.map(({ kind }) => kind);

describe('A comment of another dialect is left out', () => {
  for (const [what, text, sent] of [
    ['of Obsidian, in a line of its own', 'a\n\n%% they do not know %%\n\nb\n', 'a\n\nb\n'],
    ['of Obsidian, of one word', '%% secret %%\n\nb\n', 'b\n'],
    ['of Obsidian, over lines', 'a\n\n%%\nsecret\n%%\n\nb\n', 'a\n\nb\n'],
    ['of Obsidian, over blocks', 'a\n\n%%\n# no\n\n- no\n\n```\n%%\n\nb\n', 'a\n\nb\n'],
    ['of Obsidian, over blocks right below text', 'a\n%%\nno\n\nno\n%%\nb\n', 'a\n\nb\n'],
    ['of Obsidian, in a sentence', 'Call Bob %%he knows nothing%% today.', 'Call Bob  today.'],
    ['of Obsidian, between lines', 'a\n%% they do not know %%\nb', 'a\nb'],
    ['of Obsidian, at the start of a line', '%% not yet %% Then **we** go.', 'Then **we** go.'],
    ['of Obsidian, at the end of a line', 'Then we go. %% not yet %%\n', 'Then we go.\n'],
    ['of Obsidian, in a list', '- a\n  %% not yet %%\n- b\n', '- a\n- b\n'],
    ['of Obsidian, in a quote', '> a\n>\n> %% not yet %%\n>\n> b\n', '> a\n>\n> <!-- -->\n>\n> b\n'],
    ['of Obsidian, in a title', '# Title %% not yet %%\n\na\n', 'a\n'],
    ['of MDX', 'a\n\n{/* no */}\n\nb {/* no */} c {/* d\n*/}\n', 'a\n\nb  c\n'],
    ['of Hugo', 'a {{/* no */}} b\n\n{{- /* no\n\nno */ -}}\n\nc\n', 'a  b\n\nc\n'],
    [
      'of Liquid',
      'a\n\n{% comment %}\nno\n\nno\n{% endcomment %}\n\nb {%- comment -%}no{%- endcomment -%}\n',
      'a\n\nb\n',
    ],
    ['of kramdown', '{::comment}\nno\n{:/comment}\n\nb\n', 'b\n'],
    ['as a definition', 'a\n\n[//]: # (no)\n[comment]: <> "no"\n\nb\n', 'a\n\n\nb\n'],
    ['as a definition over lines', 'a\n\n[todo]: # (no\nno)\n\nb\n', 'a\n\nb\n'],
    ['between lists, which stay two', '- a\n\n%% not yet %%\n\n- b\n', '- a\n\n<!-- -->\n\n- b\n'],
  ] as const) {
    it(what, () => {
      const page = read(text);
      assert.deepEqual([page.content.replace(/^# Title\n\n/, ''), kinds(page)], [sent, []]);
      const wanted = read(text, false);
      assert.equal(wanted.content, text);
    });
  }

  it('with its links, its secrets and its heading', () => {
    const page = read('# A\n\n%%\n# B\n\n[c](c.md) ghp_0123456789abcdefghijABCDEFGHIJ012345\n%%\n\nd\n');
    assert.deepEqual([page.title, page.content, page.linked, kinds(page)], ['A', '# A\n\nd\n', [], []]);
    assert.deepEqual(
      page.leftOut.map(({ what }) => what),
      ['heading', 'comment'],
    );
  });
});

describe('What may be a comment of another dialect is sent, and the Problems view says so', () => {
  for (const [what, text, at] of [
    ['a per cent sign', 'Today 50 %% off.', '%%'],
    ['two per cent signs', '50 %% off and 20 %% off', '%%'],
    ['an operator', 'The %% and %% signs', '%%'],
    ['a placeholder', 'Write %%VERSION%% there.', '%%'],
    ['without an end', 'a {/* b', '{/*'],
    ['without an end, over blocks', '%%\na\n\nb\n', '%%'],
    ['that ends in the middle of a block', '{% comment %}\na\n\nb {% endcomment %} c\n', '{% comment %}'],
    ['in HTML', '<div>\n{/* a */}\n</div>\n', '{/*'],
    ['in two cells', '| a | b |\n|---|---|\n| c %% d e | f %% |\n', '%% d e | f %%'],
    ['a definition that is none', 'a\n[//]: # (b)\n', '['],
  ] as const) {
    it(what, () => {
      const page = read(text);
      assert.equal(page.content, text);
      assert.ok(kinds(page).includes('notLeftOut'));
      const [first] = page.problems;
      assert.equal(text.slice(first?.start, first?.end), at);
    });
  }
});

describe('What looks like a comment of another dialect is no problem', () => {
  for (const text of [
    '`%% a b %%` and `{/* c */}`\n',
    '```\n%% a b %%\n{% comment %}{% endcomment %}\n```\n',
    '    {/* a */}\n',
    '\\%% a b \\%%\n',
    '50% and {a} and {b}\n',
    '[a]\n\n[a]: # (b)\n',
    '[a]: #b\n\n[a] [c](#)\n',
  ]) {
    it(JSON.stringify(text), () => {
      const page = read(text);
      assert.deepEqual([page.content, kinds(page)], [text, []]);
    });
  }
});

describe('What other tools read of a heading', () => {
  for (const [text, title] of [
    ['# Getting started {#getting-started}\n\na\n', 'Getting started'],
    ['# Getting started { #getting-started }\n\na\n', 'Getting started'],
    ['# Getting started { .lead data-x=1 }\n\na\n', 'Getting started'],
    ['# Getting started { data-x=1 }\n\na\n', 'Getting started'],
    ['# Preface {.unnumbered}\n\na\n', 'Preface'],
    ['# Preface {-}\n\na\n', 'Preface'],
    ['# Layout\n{: .no_toc }\n\na\n', 'Layout'],
    ['# Layout {: #layout .wide data-a="b c" }\n\na\n', 'Layout'],
    ['Managing state {/*managing-state*/}\n===\n\na\n', 'Managing state'],
    ['# *Set* {#set} ##\n\na\n', 'Set'],
  ] as const) {
    it(`is no part of it, nor of the title, in ${JSON.stringify(text)}`, () => {
      const page = read(text);
      assert.deepEqual([page.title, page.contentWithoutHeading, kinds(page)], [title, 'a\n', []]);
      const below = read(
        `# Other\n\n#${text.startsWith('#') ? text : `# ${text.replace('\n===', '')}`}`,
        false,
      );
      assert.doesNotMatch(below.content, /[{}]/);
    });
  }

  it('is no part of the page: the table of contents and attributes in a line of their own', () => {
    const page = read('# A\n\n[[_TOC_]]\n\nb\n{: .note }\n\n- c\n{:toc}\n\nd [[_TOC_]]\n');
    assert.deepEqual([page.contentWithoutHeading, kinds(page)], ['b\n\n- c\n\nd\n', []]);
  });

  for (const text of [
    '# Blocks {#if}…{/if}\n',
    '# {#each}\n',
    '# The set {a, b}\n',
    '# `{#id}`\n',
    'A text {#id}\n',
    '{:ok, value}\n',
  ]) {
    it(`is not meant by ${JSON.stringify(text)}`, () => assert.equal(read(text).content, text));
  }

  for (const [text, fragment] of [
    ['## Getting started {#start}\n', 'start'],
    ['## Getting started {#start}\n', 'getting-started'],
    ['## Managing state {/*states*/}\n', 'states'],
    ['## Layout\n{: #wide .a}\n', 'wide'],
    ['## Getting started {#Start_here}\n', 'Start_here'],
  ] as const) {
    it(`gives its anchor another name: #${fragment} in ${JSON.stringify(text)}`, () => {
      const page = 'https://w.example/wiki/spaces/DOCS/pages/7/B';
      const title = read(text).anchors?.[0]?.[1] ?? '';
      assert.match(title, /^[A-Z][a-z]+(?:-[a-z]+)?$/);
      assert.equal(addressOfHeading(page, read(text).anchors ?? [], fragment), `${page}#${title}`);
    });
  }
});
