import type { Place } from '../records/pageRecord';
import type { TitleScope } from '../wiki/target';
import type { ParentFile } from './tree';

/** What a person sees of a destination: whatever of it changes takes back what they agreed to. */
export interface Shown {
  /** Endpoint, space, parent page, exact title, where the title is unique, and whether the file’s own page is there. */
  readonly key: string;
  /** Sends to the page by other documents, clones or worktrees. A later one is asked about again. */
  readonly sends: readonly string[];
}

/** What a person agreed to about the page at one destination. It counts for this destination alone. */
export interface Consent extends Shown {
  /** Whether a page that is there is replaced; undefined if that was not asked. */
  readonly replaces?: boolean | undefined;
  /** The `changeKey` of a change in the wiki that is published over. */
  readonly change?: string | undefined;
}

/** `parentFile`: a page of the tree counts as its file, since its ID may become known later. */
export function shownKey(
  { endpoint, space, parent, title }: Place,
  { parent: above, parentFile }: { readonly parent?: string; readonly parentFile?: ParentFile | undefined },
  scope: TitleScope | undefined,
  isOwn: boolean,
): string {
  const isUnderFile = parentFile !== undefined && parent === above;
  return JSON.stringify([endpoint, space, isUnderFile ? parentFile.uri : parent, title, scope, isOwn]);
}

export function hasSeenAll(now: Shown | undefined, seen: Shown | undefined): boolean {
  return (now?.sends ?? []).every((send) => seen?.sends.includes(send));
}

/** Undefined if what the person saw is not what is there now. */
export function consentTo(now: Shown, consent: Consent | undefined): Consent | undefined {
  return consent?.key === now.key && hasSeenAll(now, consent) ? consent : undefined;
}
