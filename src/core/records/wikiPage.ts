import type { MergedChange } from './mergedChange';

/** What a lookup after a publish told of the page. */
export interface WikiPage {
  readonly id: string;
  /** The version that the publish made, not the one that the page has now. */
  readonly version?: number | undefined;
  readonly authorId?: string | undefined;
  readonly address?: string | undefined;
  /** The `id` of the `PublishedSend` that the lookup followed. */
  readonly sendId?: string | undefined;
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
