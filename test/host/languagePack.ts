import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Puts a window whose browser asks for this language into it. VS Code's own texts stay English, since its language packs are
 * not in the package registry; extensions show their translations.
 */
export async function addLanguagePack(userDataDir: string, language: string): Promise<void> {
  const translations = path.join(userDataDir, `translations-${language}.json`);
  await writeFile(translations, JSON.stringify({ contents: {} }));
  const extensions = [{ extensionIdentifier: { id: `packs.${language}` }, version: '1.0.0' }];
  const pack = { hash: 'empty', label: language, extensions, translations: { vscode: translations } };
  await writeFile(path.join(userDataDir, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}
