import * as l10n from '@vscode/l10n';

let systemLocale: string | undefined;

/** Returns the language of the sentences, with the region of this computer. */
export function displayLocale(): string {
  const language = l10n.t({ message: 'en', comment: 'The language of this file: dates are written in it.' });
  // Numbers have the same locale as dates, whose format takes twenty milliseconds to make.
  systemLocale ??= new Intl.NumberFormat().resolvedOptions().locale;
  return systemLocale.startsWith(language) ? systemLocale : language;
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(displayLocale(), options);
}

/** Joins the parts as “a, b and c”. */
export function formatList(parts: readonly string[]): string {
  return new Intl.ListFormat(displayLocale()).format(parts);
}
