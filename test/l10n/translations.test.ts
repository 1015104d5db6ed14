import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';
import { editorTexts, locales, readTexts, terminalTexts, textsOf, type Texts } from './english.js';

/** What stands in a text for something else: placeholders, code, links to settings and commands. */
function fixedParts(text: string): string[] {
  return (text.match(/\{\d+\}|`[^`]+`|\]\([^)]+\)|\$\([\w-]+\)/g) ?? []).sort();
}

/** A window of 800 pixels has room for so many letters beside the other items of the status bar. */
const mostInStatusBar = 60;
const statusMessages = globSync('src/ui/**/*.ts', { cwd: projectRoot }).flatMap((file) =>
  [
    ...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(/setStatusBarMessage\(([^]*?)\d_000/g),
  ].flatMap(([, call = '']) => [...call.matchAll(/l10n\.t\(\s*'([^']+)'/g)].map(([, text = '']) => text)),
);

/** A Chinese or Japanese character is twice as wide as a letter; a placeholder stands for a short value. */
function widthOf(text: string): number {
  return text.replaceAll(/\{\d\}/g, 'a value.').replaceAll(/[\u2e80-\uffef]/g, '##').length;
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
    english = await editorTexts();
    terminal = await terminalTexts(english);
    buttons = await textsOf('src/ui/prompt/actions.ts');
    assert.ok(Object.keys(english).length > 100);
    assert.ok(Object.keys(buttons).length > 10);
    assert.ok(Object.keys(terminal).length > 50);
    assert.deepEqual(
      Object.keys(readTexts('l10n/cli/en.json')).filter((key) => !(key in english)),
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

    it(`to ${locale} keep the three buttons of a first publish so short that VS Code cuts none`, () => {
      const translated = readTexts(`l10n/bundle.l10n.${locale}.json`);
      const three = ['Open Parent Page', 'Set Platform Token…', 'Save Destination'];
      const length = three.reduce((sum, key) => sum + (translated[key] ?? key).length, 0);
      assert.ok(length <= (['ja', 'zh-cn'].includes(locale) ? 28 : 56), `${length}`);
    });

    it(`to ${locale} keep messages in the status bar short`, () => {
      const translated = readTexts(`l10n/bundle.l10n.${locale}.json`);
      assert.ok(statusMessages.length > 8, `${statusMessages.length}`);
      const long = statusMessages
        .flatMap((key) => [key, translated[key] ?? key])
        .filter((text) => widthOf(text) > mostInStatusBar);
      assert.deepEqual(long, []);
    });
  }
});
