import * as l10n from '@vscode/l10n';

/** Joins sentences; not every language puts a space between them. */
export function sentences(...parts: string[]): string {
  const present = parts.filter((part) => part !== '');
  return present.length === 0 ? '' : present.reduce((before, next) => l10n.t('{0} {1}', before, next));
}
