import * as l10n from '@vscode/l10n';
import { formatTime } from '../connection/apiToken';
import { wikiChangeText } from '../publish/wikiChangeText';
import type { PageRecord } from '../records/pageRecord';
import { plainLine } from '../text/plainLine';
import { sentences } from '../text/sentences';
import { relativeTimeText } from '../text/relativeTime';
import { statusLabel, statuses, type PageStatus } from '../plan/pageStatus';

/** The texts of a row. Colors and icons add nothing to them. */
export interface RowTexts {
  readonly label: string;
  /** Screen readers read it after the label. */
  readonly description: string;
}

/** Returns a sentence that explains the state. */
export function statusMeaning({ kind, reason = '', change }: PageStatus, title: string, now: number): string {
  return change === undefined
    ? sentences(statuses[kind].meaning?.() ?? '', reason)
    : wikiChangeText(title, change, now);
}

/** A page with its file, or a file without a page. */
export interface ShownPage {
  readonly title: string;
  readonly path: string;
  /** Whether the page belongs to a folder, which has no text to open. */
  readonly isFolder: boolean;
  readonly record?: Pick<PageRecord, 'published' | 'pending' | 'wiki'> | undefined;
  /** Undefined until the file was read. */
  readonly status?: PageStatus | undefined;
}

export function pageTexts({ title, path, record, status }: ShownPage, now: number): RowTexts {
  const at = record?.published?.publishedAt ?? 0;
  if (status?.kind === 'blocked' && at > 0) {
    const blocked = l10n.t('Published {0}; the next publish is blocked', relativeTimeText(at, now));
    return { label: plainLine(title), description: `${blocked}, ${plainLine(path)}` };
  }
  const state = status?.kind === 'unchanged' ? undefined : status && statusLabel(status);
  const time = record && timeText(record, state !== undefined, now);
  const parts = [state, time, plainLine(path)];
  return { label: plainLine(title), description: parts.filter((part) => part !== undefined).join(', ') };
}

/** Returns when the page was published, or else sent. */
function timeText(
  { published, pending }: Pick<PageRecord, 'published' | 'pending'>,
  isAfterState: boolean,
  now: number,
): string | undefined {
  const at = published?.publishedAt ?? pending?.sentAt ?? 0;
  if (published === undefined) {
    return at === 0 ? undefined : l10n.t('sent {0}', relativeTimeText(at, now));
  }
  if (at === 0) {
    return isAfterState ? undefined : l10n.t('Published');
  }
  return isAfterState
    ? l10n.t('published {0}', relativeTimeText(at, now))
    : l10n.t('Published {0}', relativeTimeText(at, now));
}

/** Returns the lines of the tooltip. */
export function pageDetails({ title, path, record, status }: ShownPage, now: number): readonly string[] {
  const { publishedAt = 0 } = record?.published ?? {};
  return [
    plainLine(title),
    plainLine(path),
    ...(status === undefined ? [] : [statusMeaning(status, title, now)]),
    ...(publishedAt === 0 ? [] : [l10n.t('Published {0}', formatTime(publishedAt))]),
  ];
}

/** Returns the words of the row’s context value, by which package.json chooses its buttons. */
export function contextValueWords({
  record,
  isFolder,
}: Pick<ShownPage, 'record' | 'isFolder'>): readonly string[] {
  if (isFolder) {
    return ['folder'];
  }
  const isPublished = record?.published !== undefined;
  const isOpenable = isPublished && record.wiki?.address !== undefined;
  return ['page', ...(isPublished ? ['published'] : []), ...(isOpenable ? ['openable'] : [])];
}
