import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../core/text/locale';
import { membersOf } from '../../core/text/json';
import type { Parsed } from '../../core/text/parsed';

/** There is a limit, since each file is compared with all patterns. */
const mostPatterns = 1_000;

/** Leaves out patterns that are off, and those with a condition such as `{ "when": "$(basename).ts" }`. */
export function readExcludePatterns(exclude: unknown): Parsed<readonly string[]> {
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
