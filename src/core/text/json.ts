import * as v from 'valibot';

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

/** Returns what the schema reads of a value of unknown origin; undefined if it is something else. */
export function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | undefined {
  const { success, output } = v.safeParse(schema, value, { abortEarly: true });
  return success ? output : undefined;
}

/** Makes a schema for a member that counts as missing if its value is invalid. */
export function optionalOrMissing<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(schema), undefined);
}

/** A boolean that counts as false if its value is invalid. */
export const booleanOrFalse = v.fallback(v.boolean(), false);

/** A text that counts as empty if its value is invalid. */
export const textOrEmpty = v.fallback(v.string(), '');

/** Makes a schema for an array, without its invalid entries. */
export function listOf<Entry>(schema: v.GenericSchema<unknown, Entry>) {
  const read = (all: unknown[]): Entry[] => {
    const entries = all.map((each) => readAs(schema, each)).filter((each) => each !== undefined);
    // The copy has no spare capacity, unlike the result of filter.
    return entries.slice();
  };
  return v.pipe(v.array(v.unknown()), v.transform(read));
}

/** Makes a schema of a function that returns undefined for an invalid value. */
export function schemaFromReader<T>(read: (value: unknown) => T | undefined) {
  return v.pipe(
    v.unknown(),
    v.transform(read),
    v.custom<T>((found) => found !== undefined),
  );
}
