import * as l10n from '@vscode/l10n';
import { formatTime } from '../connection/apiToken';
import { changeText } from '../publish/changeText';
import type { PageRecord } from '../publish/pageRecord';
import { plain } from '../text/plain';
import { sentences } from '../text/sentences';
import { ago } from '../text/relativeTime';
import type { PageState, StateOfPage } from './pageState';

/** The texts of a row. Colors and icons add nothing to them. */
export interface RowTexts {
  readonly label: string;
  /** Screen readers read it after the label. */
  readonly description: string;
}

const stateLabels: Readonly<Record<PageState, () => string>> = {
  published: () => l10n.t('Published'),
  changed: () => l10n.t({ message: 'Changed', comment: 'The state of one page.' }),
  changedInWiki: () => l10n.t('Changed in the wiki'),
  retitled: () => l10n.t({ message: 'Retitled', comment: 'The state of one page.' }),
  moved: () => l10n.t({ message: 'Moved', comment: 'The state of one page.' }),
  claimed: () => l10n.t('Another file’s page'),
  unknown: () => l10n.t('Outcome unknown'),
  blocked: () => l10n.t({ message: 'Blocked', comment: 'The state of one page.' }),
  draft: () => l10n.t('Left out: a draft'),
  unpublished: () => l10n.t('Not published'),
  earlier: () => l10n.t('Earlier page'),
  publishing: () => l10n.t('Publishing…'),
};

export const stateLabel = (state: PageState): string => stateLabels[state]();

/** Returns a sentence that explains the state. */
function stateMeaning({ state, reason, change }: StateOfPage, title: string, now: number): string {
  switch (state) {
    case 'published':
      return l10n.t('The file has not changed since it was published.');
    case 'changed':
      return l10n.t('The file has changed since it was published.');
    case 'changedInWiki':
      return change === undefined ? '' : changeText(title, change, now);
    case 'retitled':
      return l10n.t('The file has a different title now: you choose whether it keeps this page.');
    case 'moved':
      return l10n.t('The file belongs somewhere else now: you choose whether it keeps this page.');
    case 'claimed':
      return l10n.t('The file’s title is now that of a page that was created from another file.');
    case 'unknown':
      return l10n.t('The last publish had no answer: look in the wiki, or publish again.');
    case 'blocked':
      return reason ?? '';
    case 'draft':
      return sentences(l10n.t('The file is left out.'), reason ?? '');
    case 'unpublished':
      return l10n.t('The file has no page yet.');
    case 'earlier':
      return l10n.t('The file publishes to another page now; this one is still in the wiki.');
    case 'publishing':
      return l10n.t('The page is being published.');
  }
}

/** A page with its file, or a file without a page. */
export interface ShownPage {
  readonly title: string;
  readonly path: string;
  /** Whether the page belongs to a folder, which has no text to open. */
  readonly isFolder: boolean;
  readonly record?: Pick<PageRecord, 'published' | 'pending' | 'wiki'> | undefined;
  /** Undefined until the file was read. */
  readonly found?: StateOfPage | undefined;
}

export function pageTexts({ title, path, record, found }: ShownPage, now: number): RowTexts {
  const state = found?.state === 'published' ? undefined : found && stateLabel(found.state);
  const time = record && timeText(record, state !== undefined, now);
  const parts = [state, time, plain(path)];
  return { label: plain(title), description: parts.filter((part) => part !== undefined).join(', ') };
}

/** Returns when the page was published, or else sent. */
function timeText(
  { published, pending }: Pick<PageRecord, 'published' | 'pending'>,
  isAfterState: boolean,
  now: number,
): string | undefined {
  const at = published?.publishedAt ?? pending?.sentAt ?? 0;
  if (published === undefined) {
    return at === 0 ? undefined : l10n.t('sent {0}', ago(at, now));
  }
  if (at === 0) {
    return isAfterState ? undefined : stateLabel('published');
  }
  return isAfterState ? l10n.t('published {0}', ago(at, now)) : l10n.t('Published {0}', ago(at, now));
}

/** Returns the lines of the tooltip. */
export function pageDetails({ title, path, record, found }: ShownPage, now: number): readonly string[] {
  const { publishedAt = 0 } = record?.published ?? {};
  return [
    plain(title),
    plain(path),
    ...(found === undefined ? [] : [stateMeaning(found, title, now)]),
    ...(publishedAt === 0 ? [] : [l10n.t('Published {0}', formatTime(publishedAt))]),
  ];
}

/** Returns the context value, which decides a row's buttons. */
export function rowContext({ record, isFolder, found }: Omit<ShownPage, 'title' | 'path'>): string {
  if (isFolder) {
    return 'folder';
  }
  const isPublished = record?.published !== undefined;
  const words = {
    page: true,
    published: isPublished,
    openable: isPublished && record.wiki?.address !== undefined,
    changedInWiki: found?.state === 'changedInWiki',
  };
  return Object.entries(words)
    .flatMap(([word, holds]) => (holds ? word : []))
    .join(' ');
}
