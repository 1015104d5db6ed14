import * as l10n from '@vscode/l10n';
import { dayMs, daysText, hourMs, minuteMs, minutesText } from '../text/duration';
import { formatNumber } from '../text/locale';
import type { Lifetime } from './apiToken';

export interface Expiry {
  readonly state: 'valid' | 'expiring' | 'expired';
  /** The time left in one unit, such as “6 d” or “12 min”, or “token expired”. */
  readonly label: string;
  readonly accessibilityLabel: string;
  /** When `label` or `state` changes next, for a timer; undefined once the token has expired. */
  readonly changesAt: number | undefined;
}

export function expiryWarningAt({ issuedAt, expiresAt }: Lifetime): number {
  return expiresAt - Math.min((expiresAt - issuedAt) / 5, 3 * dayMs);
}

export function expiryOf(lifetime: Lifetime, now: number): Expiry {
  const left = lifetime.expiresAt - now;
  if (left <= 0) {
    const label = l10n.t('token expired');
    return { state: 'expired', label, accessibilityLabel: label, changesAt: undefined };
  }
  const unit = left >= dayMs ? dayMs : left >= hourMs ? hourMs : minuteMs;
  const count = Math.floor(left / unit);
  const labelChangesAt = count === 0 ? lifetime.expiresAt : lifetime.expiresAt - count * unit + 1;
  const warnsAt = Math.floor(expiryWarningAt(lifetime)) + 1;
  const expiring = now >= warnsAt;
  return {
    state: expiring ? 'expiring' : 'valid',
    label: labelOf(count, unit),
    accessibilityLabel: wordsOf(count, unit),
    changesAt: expiring ? labelChangesAt : Math.min(labelChangesAt, warnsAt),
  };
}

function labelOf(count: number, unit: number): string {
  switch (unit) {
    case dayMs:
      return l10n.t('{0} d', formatNumber(count));
    case hourMs:
      return l10n.t('{0} h', count);
    default:
      return count === 0 ? l10n.t('<1 min') : l10n.t('{0} min', count);
  }
}

function wordsOf(count: number, unit: number): string {
  switch (unit) {
    case dayMs:
      return daysText(count);
    case hourMs:
      return count === 1 ? l10n.t('1 hour') : l10n.t('{0} hours', formatNumber(count));
    default:
      return count === 0 ? l10n.t('less than 1 minute') : minutesText(count);
  }
}
