/** A change of somebody else that was merged into the page's file. */
export interface MergedChange {
  /** The change's `changeKey`. */
  readonly change: string;
  /** The hash of the content before the merge. */
  readonly before: string;
  /** The hashes of lines that the merge brought into the file, or only took away from it. */
  readonly lines: MergedLines;
}

export interface MergedLines {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

type Lines = ReadonlySet<string>;

/** Whether a document still has some of what was merged into it: it may have been reverted, or come back from a repository. */
export function holdsMerged(
  { before, lines: { added, removed } }: MergedChange,
  hash: string,
  lines: Lines,
): boolean {
  const [first] = [...added, ...removed];
  const shows =
    added.length > 0 ? added.some((line) => lines.has(line)) : removed.some((line) => !lines.has(line));
  return before !== hash && (first === undefined || shows);
}
