/** JSON of unknown origin; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON of unknown origin: an object's members as `unknown`, or undefined for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a value of unknown origin. A value that is no object has none. */
export function membersOf<T = Readonly<Record<string, unknown>>>(
  value: unknown,
): Partial<Record<keyof T, unknown>> {
  return typeof value === 'object' && value !== null ? value : {};
}
