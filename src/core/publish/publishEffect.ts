import type { FileIdentity } from '../records/fileIdentity';
import type { PageRecord } from '../records/pageRecord';

/** What a publish would do in the wiki, as far as the records tell: nothing is looked up. */
export type PublishEffect =
  /** The file has no confirmed page, and no existing page would be replaced. */
  | { readonly kind: 'new' }
  /** The file’s own page is updated. `unknown`: an earlier send had no clear answer, so the wiki’s text is not known. */
  | { readonly kind: 'changed' | 'unchanged' | 'unknown'; readonly record: PageRecord }
  /** The file has a page of another title or place, which stays beside a second page unless the wiki moves it. */
  | { readonly kind: 'retitled' | 'moved'; readonly from: PageRecord }
  /** `by`, another document or clone, may have made the page. `record`: this file’s page there; `from`: one elsewhere. */
  | {
      readonly kind: 'others';
      readonly by: FileIdentity;
      readonly from?: PageRecord | undefined;
      readonly record?: PageRecord | undefined;
    }
  /** The file has no page yet, and `overwrite` asks to replace whatever page is at the destination. */
  | { readonly kind: 'replaces' };

export function recordOfEffect(change: PublishEffect): PageRecord | undefined {
  return 'record' in change && change.record ? change.record : 'from' in change ? change.from : undefined;
}

export function hasUnconfirmedSend(change: PublishEffect): boolean {
  return change.kind === 'unknown' || (change.kind === 'others' && change.record?.pending !== undefined);
}
