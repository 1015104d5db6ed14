import * as l10n from '@vscode/l10n';
import { recordOfEffect } from '../publish/publishEffect';
import type { FileIdentity } from '../records/fileIdentity';
import type { FailedAttempt, PageRecord } from '../records/pageRecord';
import type { State } from '../publish/states';
import { isExcluded, type PlanFile, type PlanRow } from '../plan/row';
import type { Connection } from '../connection/connection';

export interface StatusContext {
  readonly index: {
    readonly get: (id: string) => PageRecord | undefined;
    readonly ofFile: (file: FileIdentity) => readonly PageRecord[];
    readonly attempt: (file: FileIdentity) => FailedAttempt | undefined;
  };
  readonly connections: readonly Connection[];
}

/**
 * If this key changes, rows of other files have to be decided again:
 * they may link to the page’s address, or use its ID as their parent.
 */
export function dependentRowsKey(record: PageRecord | undefined): string {
  const { place, published, wiki } = record ?? {};
  return published === undefined ? '' : JSON.stringify([place, wiki?.id, wiki?.address]);
}

/** The file may have been read long ago, so current connections and own records take the place of those read then. */
export function withCurrentRecords(file: PlanFile, { index, connections }: StatusContext): PlanFile {
  const own = file.input && index.ofFile(file.input.file);
  const input = file.input && {
    ...file.input,
    connections,
    ownRecords: own?.length ? own : file.input.ownRecords,
    attempt: index.attempt(file.input.file),
    changedInWiki: ({ wiki }: PageRecord) => wiki?.change,
  };
  return { ...file, input };
}

/** A file without a page is `new`, even if its place is still open, unless it is excluded. */
export function pageState(record: PageRecord | undefined, row: PlanRow): State {
  if (record === undefined || row.status.kind === 'gone') {
    return isExcluded(row) ? row.status : { kind: 'new' };
  }
  if (record.published === undefined || record.pending !== undefined) {
    return { kind: 'unknown' };
  }
  if (isExcluded(row)) {
    return row.status;
  }
  if (row.decision?.connection === undefined) {
    return { kind: 'blocked', reason: l10n.t('Its connection is not in your settings.') };
  }
  return recordOfEffect(row.decision.effect)?.id === record.id ? row.status : { kind: 'earlier' };
}
