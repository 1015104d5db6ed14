import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { projectRoot } from '../host/folders.js';

export type Texts = Readonly<Record<string, string>>;

/** The locales of VS Code that the texts are translated to. */
export const locales = ['de', 'fr', 'es', 'ja', 'zh-cn'] as const;

/** Every text that the code of these files shows, by the key of its translation, as `npm run l10n` finds it. */
export async function textsOf(files: string): Promise<Texts> {
  const sources = globSync(files, { cwd: projectRoot }).map((file) => ({
    contents: readFileSync(path.join(projectRoot, file), 'utf8'),
    extension: '.ts',
  }));
  const found = Object.entries(await getL10nJson(sources));
  return Object.fromEntries(
    found.map(([key, text]) => [key, typeof text === 'string' ? text : text.message]),
  );
}

export function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')) as Texts;
}
