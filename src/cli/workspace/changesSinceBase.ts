import * as l10n from '@vscode/l10n';
import { valuesOf } from '../../core/publish/precedence';
import { quote } from '../../core/text/plainLine';
import type { Documents } from '../../services/publish/host';
import type { PageWithSettings } from '../../services/workspace/pageSettings';
import { foldersOfPage } from '../../services/workspace/folderPages';
import type { Workspace } from '../../services/workspace/workspace';
import type { MergeBase } from './mergeBase';
import { uriFilter } from './fileArguments';
import { settingsFile } from './folderSettings';
import { publishablePaths } from './publishablePaths';
import { severityLabel, type Finding } from '../output/result';

interface SinceBaseOptions {
  readonly base: MergeBase;
  readonly documents: Pick<Documents, 'read'>;
  readonly workspace: Workspace;
  /** `file`: a path from the root; empty for the root. */
  readonly uriOf: (file: string) => string;
  readonly uris: readonly string[];
  /** The settings at the merge base; undefined if they are invalid. */
  readonly settingsBefore: Readonly<Record<string, unknown>> | undefined;
  /** Whether documents are read with `settingsBefore` instead of `settings`. */
  readonly usesSettingsBefore: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Warns of pages that a merge would leave behind or duplicate, because files were deleted, moved or retitled, or
 * settings changed.
 */
export async function findChangesSinceBase(options: SinceBaseOptions): Promise<readonly Finding[]> {
  const { base, workspace, uriOf, uris } = options;
  const paths = base.changed.flatMap(({ before, now }) => [before, now].filter((path) => path !== undefined));
  const published = await publishablePaths(workspace, [uriOf(''), ...uris], paths);
  const isUriChosen = uriFilter(uris);
  const isChosen = (file = ''): boolean => isUriChosen(uriOf(file));
  const isFolderPageMoved = findFolderPages(base);
  const findings: Finding[] = [];
  for (const { before, now } of base.changed) {
    if (before !== undefined && published.has(before) && (isChosen(before) || isChosen(now))) {
      const message =
        now === undefined
          ? goneText()
          : published.has(now)
            ? await changeText(options, before, now, isFolderPageMoved(before))
            : leftOutText();
      findings.push(...(message === undefined ? [] : [warningFinding(now ?? before, message)]));
    }
  }
  return [...findings, ...findSettings(options)];
}

function goneText(): string {
  return l10n.t(
    'The file is deleted. Its page stays: somebody who may delete pages in the wiki has to remove it.',
  );
}

function leftOutText(): string {
  return l10n.t(
    'The file is moved to where nothing is published. Its page stays: somebody who may delete pages in the wiki has to remove it.',
  );
}

function warningFinding(file: string, message: string): Finding {
  const severity = 'warning';
  return { file, line: 1, severity, code: 'sinceBase', label: severityLabel(severity), message };
}

/**
 * Undefined if title and destination stay the same, or if one of the texts can’t be read or has no title. With
 * `isTreeMoved`, another parent file is no change, since that file may have moved too.
 */
async function changeText(
  { base, documents, uriOf }: SinceBaseOptions,
  before: string,
  now: string,
  isTreeMoved: boolean,
): Promise<string | undefined> {
  const text = await base.textOf(before);
  const was = text === undefined ? undefined : (await documents.read(uriOf(before), { text })).value;
  const is = (await documents.read(uriOf(now))).value;
  if (was === undefined || is === undefined || was.page.title === '' || is.page.title === '') {
    return undefined;
  }
  if (was.page.title !== is.page.title) {
    return l10n.t(
      'This changes the title: a second page will be created, and {0} stays.',
      quote(was.page.title),
    );
  }
  return destinationKey(was, isTreeMoved) === destinationKey(is, isTreeMoved)
    ? undefined
    : l10n.t(
        'This changes where the page goes: a second page will be created, and the one at the old place stays.',
      );
}

/**
 * The returned test tells whether the file of a page above was moved or deleted too, such as `docs/index.md` for
 * `docs/a.md`.
 */
function findFolderPages({ changed }: MergeBase): (file: string) => boolean {
  const moved = changed.flatMap(({ before = '', now }) => {
    return before === now ? [] : foldersOfPage(before).map((folder) => ({ before, folder }));
  });
  return (file) => moved.some(({ before, folder }) => before !== file && file.startsWith(folder));
}

/**
 * Returns a key of where front matter and settings send the page; with `isTreeMoved`, all parent files of a tree
 * count as one.
 */
function destinationKey({ page, settings: { defaults } }: PageWithSettings, isTreeMoved: boolean): string {
  const { space, parent } = valuesOf(page, undefined, defaults, {});
  const { connection, spaceKey } = page.frontMatter;
  const isBelow = defaults.parentFile !== undefined && parent?.origin !== 'frontMatter';
  const above = isBelow && (isTreeMoved || defaults.parentFile.uri);
  return JSON.stringify([connection, space?.value, spaceKey, above === false ? parent?.value : above]);
}

function findSettings(options: SinceBaseOptions): readonly Finding[] {
  const { settingsBefore, usesSettingsBefore, settings } = options;
  if (settingsBefore === undefined) {
    const message = usesSettingsBefore
      ? l10n.t('The settings at the base can’t be read, so they count as empty.')
      : l10n.t('The settings at the base can’t be read.');
    return [warningFinding(settingsFile, message)];
  }
  const ours = (all: Readonly<Record<string, unknown>>): string =>
    JSON.stringify(
      Object.entries(all)
        .filter(([key]) => key.startsWith('publishToWiki.'))
        .sort(),
    );
  return ours(settingsBefore) === ours(settings)
    ? []
    : [
        warningFinding(
          settingsFile,
          l10n.t('This changes settings that say how and where pages are published.'),
        ),
      ];
}
