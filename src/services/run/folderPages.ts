import { isMarkdownName } from '../../core/page/markdownName';
import type { Tree } from '../../core/publish/tree';
import { fileType } from '../page/namedFile';
import type { Files } from './files';
import { whyIgnored } from './findFiles';
import { FolderRules } from './folderRules';

/** Finds the pages of folders. Paths begin at a root; that of a folder ends in “/”. */
export class FolderPages<Place> {
  readonly #own = new Map<string, Promise<string | undefined>>();

  readonly #rules: FolderRules<Place>;

  constructor(
    private readonly files: Files<Place>,
    private readonly root: Place,
  ) {
    this.#rules = new FolderRules(files, root);
  }

  /** Returns the file or folder whose page is the parent of a file's or folder's page; undefined at the top. */
  async above(path: string, { top, everyFolder }: Tree): Promise<string | undefined> {
    for (let folder = folderOf(path); folder.startsWith(top); folder = folderOf(folder)) {
      const own = await this.#ownPage(folder);
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

  /** Returns the folder's `index.md` or else its `README.md`. */
  async #findOwn(folder: string): Promise<string | undefined> {
    const { files, root } = this;
    const uri = folder
      .split('/')
      .filter(Boolean)
      .reduce((above, name) => files.join(above, name), root);
    const names = ((await files.entries(uri)) ?? [])
      .filter(([name, type]) => (type & fileType.file) !== 0 && isFolderPageName(name))
      .map(([name]) => name)
      .sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
    for (const name of names) {
      if ((await whyIgnored(folder + name, this.#rules)) === undefined) {
        return folder + name;
      }
    }
    return undefined;
  }
}

/** Whether the page of a file with this name may be that of its folder. */
export function isFolderPageName(name: string): boolean {
  return /^(?:index|readme)\./i.test(name) && isMarkdownName(name);
}

/** Returns '' for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
}
