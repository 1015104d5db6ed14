import * as l10n from '@vscode/l10n';
import { dayMs } from '../text/duration';
import { displayLocale } from '../text/locale';
import { quote, quoteTitle } from '../text/plainLine';
import { sentences } from '../text/sentences';
import type { TitleScope } from '../wiki/target';
import type { PageThere, WikiChange } from '../records/wikiChange';
import type { LastVersion } from '../records/wikiPage';

export function wikiChangeText(title: string, change: WikiChange, now: number): string {
  const page = quoteTitle(title);
  if (change.kind === 'deleted') {
    return l10n.t(
      '{0} was deleted in the wiki, or you can no longer see it. Publishing it creates it again.',
      page,
    );
  }
  if (change.kind === 'taken') {
    const { by, scope, besides } = change;
    const file = quote(by.workspacePath ?? by.realPath ?? by.uri);
    const taken =
      scope === 'space'
        ? l10n.t(
            '{0} was published as {1} too, and this wiki takes a title once in a space: publishing replaces the text of that page and moves it.',
            ...[file, page],
          )
        : l10n.t(
            '{0} was published as {1} too, in the same space. Some wikis take a title once in a space: publishing would then replace the text of that page and move it.',
            ...[file, page],
          );
    return sentences(besides === undefined ? '' : wikiChangeText(title, besides, now), taken);
  }
  const { author, changedAt } = change;
  const by = author === undefined ? l10n.t('somebody') : quote(author);
  const when = changedAt === undefined ? l10n.t('at an unknown time') : timeText(changedAt, now);
  switch (change.kind) {
    case 'there':
      return thereText(change, { page, by, when });
    case 'edited':
      if (change.ours === undefined) {
        return l10n.t('{0} was changed in the wiki by {1} {2}.', ...[page, by, when]);
      }
      return l10n.t(
        '{0} was changed in the wiki by {1} {2} (version {3}; yours was {4}).',
        ...[page, by, when, change.version, change.ours],
      );
    case 'published':
      return sentences(
        publishedElsewhereText(title, change, now),
        l10n.t(
          'If you publish it all the same, you are not asked about such publishes of this repository again.',
        ),
      );
    case 'renamed':
      return l10n.t(
        '{0} was renamed to {1} in the wiki, by {2} {3}. Publishing it creates a second page.',
        ...[page, quoteTitle(change.title), by, when],
      );
    case 'moved':
      return change.scope === 'space'
        ? l10n.t('{0} was moved in the wiki, by {1} {2}. Publishing it moves it back.', ...[page, by, when])
        : l10n.t(
            '{0} was moved in the wiki, by {1} {2}. Publishing it creates a second page at the old place.',
            ...[page, by, when],
          );
  }
}

export function publishedElsewhereText(title: string, { changedAt }: LastVersion, now: number): string {
  return l10n.t(
    '{0} was published from elsewhere {1}, by CI or a colleague.',
    quoteTitle(title),
    changedAt === undefined ? l10n.t('at an unknown time') : timeText(changedAt, now),
  );
}

function thereText(
  { isElsewhere, scope, isPublish }: PageThere,
  { page, by, when }: { readonly page: string; readonly by: string; readonly when: string },
): string {
  if (!isElsewhere && isPublish === true) {
    return l10n.t(
      '{0} is in the wiki already. It was published last {1}, and not edited since.',
      ...[page, when],
    );
  }
  if (!isElsewhere) {
    return l10n.t('{0} is in the wiki already. It was changed last by {1} {2}.', ...[page, by, when]);
  }
  return scope === 'space'
    ? l10n.t(
        '{0} is in the wiki already, under another parent page. It was changed last by {1} {2}. Replacing it moves it here.',
        ...[page, by, when],
      )
    : l10n.t(
        '{0} is in the wiki already, under another parent page. It was changed last by {1} {2}. Replacing it may move it here.',
        ...[page, by, when],
      );
}

export function replacedText(scope: TitleScope | undefined, pages = 1): string {
  if (scope === 'space') {
    return pages === 1
      ? l10n.t(
          'Wherever it is in the space: its text is replaced, no matter who wrote it, and it is moved under this parent page.',
        )
      : l10n.t(
          'Wherever they are in the space: their text is replaced, no matter who wrote it, and they are moved under this parent page.',
        );
  }
  return pages === 1
    ? l10n.t('Its text in the wiki is replaced, no matter who wrote it.')
    : l10n.t('Their text in the wiki is replaced, no matter who wrote it.');
}

/** Returns “yesterday at 16:20”, for example. Any day but today and yesterday is named by its date. */
export function timeText(at: number, now: number): string {
  const locale = displayLocale();
  const time = new Date(at).toLocaleTimeString(locale, { timeStyle: 'short' });
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = at >= midnight + dayMs ? 1 : at >= midnight ? 0 : at >= midnight - dayMs ? -1 : -2;
  const day =
    days === 0 || days === -1
      ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
      : new Date(at).toLocaleDateString(locale, { dateStyle: 'medium' });
  return l10n.t('{0} at {1}', day, time);
}
