import type { AnsweredPlan } from './answeredPlan';
import { awaitedParentOf, isExcluded } from './row';

/**
 * How many files may be sent a second time, since they link to pages that have no
 * address yet. `withLookups`: the endpoints whose wiki can be asked for addresses.
 */
export function countSentTwice({ plan, checked }: AnsweredPlan, withLookups: ReadonlySet<string>): number {
  // Files without a place count too, since the person will give them one.
  const rows = plan.rowsIfChecked(checked).filter((row) => checked.has(row.file.uri) && !isExcluded(row));
  const found = rows.filter(({ decision }) => withLookups.has(decision?.connection?.endpoint ?? ''));
  const uris = new Set(found.map(({ file }) => file.uri));
  const awaited = new Map(rows.map((row) => [row.file.uri, awaitedParentOf(row)?.uri]));
  // A file waits until the pages above it are found, so links to those have addresses in its first send.
  const isAbove = (uri: string, page: string): boolean => {
    const parent = awaited.get(uri);
    return parent !== undefined && (parent === page || isAbove(parent, page));
  };
  return rows.filter(({ file: { uri, linked = [] } }) =>
    linked.some((link) => !link.hasAddress && uris.has(link.uri) && !isAbove(uri, link.uri)),
  ).length;
}
