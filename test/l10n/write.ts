// `npm run l10n`: after a sentence of the code was changed, each file of translations loses the keys that are gone and gets
// the missing ones, empty, in order. The tests name each that is still empty.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/folders.js';
import { editorTexts, locales, readTexts, terminalTexts, type Texts } from './english.js';

function write(file: string, english: Texts): void {
  const translated = readTexts(file);
  const keys = Object.keys(english).sort();
  const texts = Object.fromEntries(keys.map((key) => [key, translated[key] ?? '']));
  writeFileSync(path.join(projectRoot, file), `${JSON.stringify(texts, null, 2)}\n`);
  const empty = keys.filter((key) => texts[key] === '');
  if (empty.length > 0) {
    console.log(`${file}: ${empty.length} to translate\n${JSON.stringify(empty, null, 2)}`);
  }
}

async function writeAll(): Promise<void> {
  const editor = await editorTexts();
  const terminal = await terminalTexts(editor);
  for (const locale of locales) {
    write(`l10n/bundle.l10n.${locale}.json`, editor);
    write(`l10n/cli/${locale}.json`, terminal);
    write(`package.nls.${locale}.json`, readTexts('package.nls.json'));
  }
}

void writeAll();
