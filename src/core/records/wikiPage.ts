import type { MergedChange } from './mergedChange';

/** A page as a lookup found it after the publish. What is not known is undefined. */
export interface WikiPage {
  readonly id: string;
  /** The version that this extension's publish made. */
  readonly version?: number | undefined;
  readonly authorId?: string | undefined;
  readonly address?: string | undefined;
  /** The send that made the version. */
  readonly sendId?: string | undefined;
  /** The change of somebody else that was merged into the page's file. */
  readonly merged?: MergedChange | undefined;
}

export function isOlder(one: WikiPage, other: WikiPage | undefined): boolean {
  return (
    one.id === other?.id &&
    one.version !== undefined &&
    other.version !== undefined &&
    one.version < other.version
  );
}
