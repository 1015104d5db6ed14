import { conflictMarks } from '../../core/page/conflicts';
import type { MergedLines } from '../../core/records/mergedChange';
import { shortHash } from '../shared/shortHash';

const mostLines = 100;

/** Ignores the marks of a merge conflict, empty lines, and white space around lines. */
export function lineHashes(text: string): ReadonlySet<string> {
  return new Set([...linesIn(text)].map(shortHash));
}

/**
 * Returns hashes of some lines by which `hasMergedLines` recognizes the merge later. The change from `before` to
 * `after` added or removed these lines, and `document` has or lacks them accordingly.
 */
export function mergedLineHashes(before: string, after: string, document: string): MergedLines {
  const [known, changed, here] = [linesIn(before), linesIn(after), linesIn(document)];
  const added = [...changed].filter((line) => !known.has(line) && here.has(line));
  const removed = [...known].filter((line) => !changed.has(line) && !here.has(line));
  return { added: hashesOfTellingLines(added), removed: hashesOfTellingLines(removed) };
}

/** Prefers lines of at least two words: a code fence or the rule of a table occurs in many documents. */
function hashesOfTellingLines(lines: readonly string[]): readonly string[] {
  const withWords = lines.filter((line) => (line.match(/[\p{L}\p{N}]+/gu) ?? []).length > 1);
  return (withWords.length > 0 ? withWords : lines).slice(0, mostLines).map(shortHash);
}

function linesIn(text: string): ReadonlySet<string> {
  // The marks of a merge conflict go when the person resolves it, so they are left out.
  const lines = text
    .replace(conflictMarks, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim());
  return new Set(lines.filter((line) => line !== ''));
}
