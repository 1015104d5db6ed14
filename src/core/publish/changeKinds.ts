import * as l10n from '@vscode/l10n';
import { dayMs } from '../text/duration';
import { displayLocale } from '../text/locale';
import { quote, quoteTitle } from '../text/plainLine';
import { sentences } from '../text/sentences';
import type { TitleScope } from '../wiki/target';
import type { FileIdentity } from '../records/fileIdentity';
import type { PageThere, WikiChange } from '../records/wikiChange';
import type { LastVersion } from '../records/wikiPage';

type ChangeKind = WikiChange['kind'];

interface ChangeRow<C> {
  readonly label: () => string;
  /** `page`: its title in quotes. */
  readonly text: (page: string, change: C, now: number) => string;
  /** The page is at its place, under its title: its text can be merged into the file. */
  readonly isMergeable: boolean;
  /** Its report offers to look at the page. */
  readonly isViewable: boolean;
  /** Whether publishing over it makes a new page. The person is told so: the send must not replace any page. */
  readonly makesPage: (change: C) => boolean;
  /** What the button that publishes all the same does. */
  readonly goesOn: 'overwrite' | 'publishAnyway';
}

const inWiki = (): string => l10n.t('Changed in the wiki');
const never = (): boolean => false;
const always = (): boolean => true;

/** All that is said and offered of a change. */
const table = {
  edited: {
    label: inWiki,
    text: (page, { version, ours, ...last }, now) =>
      ours === undefined
        ? l10n.t('{0} was changed in the wiki by {1} {2}.', page, ...lastText(last, now))
        : l10n.t(
            '{0} was changed in the wiki by {1} {2} (version {3}; yours was {4}).',
            ...[page, ...lastText(last, now), version, ours],
          ),
    isMergeable: true,
    isViewable: true,
    makesPage: never,
    goesOn: 'overwrite',
  },
  published: {
    label: () => l10n.t('Published from elsewhere'),
    text: (page, change, now) =>
      sentences(
        publishedText(page, change, now),
        l10n.t(
          'If you publish it all the same, you are not asked about such publishes of this repository again.',
        ),
      ),
    isMergeable: true,
    isViewable: true,
    makesPage: never,
    goesOn: 'overwrite',
  },
  renamed: {
    label: () => l10n.t('Renamed in the wiki'),
    text: (page, change, now) =>
      l10n.t(
        '{0} was renamed to {1} in the wiki, by {2} {3}. Publishing it creates a second page.',
        ...[page, quoteTitle(change.title), ...lastText(change, now)],
      ),
    isMergeable: false,
    isViewable: true,
    makesPage: always,
    goesOn: 'publishAnyway',
  },
  moved: {
    label: () => l10n.t('Moved in the wiki'),
    text: (page, { scope, ...last }, now) =>
      scope === 'space'
        ? l10n.t(
            '{0} was moved in the wiki, by {1} {2}. Publishing it moves it back.',
            page,
            ...lastText(last, now),
          )
        : l10n.t(
            '{0} was moved in the wiki, by {1} {2}. Publishing it creates a second page at the old place.',
            ...[page, ...lastText(last, now)],
          ),
    isMergeable: false,
    isViewable: true,
    makesPage: ({ scope }) => scope !== 'space',
    goesOn: 'publishAnyway',
  },
  deleted: {
    label: () => l10n.t('Deleted in the wiki'),
    text: (page) =>
      l10n.t(
        '{0} was deleted in the wiki, or you can no longer see it. Publishing it creates it again.',
        page,
      ),
    isMergeable: false,
    isViewable: false,
    makesPage: always,
    goesOn: 'publishAnyway',
  },
  conflict: {
    label: inWiki,
    text: (page, { by, scope, besides }, now) =>
      sentences(besides === undefined ? '' : textOf(page, besides, now), conflictText(page, by, scope)),
    isMergeable: false,
    isViewable: false,
    makesPage: never,
    goesOn: 'publishAnyway',
  },
  there: {
    label: () => l10n.t('Already in the wiki'),
    text: (page, change, now) => thereText(change, page, ...lastText(change, now)),
    isMergeable: false,
    isViewable: true,
    makesPage: never,
    goesOn: 'overwrite',
  },
} satisfies { readonly [K in ChangeKind]: ChangeRow<WikiChange & { readonly kind: K }> };

/** Each row takes a change of its own kind alone. */
export const changeKinds: Readonly<Record<ChangeKind, ChangeRow<WikiChange>>> = table as never;

export function makesPage(change: WikiChange): boolean {
  return changeKinds[change.kind].makesPage(change);
}

/** There is nothing to open or to compare with. */
export function isPageGone(change: WikiChange): boolean {
  return makesPage(change) && !changeKinds[change.kind].isViewable;
}

export function wikiChangeText(title: string, change: WikiChange, now: number): string {
  return textOf(quoteTitle(title), change, now);
}

function textOf(page: string, change: WikiChange, now: number): string {
  return changeKinds[change.kind].text(page, change, now);
}

/** Who made the last version, and when. */
function lastText({ author, changedAt }: LastVersion, now: number): [by: string, when: string] {
  return [author === undefined ? l10n.t('somebody') : quote(author), whenText(changedAt, now)];
}

function whenText(at: number | undefined, now: number): string {
  return at === undefined ? l10n.t('at an unknown time') : timeText(at, now);
}

export function publishedElsewhereText(title: string, last: LastVersion, now: number): string {
  return publishedText(quoteTitle(title), last, now);
}

function publishedText(page: string, { changedAt }: LastVersion, now: number): string {
  return l10n.t(
    '{0} was published from elsewhere {1}, by CI or a colleague.',
    page,
    whenText(changedAt, now),
  );
}

function conflictText(page: string, by: FileIdentity, scope: TitleScope | undefined): string {
  const file = quote(by.workspacePath ?? by.realPath ?? by.uri);
  return scope === 'space'
    ? l10n.t(
        '{0} was published as {1} too, and this wiki takes a title once in a space: publishing replaces the text of that page and moves it.',
        ...[file, page],
      )
    : l10n.t(
        '{0} was published as {1} too, in the same space. Some wikis take a title once in a space: publishing would then replace the text of that page and move it.',
        ...[file, page],
      );
}

function thereText(
  { isElsewhere, scope, isPublish }: PageThere,
  page: string,
  by: string,
  when: string,
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
