import * as l10n from '@vscode/l10n';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isInCi } from './ci';
import type { Environment } from './environment';
import { UsageError } from './usageError';

export const languages = ['en', 'de', 'es', 'fr', 'ja', 'zh-cn'] as const;
type Language = (typeof languages)[number];

let translations: l10n.l10nJsonFormat = {};
let spoken: Language | undefined;

/** Sets the language of all texts from now on. */
export function setLanguage(language: Language): void {
  if (language === spoken) {
    return;
  }
  spoken = language;
  const file = path.join(__dirname, 'l10n', `${language}.json`);
  translations = JSON.parse(readFileSync(file, 'utf8')) as l10n.l10nJsonFormat;
  l10n.config({ contents: translations });
}

/** Returns the translations in use, since a thread has to be given them. */
export function currentTranslations(): l10n.l10nJsonFormat {
  return translations;
}

/** Returns the language of --lang, else English in CI, else that of the environment. */
export function languageOf(args: readonly string[], environment: Environment): Language {
  const { lang } = parseArgs({ args, options: { lang: { type: 'string' } }, strict: false }).values;
  if (typeof lang === 'string') {
    const language = languageFor(lang);
    if (language === undefined) {
      throw new UsageError(`--lang: ${languages.join(', ')}`);
    }
    return language;
  }
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const locale = [LC_ALL, LC_MESSAGES, LANG].find(Boolean) ?? '';
  return (isInCi(environment) ? undefined : languageFor(locale)) ?? 'en';
}

/** `locale`: of BCP 47, or of POSIX, such as de_DE.UTF-8. Returns undefined if there is no translation. */
function languageFor(locale: string): Language | undefined {
  const [tag = ''] = locale.replaceAll('_', '-').split(/[.@]/);
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    const named = language === 'zh' && script === 'Hans' ? 'zh-cn' : language;
    return languages.find((each) => each === named);
  } catch {
    // “C” is a locale without a language.
    return undefined;
  }
}
