import assert from 'node:assert/strict';
import { readPage } from '../../../src/core/page/page.js';
import { applyEdits } from '../../../src/core/page/problem.js';
import { contentForTitle } from '../../../src/core/publish/contentForTitle.js';
import { merge } from '../../../src/core/pull/merge.js';
import { restyle } from '../../../src/core/pull/restyle.js';
import { merged, options, sent, title } from './merged.js';

describe('A file that is updated from the wiki', () => {
  it('keeps front matter, heading, comments and regions, and gets the rest', () => {
    const text =
      '\ufeff---\ntags: [a]\n---\n\n# Title\n\nOne <!-- a --> two.\n\n<!-- wiki:skip -->\n\nprivate\n\n<!-- /wiki:skip -->\n\nThree.\n\n<!-- b -->\n';
    const wiki = 'First.\n\nOne and two.\n\nMiddle.\n\nThree and four.\n\nLast.\n';
    assert.deepEqual(merged(text, text, wiki), {
      conflicts: 0,
      text: text
        .replace('One <!--', 'First.\n\nOne <!--')
        .replace(' <!-- a --> two.', ' <!-- a --> and two.\n\nMiddle.')
        .replace('Three.', 'Three and four.\n\nLast.'),
    });
  });

  it('stays as it is where the wiki has what was published, however it is spelled', () => {
    const text =
      '# Title\n\nOne *two* __three__.\n\n* a\n* b\n\nSub\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\ncode\n```\n';
    const wiki =
      '---\ntitle: Title\nid: 7\n---\n\n# Title\n\nOne _two_ **three**.\n\n- a\n- b\n\n## Sub\n\n| a   | b   |\n| --- | --- |\n| 1   | 2   |\n\n~~~js\ncode\n~~~';
    assert.deepEqual(merged(text, text, wiki), { text, conflicts: 0 });
    assert.equal(restyle(wiki, sent(text), title), sent(text));
  });

  it('gets what was changed of a heading that is sent, and no second one', () => {
    const text = '# [Title](https://a.example)\n\nOne.\n';
    const changed = text.replace('a.example', 'b.example');
    for (const above of ['', '# Title\n\n']) {
      assert.deepEqual(merged(text, text, above + text), { text, conflicts: 0 });
      assert.deepEqual(merged(text, text, above + changed), { text: changed, conflicts: 0 });
    }
  });

  it('keeps its heading where the wiki has no longer what stood above it', () => {
    const text = '![badge](https://a.example/b.png)\n\n# Title\n\nOne.\n\nTwo.\n';
    const wiki = '# Title\n\nOne.\n\nTwo.\n';
    assert.deepEqual(merged(text, text, wiki), { text: wiki, conflicts: 0 });
    assert.deepEqual(merged(text, text, `# Title\n\n${text}`), { text, conflicts: 0 });
  });

  it('keeps its line ends and its missing last one', () => {
    const text = '# Title\r\n\r\nOne.\r\n\r\nTwo.';
    assert.deepEqual(merged(text, text, 'One!\n\nTwo.\n\nThree.\n'), {
      text: '# Title\r\n\r\nOne!\r\n\r\nTwo.\r\n\r\nThree.',
      conflicts: 0,
    });
  });

  it('has marks where both changed the same, and nothing private is between them that need not be', () => {
    const before = '# Title\n\nOne.\n\n<!-- private -->\n\nTwo.\n';
    assert.deepEqual(merged(before, before.replace('One.', 'Mine.'), 'Theirs.\n\nTwo.\n'), {
      text: '# Title\n<<<<<<< page.md\n\nMine.\n=======\n\nTheirs.\n>>>>>>> wiki\n\n<!-- private -->\n\nTwo.\n',
      conflicts: 1,
    });
    assert.deepEqual(merged(before, before.replace('Two.', 'Mine.'), 'One.\n\nTheirs.\n'), {
      text: '# Title\n\nOne.\n\n<!-- private -->\n<<<<<<< page.md\n\nMine.\n=======\n\nTheirs.\n>>>>>>> wiki\n',
      conflicts: 1,
    });
  });

  it('gets a block that the wiki inserted or deleted beside one that it changed, and the other way round', () => {
    const blocks = ['One.', 'Two,\nand more.', '- a\n- b', '| a |\n|---|\n| 1 |', 'Six.'];
    const whole = (parts: readonly string[]): string => `# Title\n\n${parts.join('\n\n')}\n`;
    const before = whole(blocks);
    for (const [at, block] of blocks.entries()) {
      const mine = block.replace(/\w+(?=[^\w-]*$)/, 'mine');
      for (const [from, count, coming] of [
        [at, 0, ['## New', 'New.']],
        [at + 1, 0, ['New.']],
        [at + 1, 0, ['New,\nand more.', '- c']],
        [at - 1, 1, []],
        [at + 1, 1, []],
      ] as const) {
        if (from >= 0 && from + count <= blocks.length) {
          const other = whole(blocks.toSpliced(from, count, ...coming));
          const both = whole(blocks.with(at, mine).toSpliced(from, count, ...coming));
          const changed = whole(blocks.with(at, mine));
          assert.deepEqual(merged(before, changed, sent(other)), { text: both, conflicts: 0 });
          assert.deepEqual(merged(before, other, sent(changed)), { text: both, conflicts: 0 });
        }
      }
    }
  });

  it('has marks around nothing but what both changed', () => {
    const before = '# Title\n\nOne.\n\nTwo.\n\n- a\n- b\n';
    const conflict = (ours: string, theirs: string): string =>
      `<<<<<<< page.md\n${ours}=======\n${theirs}>>>>>>> wiki\n`;
    for (const [mine, theirs, ours, coming] of [
      [['Two.', 'Mine.'], ['Two.', 'New.\n\nTheirs.'], '\nMine.\n', '\nNew.\n\nTheirs.\n'],
      [['Two.', 'Mine.\n\nTwo.'], ['Two.', 'Theirs.\n\nTwo.'], '\nMine.\n', '\nTheirs.\n'],
      [['- b', '- mine'], ['- b', '- new\n- b'], '- mine\n', '- new\n- b\n'],
      [
        ['Two.', 'Same.\n\nMine.\n\nSame, too.'],
        ['Two.', 'Same.\n\nTheirs.\n\nSame, too.'],
        '\nMine.\n',
        '\nTheirs.\n',
      ],
    ] as const) {
      const text = before.replace(mine[0], mine[1]);
      const result = merged(before, text, sent(before.replace(theirs[0], theirs[1])));
      assert.deepEqual(result, { text: text.replace(ours, conflict(ours, coming)), conflicts: 1 });
    }
    // Both inserted the same, and one changed what is beside it.
    const same = before.replace('Two.', 'Same.\n\nTwo.');
    const changed = before.replace('Two.', 'Same.\n\nMine.');
    assert.deepEqual(merged(before, changed, sent(same)), { text: changed, conflicts: 0 });
    assert.deepEqual(merged(before, same, sent(changed)), { text: changed, conflicts: 0 });
  });

  it('that has what the wiki has, or only less of it, has no marks', () => {
    const before = '# Title\n\nOne.\n\nTwo.\n\nThree.\n';
    const both = before.replace('Two.', 'Both.');
    assert.deepEqual(merged(before, both, sent(both)), { text: both, conflicts: 0 });
    const less = before.replace('Two.\n\n', '');
    assert.deepEqual(merged(before, less, sent(before)), { text: less, conflicts: 0 });
    assert.deepEqual(merged(before, before, sent(less)), { text: less, conflicts: 0 });
  });

  it('has no marks where it only spells otherwise what the wiki changed', () => {
    // The mark of a comment is sent only beside another list
    const list = '1. one\n\n   two\n\n2. three';
    const before = `# Title\n\n${list}\n\n- a\n- b\n  <!-- x -->\n- c\n\nSome word and <!-- private --> more.\n`;
    const text = before.replace('- a', 'Mine.\n\n- a');
    assert.match(sent(before), /<!-- --> more/);
    assert.doesNotMatch(sent(text), /<!-- --> more/);
    const wiki = sent(before).replaceAll(/^ *<!-- -->\n|<!-- -->/gm, '');
    assert.deepEqual(merged(before, text, wiki.replace('word', 'theirs')), {
      text: text.replace('word', 'theirs'),
      conflicts: 0,
    });
    // With a mark at its end too
    const region = '\n<!-- wiki:skip -->\nprivate\n<!-- /wiki:skip -->\n';
    assert.match(sent(before + region), /more\.\n\n<!-- -->\n$/);
    assert.deepEqual(merged(before + region, text + region, wiki.replace('word', 'theirs')), {
      text: text.replace('word', 'theirs') + region,
      conflicts: 0,
    });
    const respelled = '# Title\n\nOne __word__.\n';
    assert.deepEqual(merged('# Title\n\nOne **word**.\n', respelled, 'Two **word**.\n'), {
      text: '# Title\n\nTwo __word__.\n',
      conflicts: 0,
    });
  });

  it('gets another address where one that it has too begins alike', () => {
    const publicAddresses = {
      address: 'https://public.example/',
      folder: '',
      unusable: [],
    };
    const withAddresses = { ...options, publicAddresses };
    const text = '# Title\n\nSee [a](b.md) and [it](b.md#one) <!-- private --> here.\n';
    const published = contentForTitle(readPage(text, 'page.md', withAddresses), title);
    const wiki = published.replace('b.md#one', 'b.md#two');
    assert.notEqual(wiki, published);
    const result = merge({ text, fileName: 'page.md', options: withAddresses, title, published, wiki });
    assert.equal(result?.conflicts, 0);
    assert.equal(applyEdits(text, result.edits), text.replace('b.md#one', 'https://public.example/b.md#two'));
  });

  it('gets what it lacks where what was published is not known, and marks where they differ', () => {
    const text = '# Title\n\nOne.\n\n<!-- private -->\n\nTwo.\n';
    const result = (wiki: string) => {
      const found = merge({ text, fileName: 'page.md', options, title, published: undefined, wiki });
      return found && applyEdits(text, found.edits);
    };
    assert.equal(result('One.\n\nTwo.\n\nThree.\n'), `${text}\nThree.\n`);
    assert.match(
      result('One.\n\n2.\n') ?? '',
      /<!-- private -->\n<<<<<<< page\.md\n\nTwo\.\n=======\n\n2\.\n>>>>>>> wiki\n/,
    );
  });

  it('keeps everything where an empty comment holds blocks apart', () => {
    const text =
      '# Title\n\n- a\n\n<!-- wiki:skip -->\nprivate\n<!-- /wiki:skip -->\n\n- b\n\n<!-- c -->\n\n    code\n';
    const wiki = sent(text);
    assert.match(wiki, /<!-- -->/);
    assert.deepEqual(merged(text, text, wiki), { text, conflicts: 0 });
    // As tools write it
    assert.deepEqual(merged(text, text, wiki.replaceAll('<!-- -->', '<!---->')), { text, conflicts: 0 });
    const withoutComments = wiki.replaceAll('<!-- -->\n\n', '').replace('- b', '* b');
    assert.deepEqual(merged(text, text, withoutComments.replace('    code', '```\ncode\n```')), {
      text,
      conflicts: 0,
    });
    assert.deepEqual(merged(text, text, wiki.replace('- b', '- c')), {
      text: text.replace('- b', '- c'),
      conflicts: 0,
    });
  });

  it('keeps its numbers of lists and its entities', () => {
    const text = '# Title\n\n1. one &lt; two\n1. a word &amp; more\n1. &#35;five\n';
    const wiki = '1. one < two\n2. a word & more\n3. #five\n';
    assert.deepEqual(merged(text, text, wiki), { text, conflicts: 0 });
    for (const [word, other] of [
      ['one', '1'],
      ['word', 'few words'],
      ['five', 'six'],
    ] as const) {
      assert.deepEqual(merged(text, text, wiki.replace(word, other)), {
        text: text.replace(word, other),
        conflicts: 0,
      });
    }
  });

  it('keeps a comment that stands close to words, and gains none', () => {
    for (const line of [
      '<!-- private -->Some word here.',
      '- <!-- private -->Some word here.\n- other',
      'Some <!-- private -->word here.',
      'Some word<!-- private --> here.',
      'Some<!-- private --> word<!-- private --> <!-- private -->here.',
      '| <!-- private -->Some | word<!-- private --> |\n| --- | --- |',
    ]) {
      const text = `# Title\n\n${line}\n`;
      assert.match(sent(text), /<!-- -->/);
      const changed = text.replace('word', 'words');
      assert.deepEqual(merged(text, text, sent(changed)), { text: changed, conflicts: 0 });
      // As tools write it
      const wiki = sent(changed).replaceAll('<!-- -->', '<!---->');
      assert.deepEqual(merged(text, text, wiki), { text: changed, conflicts: 0 });
      const withoutComments = sent(changed).replaceAll('<!-- -->', '');
      assert.deepEqual(merged(text, text, withoutComments), { text: changed, conflicts: 0 });
    }
  });

  it('keeps spaces at the ends of lines', () => {
    const text = '# Title\n\nOne.  \nTwo.  \n\n- three  \n- four \n\nFive.  ';
    assert.deepEqual(merged(text, text, sent(text).trimEnd()), { text, conflicts: 0 });
    for (const [word, other] of [
      ['One', '1'],
      ['three', '3'],
      ['Five', '5'],
    ] as const) {
      const wiki = `${sent(text).replace(word, other).trimEnd()}\n`;
      assert.deepEqual(merged(text, text, wiki), { text: text.replace(word, other), conflicts: 0 });
    }
    const mine = text.replace('One', 'Mine');
    assert.deepEqual(merged(text, mine, sent(text).replace('Five.  ', '5.')), {
      text: mine.replace('Five.', '5.'),
      conflicts: 0,
    });
  });

  it('of thousands of equal lines gets what changed between them', () => {
    const notice = 'Permission is hereby granted.\n\nThe software is as it is.\n\n';
    const text = `# Title\n\n${notice.repeat(2_000)}One.\n\n${notice.repeat(2_000).trimEnd()}\n`;
    const changed = text.replace('One', 'Two');
    assert.ok(merged(text, text, sent(changed))?.text === changed);
  });

  it('gets what changed although the wiki may refuse a page of its size', () => {
    const text = `# Title\n\nOne.\n\n${`${'word '.repeat(2_000)}\n\n`.repeat(110)}`;
    assert.ok(text.length > 1024 * 1024);
    assert.equal(merged(text, text, sent(text).replace('One', 'Two'))?.text, text.replace('One', 'Two'));
  });

  it('is left alone where it is too much to be read', () => {
    const text = `# Title\n\n${'- a\n'.repeat(100_000)}`;
    assert.equal(merged(text, text, 'Something else.\n'), undefined);
  });

  it('is left alone where what is private would get out', () => {
    // The list would become one, with the region in it
    const text = '# Title\n\n- a\n\n<!-- wiki:skip -->\nprivate\n<!-- /wiki:skip -->\n\nText.\n\n- b\n';
    const result = merged(text, text, '- a\n- b\n');
    assert.ok(
      result === null ||
        (result !== undefined && result.text.includes('private') && !sent(result.text).includes('private')),
    );
  });
});
