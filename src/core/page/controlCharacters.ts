import * as l10n from '@vscode/l10n';
import type { Problem } from './problem';

/** The names in Unicode of U+0000 to U+001F, in this order. */
const names = [
  ...['null', 'start of heading', 'start of text', 'end of text', 'end of transmission', 'enquiry'],
  ...['acknowledge', 'alert', 'backspace', 'tabulation', 'line feed', 'line tabulation', 'form feed'],
  ...['carriage return', 'shift out', 'shift in', 'data link escape', 'device control one'],
  ...['device control two', 'device control three', 'device control four', 'negative acknowledge'],
  ...['synchronous idle', 'end of transmission block', 'cancel', 'end of medium', 'substitute', 'escape'],
  ...['information separator four', 'information separator three', 'information separator two'],
  'information separator one',
];
const others: Readonly<Record<number, string>> = { 0x7f: 'delete', 0x85: 'next line' };

export function controlCharacterProblems(text: string): readonly Problem[] {
  return [...text.matchAll(/[^\P{Cc}\t\n\r]/gu)].map(({ 0: character, index: start }) => {
    const end = start + 1;
    if (character === '\0') {
      return { kind: 'encoding', message: nulText(), start, end, isFatal: true };
    }
    const edit = { start, end, text: '' };
    const fix = { kind: 'edit', title: l10n.t('Remove the Control Character'), edit } as const;
    const message = l10n.t(
      'Nobody sees this control character, {0}, and a wiki may refuse the page because of it. Remove it, or write in words what it stands for.',
      nameOf(character),
    );
    return { kind: 'controlCharacter', message, start, end, fixes: [fix] };
  });
}

function nulText(): string {
  return l10n.t(
    'This is a NUL ({0}), which no text has: the file is no text, or it is in another encoding, such as UTF-16.',
    'U+0000',
  );
}

function nameOf(character: string): string {
  const code = character.charCodeAt(0);
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = names[code] ?? others[code];
  return name === undefined ? number : `${number} (${name.toUpperCase()})`;
}
