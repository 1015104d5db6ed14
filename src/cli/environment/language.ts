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

export function setLanguage(language: Language): void {
  if (language === spoken) {
    return;
  }
  spoken = language;
  const file = path.join(__dirname, 'l10n', `${language}.json`);
  translations = JSON.parse(readFileSync(file, 'utf8')) as l10n.l10nJsonFormat;
  l10n.config({ contents: translations });
}

/** A worker thread gets these, since `@vscode/l10n` has to be configured again there. */
export function currentTranslations(): l10n.l10nJsonFormat {
  return translations;
}

/** In CI, returns English unless `--lang` names another language. Throws a UsageError for an unknown `--lang`. */
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

/** `locale`: a BCP 47 tag such as `zh-Hans`, or a POSIX locale such as `de_DE.UTF-8`. */
function languageFor(locale: string): Language | undefined {
  const [tag = ''] = locale.replaceAll('_', '-').split(/[.@]/);
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    const named = language === 'zh' && script === 'Hans' ? 'zh-cn' : language;
    return languages.find((each) => each === named);
  } catch {
    // `Intl.Locale` throws for the POSIX locale “C”.
    return undefined;
  }
}
