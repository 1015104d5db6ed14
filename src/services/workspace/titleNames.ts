import { isMarkdownName } from '../../core/page/markdownName';
import { isIndexName, withoutNumber } from '../../core/page/sortingNumber';
import { fileType } from '../page/namedFile';
import { fileNameOf, pathIn, type Workspace } from './workspace';

/** The names that pages without a title or a heading are named after. Each folder is read once. */
export class TitleNames {
  readonly #beside = new Map<string, Promise<readonly string[]>>();

  constructor(private readonly workspace: Pick<Workspace, 'files' | 'join' | 'rootOf'>) {}

  /** Returns the name of the file, or of its folder where that says more, without a number for sorting. */
  async of(uri: string): Promise<string> {
    const name = fileNameOf(uri);
    const { pathname } = new URL(uri);
    if (uri.startsWith('untitled:') || (isIndexName(name) && pathname.lastIndexOf('/') <= 0)) {
      return name;
    }
    if (isIndexName(name)) {
      return this.of(uri.slice(0, uri.lastIndexOf('/') + 1));
    }
    // Only a name that begins with a number has others looked at, so that a folder is seldom read.
    const root = this.workspace.rootOf(uri);
    const isRoot = root === undefined || pathIn(root).replace(/\/$/, '') === pathIn(uri).replace(/\/$/, '');
    return isRoot || !/^\d/.test(name) ? name : withoutNumber(name, await this.#namesBeside(uri));
  }

  #namesBeside(uri: string): Promise<readonly string[]> {
    const isFolder = uri.endsWith('/');
    const folder = this.workspace.join(uri, '..');
    const key = `${String(isFolder)} ${folder}`;
    const known = this.#beside.get(key) ?? this.#read(folder, isFolder);
    this.#beside.set(key, known);
    return known;
  }

  async #read(folder: string, areFolders: boolean): Promise<readonly string[]> {
    const entries = (await this.workspace.files.entries(folder)) ?? [];
    const wanted = areFolders ? fileType.folder : fileType.file;
    return entries
      .filter(([name, type]) => (type & wanted) !== 0 && (areFolders || isMarkdownName(name)))
      .map(([name]) => name);
  }
}
