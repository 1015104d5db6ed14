import * as l10n from '@vscode/l10n';
import { formatNumber } from './locale';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export function daysText(count: number): string {
  return count === 1 ? l10n.t('1 day') : l10n.t('{0} days', formatNumber(count));
}

export function minutesText(count: number): string {
  return count === 1 ? l10n.t('1 minute') : l10n.t('{0} minutes', formatNumber(count));
}

/** Hours and days are used from two on: 90 minutes, 2 hours, 47 hours, 2 days. The least is 1 second. */
export function durationText(ms: number): string {
  if (ms >= 2 * dayMs) {
    return daysText(Math.round(ms / dayMs));
  }
  if (ms >= 2 * hourMs) {
    return l10n.t('{0} hours', formatNumber(Math.round(ms / hourMs)));
  }
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) {
    return seconds === 1 ? l10n.t('1 second') : l10n.t('{0} seconds', formatNumber(seconds));
  }
  return minutesText(Math.round(ms / minuteMs));
}
