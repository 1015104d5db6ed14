import * as l10n from '@vscode/l10n';
import { formatTime } from '../connection/apiToken';
import { isPageGone, publishedElsewhereText, wikiChangeText } from '../publish/changeKinds';
import type { PageRecord } from '../records/pageRecord';
import { plainLine } from '../text/plainLine';
import { sentences } from '../text/sentences';
import { relativeTimeText } from '../text/relativeTime';
import { stateLabel, states, type State } from '../publish/states';

/** These texts also say what icons and colors show, which not everybody sees. */
export interface RowTexts {
  readonly label: string;
  /** Shown in grey after the label, and read out after it by screen readers. */
  readonly description: string;
}

export function stateMeaning(state: State, title: string, now: number): string {
  return state.kind === 'changedInWiki'
    ? wikiChangeText(title, state.change, now)
    : sentences(states[state.kind].meaning?.() ?? '', state.reason ?? '');
}

/** A row’s page; without `record`, a file that has no page yet. */
export interface ShownPage {
  readonly title: string;
  readonly path: string;
  /** The page stands for a folder, which has no text to open. */
  readonly isFolder: boolean;
  readonly record?: Pick<PageRecord, 'published' | 'pending' | 'wiki'> | undefined;
  /** Undefined until the file was read. */
  readonly status?: State | undefined;
}

export function pageTexts({ title, path, record, status }: ShownPage, now: number): RowTexts {
  const state = status && status.kind !== 'unchanged' && stateLabel(status);
  // A narrow view cuts the end, so the time is last. Beside a state such as “Changed”, the time of the last publish
  // is left out: it would be taken for the time of the change.
  const hasTime = record !== undefined && (!state || status.kind === 'unknown');
  const parts = [state, plainLine(path), hasTime ? sentTimeText(record, now) : ''].filter(Boolean);
  return { label: plainLine(title), description: parts.join(', ') };
}

/** How long ago the page was sent; empty if it never was. */
export function sentTimeText(
  { published, pending }: Pick<PageRecord, 'published' | 'pending'>,
  now: number,
): string {
  const at = published?.publishedAt ?? pending?.sentAt ?? 0;
  return at === 0 ? '' : relativeTimeText(at, now);
}

export function pageDetails({ title, path, record, status }: ShownPage, now: number): readonly string[] {
  const { publishedAt = 0 } = record?.published ?? {};
  const change = status?.kind === 'changedInWiki' ? undefined : record?.wiki?.change;
  return [
    plainLine(title),
    plainLine(path),
    ...(status === undefined ? [] : [stateMeaning(status, title, now)]),
    ...(change?.kind === 'published' ? [publishedElsewhereText(title, change, now)] : []),
    ...(publishedAt === 0 ? [] : [l10n.t('Published {0}', formatTime(publishedAt))]),
  ];
}

/** The `when` clauses of package.json compare these words with `viewItem`, to choose the row’s menus and buttons. */
export type RowKind =
  /** A file without a page, or whose page is not sure to be there. */
  | 'wikiFile'
  | 'wikiPage'
  /** A page that was changed in the wiki. */
  | 'wikiChange'
  /** A page that the file had before, or whose file is gone. */
  | 'wikiEarlier'
  /** A file about which the person is asked. */
  | 'wikiQuestion';

export function rowKindOf({ record, isFolder, status }: ShownPage): RowKind | undefined {
  if (isFolder) {
    return undefined;
  }
  if (record?.published === undefined) {
    return 'wikiFile';
  }
  return status?.kind === 'earlier' || status?.kind === 'gone'
    ? 'wikiEarlier'
    : status?.kind !== 'changedInWiki'
      ? 'wikiPage'
      : isPageGone(status.change)
        ? 'wikiFile'
        : 'wikiChange';
}
