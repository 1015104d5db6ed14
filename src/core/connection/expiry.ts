import * as l10n from '@vscode/l10n';
import type { Lifetime } from './apiToken';

export interface Expiry {
  readonly state: 'valid' | 'expiring' | 'expired';
  /** What is left, in one unit: "6 d", "5 h", "12 min". */
  readonly label: string;
  /** The same in words, as it is read aloud. */
  readonly spoken: string;
  /** When label or state next change; undefined when they won't. */
  readonly changesAt: number | undefined;
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The last fifth of the life, but never more than its last three days. */
export function expiringFrom({ issuedAt, expiresAt }: Lifetime): number {
  return expiresAt - Math.min((expiresAt - issuedAt) / 5, 3 * dayMs);
}

export function expiryOf(lifetime: Lifetime, now: number): Expiry {
  const left = lifetime.expiresAt - now;
  if (left <= 0) {
    const label = l10n.t('expired');
    return { state: 'expired', label, spoken: label, changesAt: undefined };
  }
  const unit = left >= dayMs ? dayMs : left >= hourMs ? hourMs : minuteMs;
  const count = Math.floor(left / unit);
  const labelChangesAt = count === 0 ? lifetime.expiresAt : lifetime.expiresAt - count * unit + 1;
  const warnsAt = Math.floor(expiringFrom(lifetime)) + 1;
  const expiring = now >= warnsAt;
  return {
    state: expiring ? 'expiring' : 'valid',
    label: labelOf(count, unit),
    spoken: wordsOf(count, unit),
    changesAt: expiring ? labelChangesAt : Math.min(labelChangesAt, warnsAt),
  };
}

function labelOf(count: number, unit: number): string {
  switch (unit) {
    case dayMs:
      return l10n.t('{0} d', count);
    case hourMs:
      return l10n.t('{0} h', count);
    default:
      return count === 0 ? l10n.t('<1 min') : l10n.t('{0} min', count);
  }
}

function wordsOf(count: number, unit: number): string {
  switch (unit) {
    case dayMs:
      return days(count);
    case hourMs:
      return count === 1 ? l10n.t('1 hour') : l10n.t('{0} hours', count);
    default:
      return count === 0 ? l10n.t('less than 1 minute') : minutes(count);
  }
}

export function days(count: number): string {
  return count === 1 ? l10n.t('1 day') : l10n.t('{0} days', count);
}

function minutes(count: number): string {
  return count === 1 ? l10n.t('1 minute') : l10n.t('{0} minutes', count);
}

/** In one unit, for a sentence; in the larger one from two of it on. */
export function duration(ms: number): string {
  if (ms >= 2 * dayMs) {
    return days(Math.round(ms / dayMs));
  }
  if (ms >= 2 * hourMs) {
    return l10n.t('{0} hours', Math.round(ms / hourMs));
  }
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) {
    return seconds === 1 ? l10n.t('1 second') : l10n.t('{0} seconds', seconds);
  }
  return minutes(Math.round(ms / minuteMs));
}
