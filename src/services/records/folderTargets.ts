import * as v from 'valibot';
import type { Memento } from 'vscode';
import { placeSchema } from '../../core/records/pageRecord';
import { readAs } from '../../core/text/json';

export interface FolderTarget {
  readonly endpoint: string;
  readonly space: string;
  readonly parent: string;
}

/** Remembers the last chosen destination for each folder. It counts for what front matter and settings leave open. */
export class FolderTargets {
  constructor(
    private readonly state: Memento,
    private readonly failed: (error: unknown) => void,
  ) {}

  targetFor(uri: string): FolderTarget | undefined {
    return this.#nearest(uri)?.target;
  }

  async remember(uris: readonly string[], { endpoint, space, parent }: FolderTarget): Promise<void> {
    const folder = commonFolder(uris);
    await (folder === '' ? undefined : this.#store(folder, { endpoint, space, parent }));
  }

  /** Forgets this destination, which the wiki does not have, if it is the one that counts for the file. */
  async forget(uri: string, { endpoint, space, parent }: FolderTarget): Promise<void> {
    const { folder, target } = this.#nearest(uri) ?? {};
    const isSame = target?.endpoint === endpoint && target.space === space && target.parent === parent;
    if (folder !== undefined && isSame) {
      await this.#store(folder, undefined);
    }
  }

  async #store(folder: string, target: FolderTarget | undefined): Promise<void> {
    try {
      await this.state.update(key(folder), target);
    } catch (error) {
      this.failed(error);
    }
  }

  #nearest(uri: string): { readonly folder: string; readonly target: FolderTarget } | undefined {
    for (let folder = folderOf(uri); folder !== ''; folder = folderOf(folder)) {
      const target = readAs(folderTargetSchema, this.state.get<unknown>(key(folder)));
      if (target !== undefined) {
        return { folder, target };
      }
    }
    return undefined;
  }
}

function commonFolder([first, ...others]: readonly string[]): string {
  let folder = folderOf(first ?? '');
  while (folder !== '' && !others.every((uri) => uri.startsWith(`${folder}/`))) {
    folder = folderOf(folder);
  }
  return folder;
}

/** `file:///docs/a.md` → `file:///docs`, and `file:///docs` → `''`. */
function folderOf(uri: string): string {
  const folder = uri.slice(0, Math.max(0, uri.lastIndexOf('/')));
  return /^[\w.+-]+:\/{0,2}$/.test(folder) ? '' : folder;
}

const folderTargetSchema = v.omit(placeSchema, ['title']);

const key = (folder: string): string => `folder:${folder}`;
