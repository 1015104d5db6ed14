/** A change that somebody else made in the wiki, and that was merged into the page’s file. */
export interface MergedChange {
  /** The result of `changeKey`, by which the change is recognized. */
  readonly change: string;
  /** The hash of what a publish would have sent before the merge. */
  readonly before: string;
  /** Hashes of lines that tell whether a document still has the merge. `removed` counts only if no line was added. */
  readonly lines: MergedLines;
}

export interface MergedLines {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

type Lines = ReadonlySet<string>;

/**
 * Whether a document still has some of the merge, which a person may have undone, or Git by replacing the
 * file. `hash` is that of what a publish would send now; a merge without lines is judged by it alone.
 */
export function hasMergedLines(
  { before, lines: { added, removed } }: MergedChange,
  hash: string,
  lines: Lines,
): boolean {
  const [first] = [...added, ...removed];
  const shows =
    added.length > 0 ? added.some((line) => lines.has(line)) : removed.some((line) => !lines.has(line));
  return before !== hash && (first === undefined || shows);
}
