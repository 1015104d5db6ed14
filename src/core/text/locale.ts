import * as l10n from '@vscode/l10n';

let systemLocale: string | undefined;

/** The language of the sentences, or the computer’s locale if that has the same language: `en` or `en-GB`. */
export function displayLocale(): string {
  const language = l10n.t({ message: 'en', comment: 'The language of this file: dates are written in it.' });
  // Numbers have the same locale as dates, but `DateTimeFormat` would take twenty milliseconds to create.
  systemLocale ??= new Intl.NumberFormat().resolvedOptions().locale;
  return systemLocale.startsWith(language) ? systemLocale : language;
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(displayLocale(), options);
}

export function formatList(parts: readonly string[]): string {
  return new Intl.ListFormat(displayLocale()).format(parts);
}
