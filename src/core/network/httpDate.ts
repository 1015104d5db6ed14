/** A date as HTTP writes it (RFC 9110 §5.6.7), in epoch milliseconds. Date.parse accepts much that is none. */
export function parseHttpDate(text: string | undefined): number | undefined {
  const at =
    text !== undefined && /^[A-Z][a-z]{2},? .*GMT$/.test(text.trim()) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
