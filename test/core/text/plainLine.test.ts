import assert from 'node:assert/strict';
import fc from 'fast-check';
import { gitHub } from '../../properties/rendered.js';
import {
  withoutCommandLinks,
  plainLine,
  quote,
  quoteTitle,
  withoutLinks,
} from '../../../src/core/text/plainLine.js';

const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '](',
        ']',
        '(',
        '[x](command:a)',
        '“',
        '”',
        '"',
        '«',
        '\u202e',
        '\u200b',
        '\r\n',
        '\u2028',
      ),
    ),
  )
  .map((parts) => parts.join(''));
const graphemes = (text: string): number => Array.from(new Intl.Segmenter().segment(text)).length;

describe('Text from elsewhere', () => {
  const lines: readonly (readonly [text: string, line: string])[] = [
    ['one\r\ntwo\tthree', 'one two three'],
    ['  one   two  ', 'one two'],
    ['a\u0000b\u001b[31mc', 'a b [31mc'],
    ['a\u202eb\u2066c', 'a b c'],
    ['a\u200bb\u00adc\ufeffd', 'a b c d'],
    ['a\u2028b\u2029c\u0085d', 'a b c d'],
    ['a\ud800b', 'a\ufffdb'],
    ['Grüße, 世界 😀', 'Grüße, 世界 😀'],
    ['می\u200cخواهم 👩\u200d👧 क\u094d\u200dष', 'می\u200cخواهم 👩\u200d👧 क\u094d\u200dष'],
    ['pay\u200dpal 1\u200c2 \u200d', 'pay pal 1 2'],
  ];
  for (const [text, line] of lines) {
    it(`reads as ${JSON.stringify(line)}`, () => assert.equal(plainLine(text), line));
  }

  it('is cut between characters, and says so', () => {
    assert.equal(plainLine('a'.repeat(300)), 'a'.repeat(300));
    assert.equal(plainLine('a'.repeat(301)), `${'a'.repeat(300)}…`);
    assert.equal(plainLine('👍🏽'.repeat(301)), `${'👍🏽'.repeat(300)}…`);
  });

  it('says that it is cut when its first characters are blank', () => {
    assert.match(plainLine(`${' '.repeat(10_000)}the rest`), /…$|rest$/);
  });

  it('does not hide a page of text in one character', () => {
    assert.ok(plainLine(`a${'\u0301'.repeat(5000)}`).length < 2000);
  });

  it('is cut fast', () => {
    const before = process.threadCpuUsage();
    plainLine('a\u200b '.repeat(1_000_000));
    assert.ok(process.threadCpuUsage(before).user < 200_000);
  });

  it('is always one line of at most 300 characters', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = plainLine(text);
        assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        assert.ok(graphemes(line) <= 301 && line.isWellFormed() && line === line.trim());
      }),
    );
  });

  it('can’t close its quotation marks', () => {
    fc.assert(fc.property(hostile, (text) => assert.match(quote(text), /^“[^"“”„‟«»\p{Cc}]*”$/u)));
    assert.equal(quote('a” b “c" «d»'), "“a' b 'c' 'd'”");
  });

  it('can’t close its quotation marks as a title either', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        // No mark closes before it was opened, and none is left open
        let open = false;
        for (const mark of quoteTitle(text)
          .slice(1, -1)
          .match(/[“”„‟«»"]/gu) ?? []) {
          open = !open;
          assert.ok(!open || mark !== '”', text);
        }
        assert.ok(!open, text);
      }),
    );
    assert.equal(quoteTitle('One” was published. “Two'), "“One' was published. 'Two”");
    assert.equal(quoteTitle('"] (x) [Replace] "'), "“'] (x) [Replace] '”");
  });

  it('keeps the quotation marks of a title, and its emoji of several parts', () => {
    for (const title of ['The “2.4” release', '»Neu« und „alt“', 'Don’t "panic"', '👩‍💻 ❤️‍🔥 🏳️‍🌈']) {
      assert.equal(quoteTitle(title), `“${title}”`);
    }
  });

  it('is cut in the middle where it is a long title', () => {
    assert.equal(quoteTitle('a'.repeat(80)), `“${'a'.repeat(80)}”`);
    assert.equal(
      quoteTitle(`${'a'.repeat(60)} ${'👩‍💻'.repeat(60)}`),
      `“${'a'.repeat(40)}…${'👩‍💻'.repeat(40)}”`,
    );
  });

  it('can’t imitate its quotation marks', () => {
    assert.doesNotMatch(quote('a＂ b 〞 c 〟 d').slice(1, -1), /[＂〞〟]/);
  });

  it('has no address that Markdown makes a link of', () => {
    for (const text of [
      'https://a.example',
      'HTTP://a.example/?b',
      'www.a.example',
      'a@b.example',
      'ftp://x.example',
    ]) {
      assert.doesNotMatch(gitHub(withoutLinks(text)), /<a/, text);
      assert.doesNotMatch(gitHub(withoutLinks(`See (${text}), “${text}”.`)), /<a/, text);
    }
  });

  it('keeps no link that works', () => {
    assert.equal(withoutCommandLinks('[x](command:a) [y](https://b)'), '[x] (command:a) [y] (https://b)');
    fc.assert(
      fc.property(hostile, (text) => {
        assert.ok(!withoutCommandLinks(quote(text)).includes(']('));
        assert.ok(!withoutCommandLinks(text).includes(']('));
        assert.equal(withoutCommandLinks(withoutCommandLinks(text)), withoutCommandLinks(text));
      }),
    );
  });
});
