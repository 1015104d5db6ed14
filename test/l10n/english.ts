import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { projectRoot } from '../host/folders.js';

export type Texts = Readonly<Record<string, string>>;

/** The locales of VS Code that the texts are translated to. */
export const locales = ['de', 'fr', 'es', 'ja', 'zh-cn'] as const;

const imports = [`import * as l10n from '@vscode/l10n';`, `import * as vscode from 'vscode';`] as const;

/**
 * Every text that the code of these files shows, by the key of its translation, as `npm run l10n` finds it. They are read
 * as one file: for each import of each file, the analyzer compiles its queries anew, which takes a minute.
 */
export async function textsOf(files: string): Promise<Texts> {
  const sources = globSync(files, { cwd: projectRoot }).map((file) =>
    imports.reduce(
      (source, line) => source.replace(line, ''),
      readFileSync(path.join(projectRoot, file), 'utf8'),
    ),
  );
  const contents = [...imports, ...sources].join('\n');
  const found = Object.entries(await getL10nJson([{ contents, extension: '.ts' }]));
  return Object.fromEntries(
    found.map(([key, text]) => [key, typeof text === 'string' ? text : text.message]),
  );
}

export function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')) as Texts;
}

/** What the window can show, and what a terminal shares with it. */
export function editorTexts(): Promise<Texts> {
  return textsOf('src/{extension.ts,{core,services,ui}/**/*.ts}');
}

/** What only a terminal shows: its own texts, and those of the editor that it words in its own way. */
export async function terminalTexts(editor: Texts): Promise<Texts> {
  const own = Object.entries(await textsOf('src/cli/**/*.ts')).filter(([key]) => !(key in editor));
  return { ...Object.fromEntries(own), ...readTexts('l10n/cli/en.json') };
}
