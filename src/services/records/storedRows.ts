import type { FileIdentity } from '../../core/records/fileIdentity';
import { placeKey, type Place } from '../../core/records/pageRecord';
import { joinedPage, storedPageSchema, type StoredPage } from '../../core/records/storedPage';
import { readAs } from '../../core/text/json';
import { shortHash } from '../shared/shortHash';
import type { OpenRows } from './recordRows';
import { readStoredTitleScope, titleScopeRowId } from './titleScopes';

export const pageRowId = (place: Place): string => shortHash(placeKey(place));

/** Identifies the row which says that a Git working folder has published to a wiki. */
export function folderRowId(endpoint: string, { repository }: FileIdentity): string {
  return shortHash(JSON.stringify([endpoint, repository?.remote, repository?.folder]));
}

export function readStoredPage(value: unknown): StoredPage | undefined {
  return readAs(storedPageSchema, value);
}

/** Moves rows to the new address of a connection. If a place has a row at both addresses, the two are joined. */
export function moveRows(
  rows: OpenRows,
  places: readonly Place[],
  oldEndpoint: string,
  newEndpoint: string,
): void {
  for (const place of places) {
    const moved = { ...place, endpoint: newEndpoint };
    const here = readStoredPage(rows.get('page', pageRowId(place)));
    const there = readStoredPage(rows.get('page', pageRowId(moved)));
    const page = here && { ...here, place: moved };
    rows.set('page', pageRowId(moved), page && there ? joinedPage(there, page) : (page ?? there));
    rows.set('page', pageRowId(place), undefined);
  }
  const titles = readStoredTitleScope(rows.get('titles', titleScopeRowId(oldEndpoint)));
  const known = rows.get('titles', titleScopeRowId(newEndpoint));
  rows.set('titles', titleScopeRowId(newEndpoint), known ?? (titles && { ...titles, endpoint: newEndpoint }));
  rows.set('titles', titleScopeRowId(oldEndpoint), undefined);
}
