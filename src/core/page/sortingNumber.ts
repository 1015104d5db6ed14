import { isMarkdownName } from './markdownName';

/**
 * Matches a number of up to three digits at the beginning of a name, unless it begins a date or a version.
 */
const numbered = /^(\d{1,3})(?:[-_. ]+|\)\s*)(?=\S)(?!\d+[-_. ])(?!(?:md|markdown)$)/i;

/** Whether the page of a file with this name may be that of its folder, wherever the folder is. */
export function isIndexName(name: string): boolean {
  return /^(?:_?index|readme)\./i.test(name) && isMarkdownName(name);
}

/**
 * Whether most names begin with a number that sorts them. The numbers have one width, or begin at 0 or 1: “3
 * ways” and “5 reasons” are words.
 */
export function hasSortingNumbers(names: readonly string[]): boolean {
  const others = names.filter((each) => !isIndexName(each));
  const numbers = others.flatMap((each) => numbered.exec(each)?.[1] ?? []);
  const isOneWidth = numbers.every((each) => each.length === numbers[0]?.length && each.length > 1);
  const isCounted =
    new Set(numbers.map(Number)).size > 1 && (isOneWidth || numbers.some((each) => Number(each) <= 1));
  return isCounted && numbers.length * 2 > others.length;
}

/** Returns a name without the number that it is sorted by. */
export function withoutNumber(name: string): string {
  return name.replace(numbered, '');
}
