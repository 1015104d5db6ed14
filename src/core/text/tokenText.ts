import * as l10n from '@vscode/l10n';
import { secretPattern } from './secretPatterns';

/** Matches the beginning of the second part of a JSON Web Token, even if the rest was not copied. */
const jwtPart = /[\w-]{10}\.eyJ/;

/** Says that a text contains a token, which must not be in the settings, where others may read it. */
export function tokenProblem(text: string): string | undefined {
  return [jwtPart, secretPattern].some((pattern) => text.search(pattern) >= 0) ? looksLikeToken() : undefined;
}

/** Checks a name in the same way, and also for tokens without a known prefix. */
export function tokenInNameProblem(name: string): string | undefined {
  const words = name.split(/[^A-Za-z0-9]+/);
  return /^(?:Bearer\s|[0-9a-f]{32,}$)/i.test(name) || words.some(isRandom)
    ? looksLikeToken()
    : tokenProblem(name);
}

/** Whether a long word mixes capitals, small letters and digits, as a random token does. */
function isRandom(word: string): boolean {
  return word.length >= 20 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d[A-Za-z]+\d/.test(word);
}

function looksLikeToken(): string {
  return l10n.t(
    'This looks like a token. What you enter here is kept in the settings, where others may read it.',
  );
}
