import * as v from 'valibot';
import { placeSchema } from '../../core/records/pageRecord';
import { readAs } from '../../core/text/json';
import type { Values } from './values';

export interface FolderTarget {
  readonly endpoint: string;
  readonly space: string;
  readonly parent: string;
}

/** Remembers the last chosen destination for each folder. It counts for what front matter and settings leave open. */
export class FolderTargets {
  constructor(private readonly values: Values) {}

  targetFor(uri: string): FolderTarget | undefined {
    return this.#nearest(uri)?.target;
  }

  async remember(uris: readonly string[], { endpoint, space, parent }: FolderTarget): Promise<void> {
    const folder = commonFolder(uris);
    await (folder === '' ? undefined : this.values.change(key(folder), () => ({ endpoint, space, parent })));
  }

  /** Forgets this destination, which the wiki does not have, if it is the one that counts for the file. */
  async forget(uri: string, { endpoint, space, parent }: FolderTarget): Promise<void> {
    const { folder, target } = this.#nearest(uri) ?? {};
    const isSame = target?.endpoint === endpoint && target.space === space && target.parent === parent;
    if (folder !== undefined && isSame) {
      await this.values.change(key(folder), () => undefined);
    }
  }

  #nearest(uri: string): { readonly folder: string; readonly target: FolderTarget } | undefined {
    for (let folder = folderOf(uri); folder !== ''; folder = folderOf(folder)) {
      const target = readAs(folderTargetSchema, this.values.get(key(folder)));
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

const key = (folder: string): string => `place of ${folder}`;
