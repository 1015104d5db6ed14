import * as l10n from '@vscode/l10n';
import { IgnoreRules } from '../../core/workspace/ignoreRules';
import { formatNumber } from '../../core/text/locale';
import { membersOf } from '../../core/text/json';
import type { Parsed } from '../../core/text/parsed';

/** There is a limit, since each file is compared with all patterns. `{a,b}` counts as itself and as two. */
const mostPatterns = 1_000;
/** In characters. */
const longestPattern = 4_096;

/**
 * Reads `files.exclude` as ignore rules, which no pattern can keep busy. Leaves out patterns that are off, and those
 * with a condition such as `{ "when": "$(basename).ts" }`.
 */
export function readExcludePatterns(exclude: unknown): Parsed<IgnoreRules> {
  const entries = Object.entries(membersOf(exclude));
  const left = entries.filter(([, isExcluded]) => isExcluded === true).map(([pattern]) => pattern);
  const rules: string[] = [];
  let read = 0;
  for (let pattern = left.pop(); pattern !== undefined; pattern = left.pop()) {
    if (++read > mostPatterns || pattern.length > longestPattern) {
      return {
        problem: l10n.t(
          'The setting files.exclude has more than {0} patterns. What it hides is not known, so nothing was sent.',
          formatNumber(mostPatterns),
        ),
      };
    }
    const group = firstGroup(pattern);
    if (group === undefined) {
      rules.push(ruleOf(pattern));
    } else {
      const [before, after] = [pattern.slice(0, group.start), pattern.slice(group.end + 1)];
      left.push(...group.options.map((option) => before + option + after));
    }
  }
  return { value: IgnoreRules.none.within('', rules.join('\n')) ?? IgnoreRules.none };
}

/** Unlike a rule, a pattern without a slash means the root alone, and “!” or “#” at its beginning nothing special. */
function ruleOf(pattern: string): string {
  return `/${pattern.replaceAll('\n', '?').trim().replace(/^\/+/, '').replace(/\/$/, '')}`;
}

/** The outermost braces: `{a,b}/*.md` means `a/*.md` and `b/*.md`. */
function firstGroup(
  pattern: string,
): { readonly start: number; readonly end: number; readonly options: readonly string[] } | undefined {
  const start = pattern.indexOf('{');
  const options: string[] = [];
  let [depth, from] = [0, start + 1];
  for (let at = start; start !== -1 && at < pattern.length; at++) {
    depth += pattern[at] === '{' ? 1 : pattern[at] === '}' ? -1 : 0;
    if ((depth === 1 && pattern[at] === ',') || depth === 0) {
      options.push(pattern.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) {
      return { start, end: at, options };
    }
  }
  return undefined;
}
