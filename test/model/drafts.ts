import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Repository } from '../../src/core/records/fileIdentity.js';
import type { Source } from './workingFolders.js';

export interface Draft {
  /** The same for as long as it is the same document to who knows what a machine can know. */
  document: number;
  path: string;
  text: string;
  /** Before its last edit. */
  before?: string;
  /** The files that it is taken for by its text: once it is published as one of them, it is that document. */
  knownAs?: readonly string[];
  /** A document of which another file has become the heir of another page. */
  heirOf?: number;
}

/** Two repositories, and a clone of the first one on another branch. */
export type Folder = 'one' | 'other' | 'clone';

/** The files of a person: what is in them is in memory alone, where they are is on the disk. */
export class Drafts {
  readonly all: Draft[] = [];
  /** What a file that is not there any more was: one of its name counts as the same. */
  readonly #gone = new Map<string, number>();
  /** The documents of files that are gone, once a file goes on with a page of theirs. */
  readonly #inherited = new Map<string, number>();
  #documents = 0;
  /** The first repository's remote was replaced by that of a fork. */
  isFork = false;

  constructor(private readonly folder: string) {}

  async write(name: string, text: string): Promise<void> {
    const file = this.#path(name);
    if (this.isThere(file)) {
      return;
    }
    const draft = { document: this.#gone.get(file) ?? ++this.#documents, path: file, text };
    this.#gone.delete(file);
    await mkdir(path.dirname(draft.path), { recursive: true });
    await writeFile(draft.path, '');
    this.all.push(draft);
  }

  async remove(draft: Draft): Promise<void> {
    await rm(draft.path);
    this.#gone.set(draft.path, draft.document);
    this.all.splice(this.all.indexOf(draft), 1);
  }

  /** Nothing is there, nor was. */
  isFree(name: string): boolean {
    return !this.isThere(this.#path(name)) && !this.#gone.has(this.#path(name));
  }

  async rename(draft: Draft, name: string): Promise<void> {
    const to = this.#path(name);
    await mkdir(path.dirname(to), { recursive: true });
    await rename(draft.path, to);
    draft.path = to;
  }

  /** Nobody sees it: unless its text tells, the file is another document from now on. */
  async renameUnseen(draft: Draft, name: string): Promise<void> {
    this.#gone.set(draft.path, draft.document);
    draft.document = ++this.#documents;
    await this.rename(draft, name);
  }

  /** A draft is published as the document that was in one of these files, unless another one was already. */
  becomesKnown(draft: Draft): void {
    const { knownAs = [] } = draft;
    const [file] = knownAs.filter((each) => this.#gone.has(each));
    const [heirOf] = knownAs.flatMap((each) => this.#inherited.get(each) ?? []);
    Object.assign(draft, { heirOf });
    if (file !== undefined) {
      draft.document = this.#gone.get(file) ?? draft.document;
      this.#inherited.set(file, draft.document);
      this.#gone.delete(file);
      delete draft.knownAs;
    }
  }

  folderOf(file: string): Folder {
    return (['other', 'clone'] as const).find((each) => file.startsWith(this.#path(`${each}/`))) ?? 'one';
  }

  of(folder: Folder): Draft[] {
    return this.all.filter((draft) => this.folderOf(draft.path) === folder);
  }

  projectOf(file: string): string {
    const folder = this.folderOf(file);
    return folder === 'one' ? this.folder : this.#path(folder);
  }

  repositoryOf(file: string): Repository {
    const name = this.folderOf(file);
    const remote = name === 'one' && this.isFork ? 'fork' : name === 'other' ? 'other' : 'one';
    return { remote, folder: this.projectOf(file), branch: name === 'clone' ? 'next' : 'main' };
  }

  /** From where a document is published. */
  sourceOf({ path: file }: Draft): Source {
    const { remote = '', folder } = this.repositoryOf(file);
    return { document: `${remote} ${path.relative(folder, file)}`, folder: `${remote} ${folder}` };
  }

  #path(name: string): string {
    return path.join(this.folder, name);
  }

  isThere(file: string): boolean {
    return this.all.some((draft) => draft.path === file);
  }
}
