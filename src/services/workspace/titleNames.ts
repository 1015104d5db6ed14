import { isMarkdownName } from '../../core/page/markdownName';
import { hasSortingNumbers, isIndexName, withoutNumber } from '../../core/page/numberedNames';
import { fileType } from './namedFile';
import { exclusionText } from './findFiles';
import { pagesOfFolder } from './folderPages';
import { FolderRules } from './folderRules';
import { fileNameOf, pathBelow, pathIn, type Workspace } from './workspace';

/** Finds names for pages whose documents have neither a title nor a heading. Each folder is read once. */
export class TitleNames {
  readonly #sorted = new Map<string, Promise<boolean>>();

  constructor(private readonly workspace: Pick<Workspace, 'files' | 'join' | 'rootOf'>) {}

  /**
   * `docs/api/index.md` → `api`; `01-intro.md` → `intro.md` if most files beside it have numbers; `README.md` at the
   * top of a repository → the repository’s name, since each clone may be in a folder of another name.
   */
  async of(uri: string): Promise<string> {
    const name = fileNameOf(uri);
    if (uri.startsWith('untitled:') || (isIndexName(name) && pathIn(uri).lastIndexOf('/') <= 0)) {
      return name;
    }
    if (isIndexName(name)) {
      const folder = uri.slice(0, uri.lastIndexOf('/') + 1);
      return (await this.#repositoryAt(folder))?.name ?? this.of(folder);
    }
    // The folder is read only for names that begin with a digit, which are rare.
    const root = this.workspace.rootOf(uri);
    const isRoot = root === undefined || pathIn(root).replace(/\/$/, '') === pathIn(uri).replace(/\/$/, '');
    const isSorted = !isRoot && /^\d/.test(name) && (await this.#areSortedBeside(uri));
    return isSorted ? withoutNumber(name) : name;
  }

  /** Whether the page is named after a folder that may have another name on another computer. */
  async isNamedHere(uri: string): Promise<boolean> {
    const folder = uri.slice(0, uri.lastIndexOf('/') + 1);
    return (
      !uri.startsWith('untitled:') &&
      isIndexName(fileNameOf(uri)) &&
      (await this.#repositoryAt(folder))?.name === null
    );
  }

  /** The name of the file beside this `README.md` that is the page of their folder instead, such as `index.md`. */
  async pageBeside(uri: string): Promise<string | undefined> {
    const name = fileNameOf(uri);
    const root = this.workspace.rootOf(uri);
    if (root === undefined || !isIndexName(name)) {
      return undefined;
    }
    const entries = (await this.workspace.files.entries(this.workspace.join(uri, '..'))) ?? [];
    const names = entries.filter(([, type]) => (type & fileType.file) !== 0).map(([each]) => each);
    const folder = pathBelow(root, uri).slice(0, -name.length);
    const rules = new FolderRules(
      { ...this.workspace.files, join: this.workspace.join, isHidden: () => false },
      root,
    );
    for (const path of pagesOfFolder(
      folder,
      names.map((each) => folder + each),
    )) {
      if ((await exclusionText(path, rules)) === undefined) {
        return path === folder + name ? undefined : path.slice(folder.length);
      }
    }
    return undefined;
  }

  /** Undefined below the top folder; there, `name` is null where no remote repository names it. */
  async #repositoryAt(folder: string): Promise<{ readonly name: string | null } | undefined> {
    const root = this.workspace.rootOf(folder);
    if (root === undefined || pathIn(root).replace(/\/$/, '') !== pathIn(folder).replace(/\/$/, '')) {
      return undefined;
    }
    const around = await this.workspace.files.repository(root);
    // The name of a folder inside of a repository is the same in all clones.
    return around !== undefined && around.names.length > 0
      ? undefined
      : { name: (await around?.name()) ?? null };
  }

  #areSortedBeside(uri: string): Promise<boolean> {
    const isFolder = uri.endsWith('/');
    const folder = this.workspace.join(uri, '..');
    const key = `${String(isFolder)} ${folder}`;
    const known = this.#sorted.get(key) ?? this.#areSortedIn(folder, isFolder);
    this.#sorted.set(key, known);
    return known;
  }

  async #areSortedIn(folder: string, areFolders: boolean): Promise<boolean> {
    const entries = (await this.workspace.files.entries(folder)) ?? [];
    const wanted = areFolders ? fileType.folder : fileType.file;
    const isBeside = ([name, type]: (typeof entries)[number]): boolean =>
      (type & wanted) !== 0 && (areFolders || isMarkdownName(name));
    return hasSortingNumbers(entries.filter(isBeside).map(([name]) => name));
  }
}
