import * as l10n from '@vscode/l10n';
import type { PageRecord } from '../publish/pageRecord';
import type { RecordIndex } from '../publish/recordIndex';
import type { WikiChange } from '../publish/wikiChange';
import { Plan } from '../run/plan';
import type { PlanFile } from '../run/row';
import type { Connection } from '../connection/connection';

/** The states of a page with its file, or of a file without a page, in the order of the filter. */
export const pageStates = [
  'changed',
  'changedInWiki',
  'retitled',
  'moved',
  'claimed',
  'unknown',
  'blocked',
  'draft',
  'unpublished',
  'published',
  'earlier',
  'publishing',
] as const;

/** `earlier`: the file now publishes to another page. `unpublished`: the file has no page yet. */
export type PageState = (typeof pageStates)[number];

export interface StateOfPage {
  readonly state: PageState;
  /** Why the file is blocked or left out. */
  readonly reason?: string | undefined;
  /** What somebody else changed in the page. */
  readonly change?: WikiChange | undefined;
}

/** The states without details. They share objects, since there may be thousands of pages. */
export const simpleStates = Object.fromEntries(pageStates.map((state) => [state, { state }])) as Readonly<
  Record<PageState, StateOfPage>
>;

export interface Known {
  readonly index: RecordIndex;
  readonly connections: readonly Connection[];
  readonly isUnderWay: (record: PageRecord) => boolean;
  /** Returns what lookups found so far. */
  readonly changedInWiki: (record: PageRecord) => WikiChange | undefined;
}

/** Returns what other files’ rows take from a page: the address of their links, and the parent page in a tree. Empty until it is published. */
export function takenByOthers(record: PageRecord | undefined): string {
  const { place, published, wiki } = record ?? {};
  return published === undefined ? '' : JSON.stringify([place, wiki?.id, wiki?.address]);
}

/**
 * What a publish of the file would do to this page of it, or to the file where it has none: the plan's own decision, with the
 * records as they are now.
 */
export function stateOf(record: PageRecord | undefined, file: PlanFile, known: Known): StateOfPage {
  const { index, connections, isUnderWay, changedInWiki } = known;
  if (record !== undefined && isUnderWay(record)) {
    return simpleStates.publishing;
  }
  const own = file.input && index.ofFile(file.input.file);
  const input = file.input && {
    ...file.input,
    connections,
    // A file without a page is recognized by its text.
    own: own?.length ? own : file.input.own,
    attempt: index.attempt(file.input.file),
    changedInWiki,
  };
  const [row] = new Plan([{ ...file, input }]).rows;
  const isUnknown = record !== undefined && (record.published === undefined || record.pending !== undefined);
  if (isUnknown || row === undefined) {
    return simpleStates.unknown;
  }
  if (row.section === 'blocked' || row.section === 'draft') {
    return { state: row.section, reason: row.reason };
  }
  if (record === undefined) {
    return simpleStates.unpublished;
  }
  if (row.decision?.connection === undefined) {
    return { state: 'blocked', reason: l10n.t('Its connection is not in your settings.') };
  }
  const { change } = row.decision;
  switch (change.kind) {
    case 'changed':
    case 'unchanged':
      return change.record.id !== record.id
        ? simpleStates.earlier
        : row.section === 'changedInWiki'
          ? { state: row.section, change: row.changed?.change }
          : simpleStates[change.kind === 'unchanged' ? 'published' : change.kind];
    case 'retitled':
    case 'moved':
    case 'claimed':
      return simpleStates[change.from?.id === record.id ? change.kind : 'earlier'];
    default:
      return simpleStates.earlier;
  }
}
