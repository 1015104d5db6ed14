import { isMarkdownName } from './markdownName';

/** Matches “01-” and “3) ” at the beginning of a name, but not in a date or a version such as “1.2 ”. */
const numbered = /^(\d{1,3})(?:[-_. ]+|\)\s*)(?=\S)(?!\d+[-_. ])(?!(?:md|markdown)$)/i;

/** The page of `README.md`, `index.md` or `_index.md` may stand for that of its folder. */
export function isIndexName(name: string): boolean {
  return /^(?:_?index|readme)\./i.test(name) && isMarkdownName(name);
}

/** True if most names begin with a number, and the numbers differ and are of one width (“01”) or start at 0 or 1. */
export function hasSortingNumbers(names: readonly string[]): boolean {
  const others = names.filter((each) => !isIndexName(each));
  const numbers = others.flatMap((each) => numbered.exec(each)?.[1] ?? []);
  const isOneWidth = numbers.every((each) => each.length === numbers[0]?.length && each.length > 1);
  const isCounted =
    new Set(numbers.map(Number)).size > 1 && (isOneWidth || numbers.some((each) => Number(each) <= 1));
  return isCounted && numbers.length * 2 > others.length;
}

export function withoutNumber(name: string): string {
  return name.replace(numbered, '');
}
