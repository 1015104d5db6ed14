/** The reference tokens of a JSON Pointer (RFC 6901): `/a/b~1c` → `a`, `b/c` */
export type JsonPointer = readonly string[];

export function parseJsonPointer(text: string): JsonPointer | undefined {
  if (!/^(?:\/|$)/.test(text) || /~(?![01])/.test(text)) {
    return undefined;
  }
  const parts = text.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function valueAt(json: unknown, pointer: JsonPointer): unknown {
  return pointer.reduce<unknown>((value, name) => {
    if (Array.isArray(value)) {
      return /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
    }
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined;
  }, json);
}
