import assert from 'node:assert/strict';
import { readPage, type PageOptions } from '../../../src/core/page/page.js';
import { applyEdits } from '../../../src/core/page/problem.js';
import { contentForTitle } from '../../../src/core/publish/contentForTitle.js';
import { comparableTexts } from '../../../src/core/pull/comparableTexts.js';
import { merge } from '../../../src/core/pull/merge.js';
import { usualOptions } from '../../host/usualOptions.js';

const address = 'https://wiki.example/wiki/spaces/DOCS/pages/7/Guide';
const options: PageOptions = {
  ...usualOptions,
  linkedPages: [
    ['guide.md', address],
    ['./guide.md', address],
    ['guide.md#setup', `${address}#Set-up`],
    ['new.md', null],
  ],
  publicAddresses: {
    address: 'https://files.example/',
    folder: '',
    unusable: [],
  },
};
const title = 'Title';
const fileName = 'page.md';
const text =
  '# Title\n\nSee [it](guide.md) or [it](./guide.md "Guide"), [setup](guide.md#setup) and <a href=guide.md>this</a>.\n\n' +
  'Some words with a [name][guide], ![picture](a.png) <!-- private --> and [a file](a%20(b).txt).\n\n' +
  '[guide]: guide.md\n\n- [ ] [new](new.md) words\n';
const sent = (document: string): string => contentForTitle(readPage(document, fileName, options), title);

function merged(wiki: string, published: string | undefined = sent(text)): string | undefined {
  const result = merge({ text, fileName, options, title, published, wiki });
  assert.equal(result?.conflicts ?? 0, 0);
  return result ? applyEdits(text, result.edits) : undefined;
}

const spellings: readonly (readonly [string, string])[] = [
  ['as it was sent', address],
  ['with another title', 'https://wiki.example/wiki/spaces/DOCS/pages/7/Another+guide'],
  ['without one', 'https://wiki.example/wiki/spaces/DOCS/pages/7'],
  ['by its number', 'https://wiki.example/wiki/pages/viewpage.action?pageId=7'],
  ['from the root', '/wiki/spaces/DOCS/pages/7/Guide'],
  ['from the root by its number', '/wiki/pages/viewpage.action?pageId=7'],
  ['from another page', '../7/Guide'],
];

describe('Links to own files in a page that comes back', () => {
  for (const [name, spelled] of spellings) {
    const wiki = sent(text).replaceAll(address, spelled);

    it(`stay as they are where nothing changed, and where a word beside them did: ${name}`, () => {
      assert.equal(merged(wiki), text);
      for (const [word, other] of [
        ['See', 'Look at'],
        ['or', 'and then'],
        ['this', 'that'],
        ['Some words', 'Words'],
        ['picture', 'image'],
        ['a file', 'the file'],
        ['new', 'newest'],
      ] as const) {
        const at = new RegExp(`(?<![\\w./])${word}(?![\\w./])`);
        assert.equal(merged(wiki.replace(at, other)), text.replace(at, other), word);
      }
    });

    it(`lead to the files on both sides where the page is compared: ${name}`, () => {
      const added = `\nAgain [there](${spelled}).\n`;
      const shown = comparableTexts({ text, fileName, options, title, wiki: wiki + added });
      assert.equal(shown.wiki, `${shown.document}${added.replace(spelled, 'guide.md')}`);
      assert.match(
        shown.document,
        /^See \[it\]\(guide\.md\).*\[setup\]\(guide\.md#setup\)[^]*\[guide\]: guide\.md/,
      );
    });

    it(`come back as links to the files where they are new: ${name}`, () => {
      const added = `\nAgain [there](${spelled}) and [elsewhere](https://wiki.example/wiki/spaces/DOCS/pages/8/Other).\n`;
      assert.equal(merged(wiki + added), text + added.replace(`(${spelled})`, '(guide.md)'));
    });
  }

  it('that lead to the page itself stay as they are', () => {
    const document = 'See [setup](guide.md#setup), [nothing]() and [above](#Set-up) here.\n';
    const wiki = sent(document).replace('()', '(<>)');
    assert.equal(wiki.includes(`${address}#Set-up`), true);
    const result = merge({ text: document, fileName, options, title, published: sent(document), wiki });
    assert.deepEqual(result, { edits: [], conflicts: 0 });
    const changed = wiki.replace('here', 'there');
    const merging = { text: document, fileName, options, title, published: sent(document), wiki: changed };
    assert.equal(applyEdits(document, merge(merging)?.edits ?? []), document.replace('here', 'there'));
  });

  it('that have spaces in their address come back as links', () => {
    const spaced = { ...options, linkedPages: [['some file.md', address]] as const };
    for (const link of [
      '[it](<some file.md>)',
      '<a href="some file.md">it</a>',
      '[it]\n\n[it]: <some file.md>',
    ]) {
      const document = `See some more words of ${link}\n`;
      const published = contentForTitle(readPage(document, fileName, spaced), title);
      assert.match(published, /wiki\.example/);
      const added = `\nAnd [there](${address}), [that] and <a href="${address}">this</a>.\n\n[that]: ${address}\n`;
      const wiki = published.replace('See', 'Look at') + added;
      const result = merge({ text: document, fileName, options: spaced, title, published, wiki });
      assert.equal(
        result && applyEdits(document, result.edits),
        document.replace('See', 'Look at') +
          added
            .replace(`(${address})`, '(<some file.md>)')
            .replace(`"${address}"`, '"some file.md"')
            .replace(`: ${address}`, ': <some file.md>'),
      );
    }
  });

  it('that now lead to another page have its address', () => {
    const wiki = sent(text).replace(
      `[setup](${address}#Set-up)`,
      '[setup](https://wiki.example/wiki/spaces/DOCS/pages/9)',
    );
    assert.equal(
      merged(wiki),
      text.replace('guide.md#setup', 'https://wiki.example/wiki/spaces/DOCS/pages/9'),
    );
    const elsewhere = sent(text).replaceAll('wiki.example', 'other.example');
    assert.match(merged(elsewhere) ?? '', /\[it\]\(https:\/\/other\.example/);
  });

  it('stay where the page was published before the files had pages', () => {
    const others = { ...options, publicAddresses: undefined };
    const before = contentForTitle(readPage(text, fileName, { ...others, linkedPages: [] }), title);
    const wiki = before.replace('See', 'Look at');
    const result = merge({ text, fileName, options: others, title, published: before, wiki });
    assert.equal(applyEdits(text, result?.edits ?? []), text.replace('See', 'Look at'));
  });
});

describe('Links of other dialects in a page that comes back', () => {
  const known: PageOptions = {
    ...options,
    linkedPages: [
      ['[[guide]]', address, '/guide.md'],
      ['[[guide#set-up]]', `${address}#Set-up`, '/guide.md#set-up'],
      ['guides/', address, '/guide.md'],
    ],
  };
  const written =
    '# Title\n\nSee [[guide|the guide]] or [[guide#set-up]] here.\n\nThen [folder](guides/), [below](#last-part) and %% not for all %% words.\n\n## Last part {#last}\n\nEnd.\n';
  const sentNow = contentForTitle(readPage(written, fileName, known), title);
  const back = (wiki: string): string | undefined => {
    const result = merge({ text: written, fileName, options: known, title, published: sentNow, wiki });
    return result ? applyEdits(written, result.edits) : undefined;
  };

  it('are sent as links', () => {
    assert.equal(
      sentNow,
      `See [the guide](${address}) or [guide#set-up](${address}#Set-up) here.\n\nThen [folder](${address}), [below](#Last-part) and  words.\n\n## Last part\n\nEnd.\n`,
    );
  });

  for (const [name, spelled] of spellings) {
    it(`stay as they are, also where a word changed: ${name}`, () => {
      const wiki = sentNow.replaceAll(address, spelled);
      assert.equal(back(wiki), written);
      for (const [word, other] of [
        ['the guide', 'that guide'],
        ['here', 'there'],
        ['folder', 'files'],
        ['below', 'above'],
        ['words', 'text'],
        ['End', 'Start'],
        ['## Last part', '## Last chapter'],
      ] as const) {
        assert.equal(back(wiki.replace(word, other)), written.replace(word, other));
      }
    });
  }

  it('go with their sentence, and leave nothing of them behind', () => {
    const result = back(sentNow.replace(/See .*\n\n/, ''));
    assert.equal(result, written.replace(/See .*\n\n/, ''));
  });

  it('become plain links where they are new', () => {
    const result = back(sentNow.replace('End.', `End of [it](${address}).`));
    assert.equal(result, written.replace('End.', 'End of [it](/guide.md).'));
  });
});
