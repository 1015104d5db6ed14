import type { FileIdentity } from '../records/fileIdentity';
import type { PageRecord } from '../records/pageRecord';

/** What a publish would do to the wiki, as far as the records tell. */
export type PublishEffect =
  /** The file has no page yet, and its page would replace none. */
  | { readonly kind: 'new' }
  /** The publish updates the file's own page. `unknown`: an earlier send had no clear answer, so the wiki's text is not known. */
  | { readonly kind: 'changed' | 'unchanged' | 'unknown'; readonly record: PageRecord }
  /** The file has another page, which would stay as it is while a second one is made. */
  | { readonly kind: 'retitled' | 'moved'; readonly from: PageRecord }
  /**
   * Another document made the page, or may have replaced the page of this one, which `record` is of. It may also be the
   * same document in another working folder, where nothing was published from this one yet.
   */
  | {
      readonly kind: 'others';
      readonly by: FileIdentity;
      readonly from?: PageRecord | undefined;
      readonly record?: PageRecord | undefined;
    }
  /** The file or a setting asks to replace a page that the person has not agreed to replace. */
  | { readonly kind: 'replaces' };

/** Returns the record of the page that a publish updates or leaves behind. */
export function recordOfEffect(change: PublishEffect): PageRecord | undefined {
  return 'record' in change && change.record ? change.record : 'from' in change ? change.from : undefined;
}

/** Whether an earlier send of the file may have reached the page. */
export function hasUnconfirmedSend(change: PublishEffect): boolean {
  return change.kind === 'unknown' || (change.kind === 'others' && change.record?.pending !== undefined);
}
