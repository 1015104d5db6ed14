/** Returns the Levenshtein distance. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let index = 0; index < one.length; index++) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at++) {
      const change = (row[at - 1] ?? 0) + (one[index] === other[at - 1] ? 0 : 1);
      next.push(Math.min(change, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
