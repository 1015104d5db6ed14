import * as l10n from '@vscode/l10n';
import { secretPattern } from './secretPatterns';

/** Matches where the second part of a JSON Web Token begins, even if the rest was not copied. */
const jwtPart = /[\w-]{10}\.eyJ/;

export function hasToken(text: string): boolean {
  return [jwtPart, secretPattern].some((pattern) => text.search(pattern) >= 0);
}

export function tokenInTextProblem(text: string): string | undefined {
  return hasToken(text)
    ? l10n.t(
        'This looks like a token. What you enter here is kept in the settings, where others may read it.',
      )
    : undefined;
}

export function removedTokenText(): string {
  return l10n.t('A token was removed from here: use “Enter a Platform Token…” or “Manage Connections…”.');
}

/**
 * For boxes that take a number or an address. True also for what begins with 16 characters without a blank, dot, slash
 * or colon, which no address does, unless it is a number.
 */
export function looksLikeToken(text: string): boolean {
  return hasToken(text) || /^\s*(?:Bearer\s|["']?eyJ|(?!\d+\s*$)[^\s./:]{16})/i.test(text);
}
