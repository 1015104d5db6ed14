import * as l10n from '@vscode/l10n';
import { secretPattern } from './secretPatterns';

/** Matches where the second part of a JSON Web Token begins, even if the rest was not copied. */
const jwtPart = /[\w-]{10}\.eyJ/;

export function tokenInTextProblem(text: string): string | undefined {
  return [jwtPart, secretPattern].some((pattern) => text.search(pattern) >= 0)
    ? l10n.t(
        'This looks like a token. What you enter here is kept in the settings, where others may read it.',
      )
    : undefined;
}
