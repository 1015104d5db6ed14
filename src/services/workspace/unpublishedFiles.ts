import { isMarkdownName } from '../../core/page/markdownName';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { memoizeByKey } from '../shared/memoizeByKey';
import { filesOf } from './filesToPublish';
import { fileNameOf, type Workspace } from './workspace';

/** Finds files without a page in folders that have published files, but not those that ignore rules exclude. */
export class UnpublishedFiles {
  #takenIn = this.#memoized();

  constructor(private readonly workspace: Workspace) {}

  async find(
    published: readonly string[],
    index: { readonly ofFile: (file: FileIdentity) => readonly unknown[] },
  ): Promise<readonly string[]> {
    const files = published.filter((uri) => !uri.endsWith('/'));
    const folders = Map.groupBy(files, (uri) => uri.slice(0, uri.lastIndexOf('/')));
    const known = new Set(files);
    const found: string[] = [];
    for (const [folder, own] of [...folders].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const taken = (await this.#hasMore(folder, own)) ? await this.#takenIn(folder) : [];
      found.push(...taken.filter((uri) => !known.has(uri) && index.ofFile({ uri }).length === 0));
    }
    return found;
  }

  /** Has to be called when files or ignore rules change. */
  forget(): void {
    this.#takenIn = this.#memoized();
  }

  #memoized(): (folder: string) => Promise<readonly string[]> {
    return memoizeByKey((folder) => this.#take(folder));
  }

  async #hasMore(folder: string, published: readonly string[]): Promise<boolean> {
    const names = new Set(published.map(fileNameOf));
    try {
      const entries = await this.workspace.files.entries(folder);
      return entries?.some(([name]) => isMarkdownName(name) && !names.has(name)) === true;
    } catch {
      return false;
    }
  }

  /** The files that publishing the folder would include. */
  async #take(folder: string): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const { uri, problem } of filesOf(this.workspace, folder, () => undefined, {
      isDeep: false,
    })) {
      found.push(...(problem === undefined ? [uri] : []));
    }
    return found;
  }
}
