export const mostSends = 3;
const firstPauseMs = 2_000;
/** If the service asks for a longer pause, the request is not repeated by itself. */
const longestPauseMs = 2 * 60_000;

/** The pause is 2 s after one send and 4 s after two, or as `Retry-After` says. Undefined if no send should follow. */
export function pauseMs(sends: number, retryAfterMs: number | undefined): number | undefined {
  if (sends >= mostSends) {
    return undefined;
  }
  const pause = retryAfterMs ?? firstPauseMs * 2 ** (sends - 1);
  return pause <= longestPauseMs ? pause : undefined;
}

export function retryAfterMs(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) {
    return undefined;
  }
  if (/^\s*\d+\s*$/.test(retryAfter)) {
    return Number(retryAfter) * 1000;
  }
  const at = parseHttpDate(retryAfter);
  return at === undefined ? undefined : Math.max(0, at - now);
}

/** Checks the form of an HTTP date (RFC 9110 §5.6.7) first, since `Date.parse` takes `12` for a date as well. */
export function parseHttpDate(text: string | undefined): number | undefined {
  const at =
    text !== undefined && /^[A-Z][a-z]{2},? .*GMT$/.test(text.trim()) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
