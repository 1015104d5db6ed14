import { dayMs, hourMs, minuteMs } from './duration';
import { displayLocale } from './locale';

const units = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;

let format: Intl.RelativeTimeFormat | undefined;
const formatted = new Map<string, string>();

/** “2 hours ago” or “yesterday”; a time in the future counts as now. */
export function relativeTimeText(at: number, now: number): string {
  format ??= new Intl.RelativeTimeFormat(displayLocale(), { numeric: 'auto' });
  const passedMs = Math.max(0, now - at);
  const [unit, unitMs] = units.find(([, ms]) => passedMs >= ms) ?? (['second', Infinity] as const);
  const count = Math.floor(passedMs / unitMs);
  const key = `${count} ${unit}`;
  const text = formatted.get(key) ?? format.format(-count || 0, unit);
  formatted.set(key, text);
  return text;
}
