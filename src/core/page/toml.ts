import { parse } from 'smol-toml';

/** Throws if `toml` is invalid. Integers are BigInts: a page’s ID may have more digits than a number holds. */
export function parseToml(toml: string): Record<string, unknown> {
  return parse(toml, { integersAsBigInt: true });
}

/** Returns a number as the source spells it (1.10), undefined if that is not found; other values as strings. */
export function writtenValue(toml: string, key: string, value: unknown): string | undefined {
  if (value instanceof Date) {
    return value.toISOString();
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') {
    return String(value);
  }
  const written = new RegExp(`(?<![\\w-])${patternOf(key)}["']?[ \\t]*[=:][ \\t]*([\\w.+-]+)`, 'g');
  return [...toml.matchAll(written)]
    .map(([, number = '']) => number)
    .find((number) => String(numberOf(number)) === String(value));
}

/** A pattern that matches just this key. */
export function patternOf(key: string): string {
  return key.replace(/\W/g, '\\$&');
}

function numberOf(written: string): unknown {
  try {
    return parseToml(`number = ${written}`).number;
  } catch {
    return undefined;
  }
}
