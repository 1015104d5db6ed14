const longestAddress = 2_000;

/** Reads an ID of the wiki; undefined if the value is no ID, or has characters that may not be part of an address. */
export function readId(value: unknown): string | undefined {
  // Some installations write IDs as numbers.
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^[\w:-]{1,64}$/.test(text) ? text : undefined;
}

/** Reads the ID of a person's account. */
export function readAccountId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w:.@-]{1,128}$/.test(value) ? value : undefined;
}

export function readSpaceKey(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w~:.@-]{1,255}$/.test(value) ? value : undefined;
}

export function readVersion(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

export function readAddress(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= longestAddress && URL.canParse(value)
    ? value
    : undefined;
}
