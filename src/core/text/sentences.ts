import * as l10n from '@vscode/l10n';

/** Not every language puts a space between sentences, so translators decide. */
export function sentences(...parts: string[]): string {
  const present = parts.filter((part) => part !== '');
  return present.length === 0 ? '' : present.reduce((before, next) => l10n.t('{0} {1}', before, next));
}
