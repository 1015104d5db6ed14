import * as l10n from '@vscode/l10n';

/** Joins sentences, of which some may be empty. Translators decide whether a space comes between two. */
export function sentences(...parts: string[]): string {
  const present = parts.filter((part) => part !== '');
  return present.length === 0 ? '' : present.reduce((before, next) => l10n.t('{0} {1}', before, next));
}
