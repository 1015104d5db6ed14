import { conflictMarks } from '../../core/page/conflicts';
import type { MergedLines } from '../../core/records/mergedChange';
import { shortHash } from '../shared/shortHash';

const mostLines = 100;

/** Ignores empty lines, and white space around the others. */
export function lineHashes(text: string): ReadonlySet<string> {
  return new Set([...linesIn(text)].map(shortHash));
}

/**
 * Returns hashes of the lines that the change from `known` to `after` added and `document` has, and of
 * those that it removed and `document` lacks.
 */
export function mergedLineHashes(known: string, after: string, document: string): MergedLines {
  const [before, now, here] = [known, after, document].map(linesIn);
  const added = [...(now ?? [])].filter((line) => before?.has(line) !== true && here?.has(line) === true);
  const removed = [...(before ?? [])].filter((line) => now?.has(line) !== true && here?.has(line) !== true);
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
