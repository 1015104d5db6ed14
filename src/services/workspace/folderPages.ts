import { isMarkdownName } from '../../core/page/markdownName';
import { isIndexName } from '../../core/page/numberedNames';
import type { Tree } from '../../core/publish/tree';
import { memoizeByKey } from '../shared/memoizeByKey';
import { isOwnFile } from './namedFile';
import type { Files } from './files';
import { exclusionText } from './findFiles';
import { FolderRules } from './folderRules';

/** All paths are relative to the root; that of a folder ends in “/”, and the root’s is empty. */
export class FolderPages<FileRef> {
  readonly #ownPage = memoizeByKey((folder) => this.#findOwn(folder));
  readonly #namesIn = memoizeByKey((folder) => this.#readNames(folder));
  readonly #rules: FolderRules<FileRef>;

  constructor(
    private readonly files: Files<FileRef>,
    private readonly root: FileRef,
  ) {
    this.#rules = new FolderRules(files, root);
  }

  /**
   * Returns a file such as `docs/index.md`, or the folder itself in a tree where every folder has a page;
   * undefined at the top.
   */
  async findParentPath(path: string, { top, everyFolder }: Tree): Promise<string | undefined> {
    for (let folder = folderOf(path); folder.startsWith(top); folder = folderOf(folder)) {
      const found = await this.#ownPage(folder);
      // The page of the top folder may be a file beside that folder, which is outside of the tree.
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

  /**
   * For `docs/`, prefers `index.md`, `_index.md`, `README.md` and `docs.md` in it, then `docs.md` beside it; skips
   * what `.wikiignore` excludes.
   */
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

  async #readNames(folder: string): Promise<readonly string[]> {
    const { files, root } = this;
    const uri = folder
      .split('/')
      .filter(Boolean)
      .reduce((above, name) => files.join(above, name), root);
    return ((await files.entries(uri)) ?? [])
      .filter(([name, type]) => isOwnFile(type) && isMarkdownName(name))
      .map(([name]) => name);
  }
}

/**
 * `docs/index.md` may be the page of `docs/`, `docs/api.md` that of `docs/api/`, and `api/api.md` that of `api/`
 * or `api/api/`.
 */
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

/** Returns those paths that may be the folder’s page, the preferred one first. */
export function pagesOfFolder(folder: string, paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => foldersOfPage(path).includes(folder))
    .map((path) => ({ path, rank: rankIn(folder, path) }))
    .sort((one, other) => one.rank - other.rank || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path);
}

const ranks = ['index', '_index', 'readme'];

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

/** `docs/a.md` and `docs/api/` → `docs/`; `docs/` → the root, which is empty. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
}
