import * as l10n from '@vscode/l10n';
import { secretPatterns } from './secretPatterns';

/** Where the second part of a JSON Web Token begins, also where the rest was not copied. */
const jwtPart = /[\w-]{10}\.eyJ/;

/** Why a text is not kept in the settings, which everybody can read who sees them: a token is part of it. */
export function tokenProblem(text: string): string | undefined {
  return [jwtPart, ...secretPatterns].some((pattern) => text.search(pattern) >= 0) ? told() : undefined;
}

/** The same of a name, which is no place for a token whose maker did not mark it either. */
export function tokenInNameProblem(name: string): string | undefined {
  const words = name.split(/[^A-Za-z0-9]+/);
  return /^(?:Bearer\s|[0-9a-f]{32,}$)/i.test(name) || words.some(isRandom) ? told() : tokenProblem(name);
}

/** A long word of capitals, small letters and digits that stand in several places. */
function isRandom(word: string): boolean {
  return word.length >= 20 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d[A-Za-z]+\d/.test(word);
}

function told(): string {
  return l10n.t(
    'This looks like a token. What you enter here is kept in the settings, where others may read it.',
  );
}
