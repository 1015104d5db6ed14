/** A change of somebody else that was merged into the page's file. */
export interface MergedChange {
  /** The change's `changeKey`. */
  readonly change: string;
  /** The hash of the content before the merge. */
  readonly before: string;
  /** Hashes of the lines by which a document shows the merge. Removed lines count where no line was added. */
  readonly lines: MergedLines;
}

export interface MergedLines {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

type Lines = ReadonlySet<string>;

/** Whether a document still has some of what was merged into it: it may have been reverted, or come back from a repository. */
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
