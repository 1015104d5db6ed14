import * as v from 'valibot';

/** Returns undefined if `text` is no valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns an object or array as it is, and `{}` for any other value, so that members can be read unchecked. */
export function membersOf<T = Readonly<Record<string, unknown>>>(
  value: unknown,
): Partial<Record<keyof T, unknown>> {
  return typeof value === 'object' && value !== null ? value : {};
}

export function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | undefined {
  const { success, output } = v.safeParse(schema, value, { abortEarly: true });
  return success ? output : undefined;
}

/** An invalid value counts as missing, so that the object around it stays valid. */
export function missingIfInvalid<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(schema), undefined);
}

export const booleanOrFalseSchema = v.fallback(v.boolean(), false);

export const textOrEmptySchema = v.fallback(v.string(), '');

export function listOfValid<Entry>(schema: v.GenericSchema<unknown, Entry>) {
  const read = (all: unknown[]): Entry[] => {
    const entries = all.map((each) => readAs(schema, each)).filter((each) => each !== undefined);
    // The copy has no spare capacity, unlike the result of `filter`, and so takes less memory.
    return entries.slice();
  };
  return v.pipe(v.array(v.unknown()), v.transform(read));
}

export function schemaFromReader<T>(read: (value: unknown) => T | undefined) {
  return v.pipe(
    v.unknown(),
    v.transform(read),
    v.custom<T>((found) => found !== undefined),
  );
}
