/** The items under each other item, by its key; under `undefined`, those at the top. */
export type Nested<T> = ReadonlyMap<string | undefined, readonly T[]>;

/** `aboveOf` may name two items as each other’s parent: they are at the top. */
export function nest<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  aboveOf: (item: T) => T | undefined,
): Nested<T> {
  const isInCircle = (item: T): boolean => {
    const met = new Set<T>();
    let above: T | undefined = item;
    while (above !== undefined && !met.has(above)) {
      met.add(above);
      above = aboveOf(above);
    }
    return above !== undefined;
  };
  return Map.groupBy(items, (item) => {
    const above = aboveOf(item);
    return above === undefined || isInCircle(item) ? undefined : keyOf(above);
  });
}
