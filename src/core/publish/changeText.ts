import * as l10n from '@vscode/l10n';
import { dayMs } from '../text/duration';
import { displayLocale } from '../text/locale';
import { quote } from '../text/plain';
import type { WikiChange } from './wikiChange';

/** Says what somebody else did to a page, and what publishing it would do then. */
export function changeText(title: string, change: WikiChange, now: number): string {
  const page = quote(title);
  if (change.kind === 'deleted') {
    return l10n.t(
      '{0} was deleted in the wiki, or you can no longer see it. Publishing it creates it again.',
      page,
    );
  }
  const { author, changedAt, version, ours } = change;
  const by = author === undefined ? l10n.t('somebody') : quote(author);
  const when = changedAt === undefined ? l10n.t('at an unknown time') : timeText(changedAt, now);
  switch (change.kind) {
    case 'edited':
      return l10n.t(
        '{0} was changed in the wiki by {1} {2} (version {3}; yours was {4}).',
        ...[page, by, when, version, ours],
      );
    case 'renamed':
      return l10n.t(
        '{0} was renamed to {1} in the wiki, by {2} {3}. Publishing it creates a second page.',
        ...[page, quote(change.title), by, when],
      );
    case 'moved':
      return l10n.t(
        '{0} was moved in the wiki, by {1} {2}. Publishing it creates a second page at the old place.',
        ...[page, by, when],
      );
  }
}

/** “yesterday at 16:20”. */
export function timeText(at: number, now: number): string {
  const locale = displayLocale();
  const time = new Date(at).toLocaleTimeString(locale, { timeStyle: 'short' });
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (at >= midnight && at < midnight + dayMs) {
    return l10n.t('today at {0}', time);
  }
  if (at < midnight && at >= midnight - dayMs) {
    return l10n.t('yesterday at {0}', time);
  }
  return l10n.t('on {0}', new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }));
}
