import type { TitleScope } from '../wiki/target';
import type { MergedChange } from './mergedChange';

/** The last version of a page in the wiki, as far as a lookup told. */
export interface LastVersion {
  readonly changedAt?: number | undefined;
  readonly authorId?: string | undefined;
  readonly author?: string | undefined;
}

/** What somebody else did to a page in the wiki since this extension published it last. */
export type FoundChange =
  | (LastVersion & {
      /** `published`: the last version is by the import, and not from this computer. */
      readonly kind: 'edited' | 'published' | 'renamed' | 'moved';
      readonly version: number;
      /** The version that the last publish made; undefined if no lookup told it. */
      readonly ours?: number | undefined;
      /** The title that the page has in the wiki now. */
      readonly title: string;
      readonly scope?: TitleScope | undefined;
    })
  /** The page is gone (deleted, archived or in the trash, for example), or not visible to the platform token. */
  | { readonly kind: 'deleted' };

/** What lookups or the person told of the page after a publish, and what was merged into its file since. */
export interface WikiPage {
  readonly id: string;
  /** The version that the publish made, not the one that the page has now. */
  readonly version?: number | undefined;
  readonly authorId?: string | undefined;
  readonly address?: string | undefined;
  /** The `id` of the `PublishedSend` that the lookup followed. */
  readonly sendId?: string | undefined;
  readonly merged?: MergedChange | undefined;
  /** The change that the last lookup found, for display alone: a publish looks again. */
  readonly change?: FoundChange | undefined;
}

export function isOlder(one: WikiPage, other: WikiPage | undefined): boolean {
  return (
    one.id === other?.id &&
    one.version !== undefined &&
    other.version !== undefined &&
    one.version < other.version
  );
}
