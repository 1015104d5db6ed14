import { parse } from 'smol-toml';

/** A page’s ID may have more digits than a number can hold exactly. */
export function parseToml(toml: string): Record<string, unknown> {
  return parse(toml, { integersAsBigInt: true });
}

/** Returns a number as TOML or JSON spells it: 0x10 is no page’s ID, and 1.10 is not 1.1. */
export function writtenValue(toml: string, key: string, value: unknown): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') {
    return String(value);
  }
  const written = new RegExp(`(?<![\\w-])${key}["']?[ \\t]*[=:][ \\t]*([\\w.+-]+)`, 'g');
  return [...toml.matchAll(written)]
    .map(([, number = '']) => number)
    .find((number) => String(numberOf(number)) === String(value));
}

function numberOf(written: string): unknown {
  try {
    return parseToml(`number = ${written}`).number;
  } catch {
    return undefined;
  }
}
