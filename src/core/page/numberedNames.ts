import { isMarkdownName } from './markdownName';

/** Matches “01-” and “3) ” at the beginning of a name, but not in a date or a version such as “1.2 ”. */
const numbered = /^(\d{1,3})(?:[-_. ]+|\)\s*)(?=\S)(?!\d+[-_. ])(?!(?:md|markdown)$)/i;

/** The page of `README.md`, `index.md` or `_index.md` may stand for that of its folder. */
export function isIndexName(name: string): boolean {
  return /^(?:_?index|readme)\./i.test(name) && isMarkdownName(name);
}

/** True if most names begin with a number, and the numbers are of one width (“01”) and differ, or count up from 0 or 1. */
export function hasSortingNumbers(names: readonly string[]): boolean {
  const others = names.filter((each) => !isIndexName(each));
  const numbers = others.flatMap((each) => numbered.exec(each)?.[1] ?? []);
  const isOneWidth = numbers.every((each) => each.length === numbers[0]?.length && each.length > 1);
  const [first = 0, second = 0] = [...new Set(numbers.map(Number))].sort((one, other) => one - other);
  const isCounted = isOneWidth ? second > first : first <= 1 && second === first + 1;
  return isCounted && numbers.length * 2 > others.length;
}

export function withoutNumber(name: string): string {
  return name.replace(numbered, '');
}
