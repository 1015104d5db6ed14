import * as l10n from '@vscode/l10n';
import { valuesOf } from '../../core/publish/precedence';
import { quote } from '../../core/text/plainLine';
import type { Documents } from '../../services/publish/host';
import { forEachConcurrently } from '../../services/shared/forEachConcurrently';
import { filesToPublish } from '../../services/workspace/filesToPublish';
import { pathFromRoot, type Workspace } from '../../services/workspace/workspace';
import type { MergeBase } from './mergeBase';
import { uriFilter } from './fileArguments';
import { settingsFile } from './folderSettings';
import { publishablePaths } from './publishablePaths';
import { workspaceAtBase } from './workspaceAtBase';
import { severityLabel, type Finding } from '../output/result';

const readers = 8;

interface SinceBaseOptions {
  readonly base: MergeBase;
  readonly workspace: Workspace;
  readonly documentsIn: (workspace: Workspace) => Pick<Documents, 'read' | 'findParentFile'>;
  /** `file`: a path from the root; empty for the root. */
  readonly uriOf: (file: string) => string;
  readonly uris: readonly string[];
  /** The settings at the merge base; undefined if they are invalid. */
  readonly settingsBefore: Readonly<Record<string, unknown>> | undefined;
  /** Whether documents are read with `settingsBefore` instead of `settings`. */
  readonly usesSettingsBefore: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
}

interface Page {
  readonly path: string;
  readonly title: string;
  /** Names the parent page by its own place and title, whichever file it is of. */
  readonly place: readonly unknown[];
  readonly isDraft: boolean;
  readonly isInTree: boolean;
  /** In a tree. */
  readonly parent: Page | undefined;
}

/** By the path of its file or folder; undefined for a file that can’t be read or has no title. */
type Pages = ReadonlyMap<string, Page | undefined>;

/** Warns of pages that a merge would leave behind or duplicate: those whose place and title no file has any more. */
export async function findChangesSinceBase(options: SinceBaseOptions): Promise<readonly Finding[]> {
  return [...(await findLeftPages(options)), ...findSettings(options)];
}

async function findLeftPages({
  base,
  workspace,
  documentsIn,
  uriOf,
  uris,
}: SinceBaseOptions): Promise<readonly Finding[]> {
  const { changed } = base;
  const all = [uriOf(''), ...uris];
  const paths = changed.flatMap(({ before, now }) => [before, now].filter((path) => path !== undefined));
  const published = await publishablePaths(workspace, all, paths);
  const publishedOf = (side: 'before' | 'now'): readonly string[] =>
    changed.map((each) => each[side] ?? '').filter((path) => published.has(path));
  const pathOf = (uri: string): string => pathFromRoot(workspace, uri) ?? '';
  const now = new PageReader(documentsIn(workspace), uriOf, pathOf);
  const then = new PageReader(documentsIn(workspaceAtBase(workspace, base)), uriOf, pathOf, now);
  const [earlier, later] = await Promise.all([
    then.pagesOf(publishedOf('before')),
    now.pagesOf(publishedOf('now')),
  ]);
  if (isSame(earlier, later)) {
    return [];
  }
  // Another file may have the title now, or be below a page that is another one now.
  const unchanged: string[] = [];
  for await (const { path, problem } of filesToPublish(workspace, all, () => undefined)) {
    if (problem === undefined && !published.has(path)) {
      unchanged.push(path);
    }
  }
  const isUnchanged = new Set(unchanged);
  const before = await then.pagesOf([...publishedOf('before'), ...unchanged], isUnchanged);
  const after = await now.pagesOf([...publishedOf('now'), ...unchanged]);
  const pathsByPage = { before: pathsByKey(before), after: pathsByKey(after), all: new Set(after.keys()) };
  const names = new Map(changed.map((each) => [each.before, each.now]));
  const isUriChosen = uriFilter(uris);
  return [...before].flatMap(([path, page]): readonly Finding[] => {
    const moved = names.get(path);
    const file = after.has(path) || moved === undefined ? path : moved;
    const isChosen = [path, file].some((each) => isUriChosen(uriOf(each)));
    const message =
      page === undefined || page.isDraft || !isChosen || pathsByPage.after.has(keyOf(page))
        ? undefined
        : after.has(file)
          ? changeText(page, after.get(file), pathsByPage)
          : goneText(page, path, moved);
    return message === undefined ? [] : [warningFinding(file, message)];
  });
}

/** Reads of each page what decides where it is in the wiki. */
class PageReader {
  readonly #pages = new Map<string, Promise<Page | undefined>>();

  /** `now`: reads the files that did not change. */
  constructor(
    private readonly documents: Pick<Documents, 'read' | 'findParentFile'>,
    private readonly uriOf: (file: string) => string,
    private readonly pathOf: (uri: string) => string,
    private readonly now?: PageReader,
  ) {}

  /** Adds the folders that are pages themselves. `unchanged`: files whose text is the same as now. */
  async pagesOf(paths: readonly string[], unchanged?: ReadonlySet<string>): Promise<Pages> {
    const read = async (path: string): Promise<Page | undefined> => {
      const same = unchanged?.has(path) === true ? await this.now?.page(path) : undefined;
      return same?.isInTree === false ? same : this.page(path);
    };
    await forEachConcurrently(paths, readers, read);
    const pages = new Map<string, Page | undefined>();
    for (const path of paths) {
      const page = await read(path);
      pages.set(path, page);
      let file = page?.isInTree === true ? await this.documents.findParentFile(this.uriOf(path)) : undefined;
      for (; file !== undefined; file = await this.documents.findParentFile(file.uri)) {
        const folder = this.pathOf(file.uri);
        if (pages.has(folder)) {
          break;
        }
        if (folder.endsWith('/')) {
          pages.set(folder, await this.page(folder));
        }
      }
    }
    return pages;
  }

  page(path: string): Promise<Page | undefined> {
    const page = this.#pages.get(path) ?? this.#read(path);
    this.#pages.set(path, page);
    return page;
  }

  async #read(path: string): Promise<Page | undefined> {
    const read = (await this.documents.read(this.uriOf(path))).value;
    if (read === undefined || read.page.title === '') {
      return undefined;
    }
    const { page, settings } = read;
    const { tree, defaults } = settings;
    const { space, parent } = valuesOf(page, undefined, defaults, {});
    const { connection, spaceKey, draft } = page.frontMatter;
    const { parentFile } = defaults;
    const isBelow = parentFile !== undefined && parent?.origin !== 'frontMatter';
    const parentPage = isBelow ? await this.page(this.pathOf(parentFile.uri)) : undefined;
    const under = isBelow ? parentPage && [parentPage.place, parentPage.title] : parent?.value;
    return {
      ...{ path, parent: parentPage, title: page.title },
      place: [connection, space?.value, spaceKey, under],
      isDraft: draft !== undefined,
      isInTree: tree !== undefined,
    };
  }
}

function keyOf(page: Page | undefined): string {
  return JSON.stringify([page?.place, page?.title]);
}

function pathsByKey(pages: Pages): ReadonlyMap<string, readonly string[]> {
  const read = [...pages].flatMap(([path, page]) => (page === undefined ? [] : [{ path, key: keyOf(page) }]));
  return new Map(
    [...Map.groupBy(read, ({ key }) => key)].map(([key, own]) => [key, own.map(({ path }) => path)]),
  );
}

function isSame(before: Pages, now: Pages): boolean {
  return (
    before.size === now.size &&
    [...before].every(([path, page]) => now.has(path) && keyOf(page) === keyOf(now.get(path)))
  );
}

/** The paths of the files that have a page, by its key; `all`: all that are published now. */
interface PathsByPage extends Readonly<Record<'before' | 'after', ReadonlyMap<string, readonly string[]>>> {
  readonly all: ReadonlySet<string>;
}

/** Undefined if nothing is published of the file now. */
function changeText(was: Page, is: Page | undefined, paths: PathsByPage): string | undefined {
  if (is === undefined || is.isDraft) {
    return undefined;
  }
  const isOfOther = paths.before.has(keyOf(is)) || isShared(is, paths) || isBelowShared(is, paths);
  return isOfOther
    ? l10n.t(
        'This gives the file, or one above it, the title of another page: no page is created, and {0} stays. Somebody who may delete pages in the wiki has to remove it.',
        quote(was.title),
      )
    : was.title === is.title
      ? l10n.t(
          'This changes where the page goes: a second page will be created, and the one at the old place stays.',
        )
      : l10n.t('This changes the title: a second page will be created, and {0} stays.', quote(was.title));
}

/** Whether another file has the page now, or had it and is still there: then it is not published from this file. */
function isShared(page: Page, { before, after, all }: PathsByPage): boolean {
  const key = keyOf(page);
  return (
    (after.get(key)?.length ?? 0) > 1 ||
    (before.get(key) ?? []).some((path) => path !== page.path && all.has(path))
  );
}

function isBelowShared({ parent }: Page, paths: PathsByPage): boolean {
  return parent !== undefined && (isShared(parent, paths) || isBelowShared(parent, paths));
}

/** `moved`: where the file is now, if nothing is published there. */
function goneText({ title }: Page, path: string, moved: string | undefined): string {
  return path.endsWith('/')
    ? l10n.t(
        'The folder has no page of its own any more, and {0} stays: somebody who may delete pages in the wiki has to remove it.',
        quote(title),
      )
    : moved === undefined
      ? l10n.t(
          'The file is deleted. Its page stays: somebody who may delete pages in the wiki has to remove it.',
        )
      : l10n.t(
          'The file is moved to where nothing is published. Its page stays: somebody who may delete pages in the wiki has to remove it.',
        );
}

function warningFinding(file: string, message: string): Finding {
  const severity = 'warning';
  return { file, line: 1, severity, code: 'sinceBase', label: severityLabel(severity), message };
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
