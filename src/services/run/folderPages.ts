import { isMarkdownName } from '../../core/page/markdownName';
import type { Tree } from '../../core/publish/tree';
import { whyIgnored, type Files } from './findFiles';

// The bit of vscode.FileType
const fileBit = 1;

/** The pages of the folders under a root. Paths are from there; that of a folder ends in “/”. */
export class FolderPages<Place> {
  readonly #own = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly files: Files<Place>,
    private readonly root: Place,
  ) {}

  /** What has the page above that of a file or folder: a file, or a folder that has none. Undefined at the top. */
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

  /** The first of its `index.md` and `README.md`. */
  async #findOwn(folder: string): Promise<string | undefined> {
    const { files, root } = this;
    const uri = folder
      .split('/')
      .filter(Boolean)
      .reduce((above, name) => files.join(above, name), root);
    const names = (await files.entries(uri))
      .filter(
        ([name, type]) => (type & fileBit) !== 0 && /^(?:index|readme)\./i.test(name) && isMarkdownName(name),
      )
      .map(([name]) => name)
      .sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
    for (const name of names) {
      if ((await whyIgnored(files, root, folder + name)) === undefined) {
        return folder + name;
      }
    }
    return undefined;
  }
}

/** Empty for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
}
