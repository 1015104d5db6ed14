import assert from 'node:assert/strict';
import { locales, readTexts, textsOf, type Texts } from './english.js';

/** What stands in a text for something else: placeholders, code, links to settings and commands. */
function fixedParts(text: string): string[] {
  return (text.match(/\{\d+\}|`[^`]+`|\]\([^)]+\)|\$\([\w-]+\)/g) ?? []).sort();
}

function checkFile(file: string, english: Texts): void {
  const translated = readTexts(file);
  const leftOver = Object.keys(translated).filter((key) => !(key in english));
  assert.deepEqual(leftOver, [], `No text has these keys any more. Take them out of ${file}.`);
  const missing = Object.keys(english).filter((key) => !(key in translated));
  assert.deepEqual(missing, [], `These texts are not translated. Put them into ${file}.`);
  for (const [key, text] of Object.entries(translated)) {
    assert.deepEqual(fixedParts(text), fixedParts(english[key] ?? ''), `${file}: ${key}`);
    assert.equal(text, text.trim(), `${file}: ${key}`);
    assert.notEqual(text, '', `${file}: ${key}`);
  }
}

describe('The translations', () => {
  let english: Texts;
  let buttons: Texts;
  let terminal: Texts;

  before(async function () {
    this.timeout(300_000);
    english = await textsOf('src/{extension.ts,{core,services,ui}/**/*.ts}');
    const wording = readTexts('l10n/cli/en.json');
    const others = Object.entries(await textsOf('src/cli/**/*.ts')).filter(([key]) => !(key in english));
    terminal = { ...Object.fromEntries(others), ...wording };
    buttons = await textsOf('src/ui/prompt/notify.ts');
    assert.ok(Object.keys(english).length > 100);
    assert.ok(Object.keys(buttons).length > 10);
    assert.ok(others.length > 50);
    assert.deepEqual(
      Object.keys(wording).filter((key) => !(key in english)),
      [],
      'The editor has no such texts, which the terminal words in its own way.',
    );
  });

  for (const locale of locales) {
    it(`to ${locale} hold every text, none that is gone, and keep what stands for something else`, () => {
      checkFile(`l10n/bundle.l10n.${locale}.json`, english);
      checkFile(`package.nls.${locale}.json`, readTexts('package.nls.json'));
      checkFile(`l10n/cli/${locale}.json`, terminal);
    });

    it(`to ${locale} keep buttons short`, () => {
      const translated = readTexts(`l10n/bundle.l10n.${locale}.json`);
      const longest = ['ja', 'zh-cn'].includes(locale) ? 16 : 28;
      const long = Object.keys(buttons).filter((key) => (translated[key] ?? key).length > longest);
      assert.deepEqual(long, []);
    });
  }
});
