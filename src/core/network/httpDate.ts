/** Parses an HTTP date (RFC 9110 §5.6.7) to epoch milliseconds. Date.parse accepts much that is no such date. */
export function parseHttpDate(text: string | undefined): number | undefined {
  const at =
    text !== undefined && /^[A-Z][a-z]{2},? .*GMT$/.test(text.trim()) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
