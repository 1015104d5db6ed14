// Always English: a folder’s page lists its files in this order, whatever language its publisher uses.
const { compare } = new Intl.Collator('en', { numeric: true });

/** “page2” comes before “page10”. Names that the collator holds equal are ordered by their code units. */
export function compareNames(one: string, other: string): number {
  return compare(one, other) || (one < other ? -1 : 1);
}
