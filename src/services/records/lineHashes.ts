import { conflictMarks } from '../../core/page/conflicts';
import type { MergedLines } from '../../core/records/mergedChange';
import { shortHash } from '../shared/shortHash';

const mostLines = 100;

/** Returns the hashes of the lines that are not empty, without regard to their indents. */
export function lineHashes(text: string): ReadonlySet<string> {
  return new Set([...linesIn(text)].map(shortHash));
}

/**
 * Returns the lines by which a document shows a merge. `known`: its text before; if the merge changed
 * nothing, the page’s text before.
 */
export function mergedLineHashes(known: string, after: string, document: string): MergedLines {
  const [before, now, here] = [known, after, document].map(linesIn);
  const added = [...(now ?? [])].filter((line) => before?.has(line) !== true && here?.has(line) === true);
  const removed = [...(before ?? [])].filter((line) => now?.has(line) !== true && here?.has(line) !== true);
  return { added: telling(added), removed: telling(removed) };
}

/**
 * Returns the hashes of telling lines: with words, unless there are none, since a fence or a table’s rule
 * occurs often.
 */
function telling(lines: readonly string[]): readonly string[] {
  const withWords = lines.filter((line) => (line.match(/[\p{L}\p{N}]+/gu) ?? []).length > 1);
  return (withWords.length > 0 ? withWords : lines).slice(0, mostLines).map(shortHash);
}

function linesIn(text: string): ReadonlySet<string> {
  // The marks of a conflict go when it is resolved, so they show nothing.
  const lines = text
    .replace(conflictMarks, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim());
  return new Set(lines.filter((line) => line !== ''));
}
