import assert from 'node:assert/strict';
import { readPage } from '../../../src/core/page/page.js';
import { applyEdits } from '../../../src/core/page/problem.js';
import { contentForTitle } from '../../../src/core/publish/contentForTitle.js';
import { merge } from '../../../src/core/pull/merge.js';
import { usualOptions as options } from '../../host/usualOptions.js';

const title = 'Title';
const fileName = 'page.md';
const document =
  '# Title\n\nSee [one], [two][b] and *more*.[^1]\n\n[one]: https://a.example/one\n[b]: <https://a.example/two> "Two"\n[^1]: Ibidem.\n\n' +
  'Another.[^note]\n\n[^note]: Here are words.\n[^last]: Here too.\n\nLast.[^last]\n';

function merged(wiki: string, text = document): string | undefined {
  const published = contentForTitle(readPage(text, fileName, options), title);
  const result = merge({ text, fileName, options, title, published, wiki });
  assert.equal(result?.conflicts ?? 0, 0);
  return result ? applyEdits(text, result.edits) : undefined;
}

const same = contentForTitle(readPage(document, fileName, options), title);
const changes: readonly (readonly [string, string])[] = [
  ['a.example/one', 'a.example/three'],
  ['<https://a.example/two>', '<https://a.example/four>'],
  ['"Two"', '"Second"'],
  ['Ibidem.', 'Ibid.'],
  ['Ibidem.', 'It is said there.'],
  ['Here are words.', 'There are words.'],
  ['Here too.', 'Elsewhere.'],
];

/** As another tool writes it: all definitions at the end, and in the other order. */
function respelled(wiki: string): string {
  const definition = /^\[[^\]]+\]:.*\n/gm;
  const definitions = wiki.match(definition) ?? [];
  return `${wiki
    .replace(definition, '')
    .replace('*more*', '_more_')
    .trim()
    .replace(/\n{2,}/g, '\n\n')}\n\n${definitions.toReversed().join('\n')}`;
}

describe('Definitions and footnotes in a page that comes back', () => {
  it('stay as they are, wherever the wiki puts them', () => {
    assert.equal(merged(same), document);
    assert.equal(merged(respelled(same)), document);
  });

  it('stay where the wiki has no need of them', () => {
    const inlined = same
      .replace('[one]:', '[0]:')
      .replace(/^\[(?:0|b)\]:.*\n/gm, '')
      .replace('[one],', '[one](https://a.example/one),')
      .replace('[two][b]', '[two](https://a.example/two "Two")');
    assert.equal(merged(inlined), document);
  });

  for (const [from, to] of changes) {
    it(`have what the wiki changed, and nothing else is another: ${to}`, () => {
      assert.equal(merged(same.replace(from, to)), document.replace(from, to));
      assert.equal(merged(respelled(same.replace(from, to))), document.replace(from, to));
    });
  }

  it('come with what needs them', () => {
    const wiki = `${same}\nNew [c].\n\n[c]: https://a.example/c\n`;
    assert.equal(merged(wiki), `${document}\nNew [c].\n\n[c]: https://a.example/c\n`);
  });

  for (const [name, decoded] of [
    ['RFC&nbsp;9111', 'RFC\u00a09111'],
    ['a\\_b', 'a_b'],
    ['two\n words', 'two words'],
  ] as const) {
    it(`are the same under a name that is spelled otherwise: ${decoded}`, () => {
      const text = (label: string): string =>
        `See [${label}][].\n\n[${label}]: https://a.example/\n\nMore.\n`;
      assert.equal(merged(text(decoded), text(name)), text(name));
      assert.equal(merged(respelled(text(decoded)), text(name)), text(name));
      const changed = (label: string): string => text(label).replace('More', 'Less');
      assert.equal(merged(changed(decoded), text(name)), changed(name));
    });
  }
});
