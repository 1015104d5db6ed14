import { readDefaults, type DestinationDefaults } from '../../core/publish/precedence';
import { combineAddresses } from '../../core/wiki/target';
import { membersOf } from '../../core/text/json';
import type { PublicAddresses } from '../../core/page/links';
import type { Page, TextSettings } from '../../core/page/page';
import type { Tree } from '../../core/publish/tree';
import { readSeverities, type ProblemKind, type Severity } from '../../core/page/problem';

/** One section of settings, such as `publishToWiki`, for one file; `globalValue` is the user’s own value. */
export interface Settings {
  get(key: string): unknown;
  inspect(key: string):
    | {
        readonly globalValue?: unknown;
        readonly workspaceValue?: unknown;
        readonly workspaceFolderValue?: unknown;
      }
    | undefined;
}

export interface PageSettings {
  readonly text: TextSettings;
  readonly defaults: DestinationDefaults;
  readonly tree: Tree | undefined;
  readonly severities: Readonly<Record<ProblemKind, Severity>>;
}

/** Leaves out the user’s own values: those of the workspace come with its folder, the same for everyone. */
export function sharedSettings(configuration: Settings): Settings {
  const inspect: Settings['inspect'] = (key) => configuration.inspect(key);
  const get = (key: string): unknown => {
    const { workspaceFolderValue, workspaceValue } = inspect(key) ?? {};
    return workspaceFolderValue ?? workspaceValue;
  };
  return { get, inspect };
}

export interface PageWithSettings {
  readonly page: Page;
  readonly settings: PageSettings;
}

/** `path`: from the workspace folder, such as `docs/a.md`; undefined outside of all folders. */
export function readPageSettings(configuration: Settings, path: string | undefined): PageSettings {
  const folders = foldersAround(configuration.get('folders'), path);
  return {
    text: {
      omitHeading: configuration.get('omitHeading') !== false,
      omitComments: configuration.get('omitComments') !== false,
      publicAddresses: publicAddressesOf(configuration.get('publicAddress'), path),
    },
    defaults: defaultsIn(
      folders.find(isPlaced),
      readDefaults(configuration.get('space'), configuration.get('parent'), configuration.get('overwrite')),
    ),
    tree: treeIn(folders),
    severities: readSeverities(configuration.get('problems'), configuration.inspect('problems')?.globalValue),
  };
}

interface FolderSetting {
  /** The folder’s path, ending in “/”; empty for the workspace folder. */
  readonly folder: string;
  readonly space: unknown;
  readonly parent: unknown;
  readonly layout: FolderLayout | undefined;
}

/** The nearest folder comes first. Each is looked up by name, since the setting may have any number of entries. */
function foldersAround(setting: unknown, path: string | undefined): readonly FolderSetting[] {
  const named = typeof setting === 'string' ? { '.': { layout: setting } } : membersOf<object>(setting);
  return foldersOf(path).flatMap((folder) =>
    spellingsOf(folder)
      .filter((name) => Object.hasOwn(named, name))
      .map((name): FolderSetting => {
        const value = (named as Readonly<Record<string, unknown>>)[name];
        const entry: unknown = typeof value === 'string' ? { layout: value } : value;
        const { space, parent, layout } = membersOf<Record<'space' | 'parent' | 'layout', unknown>>(entry);
        return {
          folder,
          space,
          parent,
          layout: layouts.find((each) => each === layout),
        };
      }),
  );
}

/** `docs/api/a.md` → `docs/api/`, `docs/`, and an empty path for the workspace folder. */
function foldersOf(path: string | undefined): readonly string[] {
  const names = path?.split('/').slice(0, -1) ?? [];
  const inner = names.map((_, at) => `${names.slice(0, at + 1).join('/')}/`).reverse();
  return path === undefined ? [] : [...inner, ''];
}

function spellingsOf(folder: string): readonly string[] {
  const name = folder.slice(0, -1);
  return folder === ''
    ? ['.', './', '/', '']
    : [name, folder, `./${name}`, `./${folder}`, `/${name}`, `/${folder}`];
}

const layouts = ['flat', 'tree', 'fullTree'] as const;

export type FolderLayout = (typeof layouts)[number];

/** `setting`: a value of `publishToWiki.folders`. `folder`: a path in the workspace folder, or “.”. */
export function layoutOfFolder(setting: unknown, folder: string): FolderLayout | undefined {
  const key = folder === '.' ? '' : `${folder}/`;
  return foldersAround(setting, key).find((each) => each.folder === key)?.layout;
}

function isPlaced({ space, parent }: FolderSetting): boolean {
  return isNamed(space) || isNamed(parent);
}

/** True also for a value of a wrong type, which still replaces an outer folder’s. */
function isNamed(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/**
 * A folder’s own space or parent replaces the outer one even if it is invalid; another space also drops the outer
 * parent page.
 */
function defaultsIn(folder: FolderSetting | undefined, outer: DestinationDefaults): DestinationDefaults {
  if (folder === undefined) {
    return outer;
  }
  const { space: _space, parent: _parent, addresses: _addresses, ...others } = outer;
  const own = readDefaults(folder.space, folder.parent, undefined);
  const ofSpace = isNamed(folder.space) || own.space !== undefined ? own : outer;
  const isInSpace = ofSpace.space === outer.space;
  const ofParent = isNamed(folder.parent) || own.parent !== undefined || !isInSpace ? own : outer;
  return {
    ...others,
    ...(ofSpace.space !== undefined && { space: ofSpace.space }),
    ...(ofParent.parent !== undefined && { parent: ofParent.parent }),
    ...combineAddresses(ofSpace, ofParent),
  };
}

/**
 * The top of a tree is the outermost folder with a tree layout, but none above a folder whose layout is flat, or which
 * names a space or parent page.
 */
function treeIn(folders: readonly FolderSetting[]): Tree | undefined {
  const layoutAt = (at: number): FolderSetting['layout'] =>
    folders.slice(at).find(({ layout }) => layout !== undefined)?.layout;
  let tree: Tree | undefined;
  for (const [at, each] of folders.entries()) {
    if ([undefined, 'flat'].includes(layoutAt(at))) {
      break;
    }
    tree = { top: each.folder, everyFolder: layoutAt(0) === 'fullTree' };
    if (isPlaced(each)) {
      break;
    }
  }
  return tree;
}

/** Undefined also outside of a workspace folder, since a public address is made of the document’s path in it. */
function publicAddressesOf(setting: unknown, path: string | undefined): PublicAddresses | undefined {
  const { value: address, isWrong } = readAddress(setting);
  return path === undefined || (address === undefined && !isWrong)
    ? undefined
    : {
        address,
        folder: path.slice(0, path.lastIndexOf('/') + 1),
        unusable: isWrong ? ['publishToWiki.publicAddress'] : [],
      };
}

function readAddress(setting: unknown): { value: string | undefined; isWrong: boolean } {
  const address = typeof setting === 'string' ? setting.trim() : '';
  if (address === '') {
    return { value: undefined, isWrong: false };
  }
  if (!/^https?:\/\/[^?#]*$/i.test(address) || !URL.canParse(address)) {
    return { value: undefined, isWrong: true };
  }
  const { href } = new URL(address);
  return { value: href.endsWith('/') ? href : `${href}/`, isWrong: false };
}
