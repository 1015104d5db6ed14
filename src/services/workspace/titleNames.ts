import { isMarkdownName } from '../../core/page/markdownName';
import { hasSortingNumbers, isIndexName, withoutNumber } from '../../core/page/numberedNames';
import { fileType } from './namedFile';
import { fileNameOf, pathIn, type Workspace } from './workspace';

/** Finds names for pages whose documents have neither a title nor a heading. Each folder is read once. */
export class TitleNames {
  readonly #sorted = new Map<string, Promise<boolean>>();

  constructor(private readonly workspace: Pick<Workspace, 'files' | 'join' | 'rootOf'>) {}

  /** `docs/api/index.md` → `api`; `01-intro.md` → `intro.md` if most files beside it have numbers. */
  async of(uri: string): Promise<string> {
    const name = fileNameOf(uri);
    if (uri.startsWith('untitled:') || (isIndexName(name) && pathIn(uri).lastIndexOf('/') <= 0)) {
      return name;
    }
    if (isIndexName(name)) {
      return this.of(uri.slice(0, uri.lastIndexOf('/') + 1));
    }
    // The folder is read only for names that begin with a digit, which are rare.
    const root = this.workspace.rootOf(uri);
    const isRoot = root === undefined || pathIn(root).replace(/\/$/, '') === pathIn(uri).replace(/\/$/, '');
    const isSorted = !isRoot && /^\d/.test(name) && (await this.#areSortedBeside(uri));
    return isSorted ? withoutNumber(name) : name;
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
