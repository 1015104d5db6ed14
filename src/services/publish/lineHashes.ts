import { mergedLines, type MergedLines } from '../../core/publish/mergedChange';
import { hashOf } from './hashOf';

/** Returns the hashes of the lines that are not empty, without regard to their indents. */
export function lineHashes(text: string): ReadonlySet<string> {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  return new Set(lines.filter((line) => line !== '').map((line) => hashOf(line).slice(0, 16)));
}

/** Returns the lines by which a document shows that a change was merged into it. `known`: its text before, or that of the page where the merge brought nothing. */
export function linesOfMerge(known: string, after: string, document: string): MergedLines {
  return mergedLines(lineHashes(known), lineHashes(after), lineHashes(document));
}
