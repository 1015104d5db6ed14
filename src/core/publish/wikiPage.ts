/** A page as it was looked up in the wiki after it was published. What is not known is undefined. */
export interface WikiPage {
  readonly id: string;
  /** The one that our publish made. */
  readonly version?: number | undefined;
  readonly authorId?: string | undefined;
  readonly address?: string | undefined;
  /** The send that made it. */
  readonly sendId?: string | undefined;
  /** What somebody else did to it that was merged into its file. */
  readonly merged?: MergedChange | undefined;
}

export interface MergedChange {
  /** Its `changeKey`. */
  readonly change: string;
  /** The hash of what would have been sent before. */
  readonly before: string;
}

/** Another window may have looked later. */
export function laterOf(one: WikiPage | undefined, other: WikiPage | undefined): WikiPage | undefined {
  return one === undefined || (other !== undefined && !isOlder(other, one)) ? other : one;
}

export function isOlder(one: WikiPage, other: WikiPage | undefined): boolean {
  return (
    one.id === other?.id &&
    one.version !== undefined &&
    other.version !== undefined &&
    one.version < other.version
  );
}
