/** Parses JSON of unknown origin; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses JSON of unknown origin; undefined if it is no object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a text of unknown origin; an empty one if the value is no text. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the members of a value of unknown origin; none if it is no object. */
export function membersOf<T = Readonly<Record<string, unknown>>>(
  value: unknown,
): Partial<Record<keyof T, unknown>> {
  return typeof value === 'object' && value !== null ? value : {};
}
