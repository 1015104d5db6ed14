import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/page/problem.js';
import { withLinksLike } from '../../../src/core/pull/addressLinks.js';
import { merge } from '../../../src/core/pull/merge.js';
import { usualOptions as options } from '../../host/usualOptions.js';

const fileName = 'page.md';

function merged(text: string, wiki: string): string | undefined {
  const result = merge({ text, fileName, options, title: 'page', published: text, wiki });
  assert.equal(result?.conflicts ?? 0, 0);
  return result ? applyEdits(text, result.edits) : undefined;
}

/** The ways to write one link. */
const links: readonly (readonly string[])[] = [
  ['[a@b.example](mailto:a@b.example)', '<a@b.example>', 'a@b.example'],
  ['[https://a.example](https://a.example)', '<https://a.example>', 'https://a.example'],
  ['[https://a.example/b\\_c](https://a.example/b_c)', '<https://a.example/b_c>', 'https://a.example/b_c'],
  ['[www.a.example](http://www.a.example)', 'www.a.example'],
  ['[a@b](mailto:a@b)', '<a@b>'],
  ['[https://a.example/b_(c)](<https://a.example/b_(c)>)', '<https://a.example/b_(c)>'],
];
/** What has a link at `@`. */
const places = ['See @ and a word.', '- @ word\n- other', '| word |\n| --- |\n| @ |', '> A word (@).'];

describe('Links whose words are their address, in a page that comes back', () => {
  for (const [own, wiki] of links.flatMap((all) => all.flatMap((one) => all.map((other) => [one, other])))) {
    it(`stay as they are beside what changed: ${own}, in the wiki ${wiki}`, () => {
      for (const place of places) {
        const [text, there] = [own, wiki].map((link = '') => `${place.replace('@', () => link)}\n`);
        assert.equal(merged(text ?? '', there ?? ''), text);
        for (const words of ['words', 'entirely (other) *words*', 'new, fine word']) {
          const changed = (each = ''): string => each.replace('word', words);
          assert.equal(merged(text ?? '', changed(there)), changed(text));
        }
      }
    });
  }

  it('each stay as they are', () => {
    const text =
      'See [https://a.example](https://a.example), <https://a.example>, `<https://a.example>` and a word.\n';
    const wiki = text.replace('[https://a.example](https://a.example)', '<https://a.example>');
    assert.equal(merged(text, wiki.replace('a word', 'words')), text.replace('a word', 'words'));
  });

  it('are found in the time that it takes to read a text', () => {
    for (const part of ['a', 'a@', '<a', '[a](b', '[a](a)', '[a@b](mailto:a@b) ', 'http://', '(']) {
      const text = part.repeat(300_000 / part.length);
      const start = performance.now();
      assert.equal(withLinksLike(text, text), text);
      const took = performance.now() - start;
      assert.ok(took < 1000, `${took} ms for ${part}`);
    }
  });

  it('lead where they lead in the wiki', () => {
    const text = 'See [https://a.example](https://a.example) and a word.\n';
    assert.equal(
      merged(text, 'See <https://b.example> and a word.\n'),
      'See <https://b.example> and a word.\n',
    );
    const wiki = 'See [the site](https://a.example) and words.\n';
    assert.equal(merged(text, wiki), wiki);
  });
});
