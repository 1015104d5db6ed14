// Always English: a folder’s page lists its files in this order, whatever language its publisher uses.
const { compare } = new Intl.Collator('en', { numeric: true });

/** Orders names by what they say, and numbers in them by their value: “page2” before “page10”. */
export function compareNames(one: string, other: string): number {
  return compare(one, other) || (one < other ? -1 : 1);
}
