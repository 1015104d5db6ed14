const longestAddress = 2_000;

/** Accepts only characters that stand in a URL as they are, since IDs become parts of addresses. */
export function readId(value: unknown): string | undefined {
  // Some installations write IDs as numbers.
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^[\w:-]{1,64}$/.test(text) ? text : undefined;
}

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
