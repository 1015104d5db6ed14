import { isMarkdownName } from '../../core/page/markdownName';
import { isIndexName } from '../../core/page/sortingNumber';
import type { Tree } from '../../core/publish/tree';
import { fileType } from './namedFile';
import type { Files } from './files';
import { exclusionText } from './findFiles';
import { FolderRules } from './folderRules';

/** Finds the pages of folders. Paths begin at a root; that of a folder ends in “/”. */
export class FolderPages<Place> {
  readonly #own = new Map<string, Promise<string | undefined>>();
  readonly #names = new Map<string, Promise<readonly string[]>>();

  readonly #rules: FolderRules<Place>;

  constructor(
    private readonly files: Files<Place>,
    private readonly root: Place,
  ) {
    this.#rules = new FolderRules(files, root);
  }

  /** Returns the file or folder whose page is the parent of a file's or folder's page; undefined at the top. */
  async findParentPath(path: string, { top, everyFolder }: Tree): Promise<string | undefined> {
    for (let folder = folderOf(path); folder.startsWith(top); folder = folderOf(folder)) {
      const found = await this.#ownPage(folder);
      // A file beside the top folder is outside of the tree.
      const own = found?.startsWith(top) === true ? found : undefined;
      if (own !== undefined && own !== path) {
        return own;
      }
      if (folder === top) {
        return undefined;
      }
      if (own === undefined && everyFolder) {
        return folder;
      }
    }
    return undefined;
  }

  #ownPage(folder: string): Promise<string | undefined> {
    const own = this.#own.get(folder) ?? this.#findOwn(folder);
    this.#own.set(folder, own);
    return own;
  }

  /** Returns the folder's `index.md`, `_index.md`, `README.md` or the file of its name, in it or else beside it. */
  async #findOwn(folder: string): Promise<string | undefined> {
    const above = folderOf(folder);
    const inside = (await this.#namesIn(folder)).map((name) => folder + name);
    const beside = folder === '' ? [] : (await this.#namesIn(above)).map((name) => above + name);
    for (const path of pagesOfFolder(folder, [...inside, ...beside])) {
      if ((await exclusionText(path, this.#rules)) === undefined) {
        return path;
      }
    }
    return undefined;
  }

  #namesIn(folder: string): Promise<readonly string[]> {
    const names = this.#names.get(folder) ?? this.#readNames(folder);
    this.#names.set(folder, names);
    return names;
  }

  async #readNames(folder: string): Promise<readonly string[]> {
    const { files, root } = this;
    const uri = folder
      .split('/')
      .filter(Boolean)
      .reduce((above, name) => files.join(above, name), root);
    return ((await files.entries(uri)) ?? [])
      .filter(([name, type]) => (type & fileType.file) !== 0 && isMarkdownName(name))
      .map(([name]) => name);
  }
}

/** Returns the folders whose page the page of a file may be, by the file's name: its own folder, or the one of its name. */
export function foldersOfPage(path: string): readonly string[] {
  const folder = folderOf(path);
  const name = path.slice(folder.length);
  if (!isMarkdownName(name)) {
    return [];
  }
  if (isIndexName(name)) {
    return [folder];
  }
  const stem = stemOf(name);
  const ofName = `${folder}${stem}/`;
  return isNamed(folder, stem) ? [folder, ofName] : [ofName];
}

/** Returns the paths that may be a folder’s page, the preferred one first. */
export function pagesOfFolder(folder: string, paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => foldersOfPage(path).includes(folder))
    .map((path) => ({ path, rank: rankIn(folder, path) }))
    .sort((one, other) => one.rank - other.rank || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path);
}

const ranks = ['index', '_index', 'readme'];

/** Returns the preference of a path as the folder’s page: the smallest number wins. */
function rankIn(folder: string, path: string): number {
  const rank = ranks.indexOf(stemOf(path.slice(folderOf(path).length)).toLowerCase());
  return folderOf(path) !== folder ? ranks.length + 1 : rank === -1 ? ranks.length : rank;
}

function stemOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

function isNamed(folder: string, name: string): boolean {
  return folder.slice(folderOf(folder).length, -1) === name && folder !== '';
}

/** Returns '' for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
}
