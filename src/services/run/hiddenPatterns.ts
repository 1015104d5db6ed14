import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../core/text/locale';
import { membersOf } from '../../core/text/json';
import type { Parsed } from '../../core/text/parsed';

/** Each file is compared with all of them. */
const mostPatterns = 1_000;

/** The patterns of `files.exclude`; one with a condition of its own is not for us. */
export function hiddenPatterns(exclude: unknown): Parsed<readonly string[]> {
  const entries = Object.entries(membersOf(exclude));
  const patterns = entries.filter(([, isExcluded]) => isExcluded === true).map(([pattern]) => pattern);
  return patterns.length > mostPatterns
    ? {
        problem: l10n.t(
          'The setting files.exclude has more than {0} patterns. What it hides is not known, so nothing was sent.',
          formatNumber(mostPatterns),
        ),
      }
    : { value: patterns };
}
