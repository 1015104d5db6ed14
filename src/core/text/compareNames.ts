// The collator is always English, so that a folder’s page has one order whatever language its publisher uses.
const { compare } = new Intl.Collator('en', { numeric: true });

/** “page2” comes before “page10”. The result is never 0: code units decide where the collator does not. */
export function compareNames(one: string, other: string): number {
  return compare(one, other) || (one < other ? -1 : 1);
}
