/** The document as a working folder knows it, and that folder. */
export interface Source {
  readonly document: string;
  readonly folder: string;
}

/** From where pages were published: those of another working folder, or of another remote, are asked about once. */
export class WorkingFolders {
  /** By page, from where it was published last. */
  readonly #sources = new Map<string, Source>();
  readonly #settled = new Set<string>();

  /** Whether the page was published last as the same document. */
  isSame(page: string, { document }: Source): boolean {
    return this.#sources.get(page)?.document === document;
  }

  published(page: string, source: Source): void {
    this.#sources.set(page, source);
    this.#settled.add(source.folder);
  }

  moved(page: string, source: Source): void {
    this.#sources.set(page, source);
  }

  /** Returns why a page should not have been replaced without a question. `isFile`: it is of the very file. */
  unasked(
    page: string,
    { title, parent }: { readonly title: string; readonly parent: string },
    { source, named }: { readonly source: Source; readonly named: string | undefined },
    isFile: boolean,
  ): readonly string[] {
    const before = this.#sources.get(page);
    if (before === undefined || before.folder === source.folder || !(isFile || this.isSame(page, source))) {
      return [];
    }
    if (!this.#settled.has(source.folder)) {
      return [`“${title}” was replaced from a working folder that nobody was asked about.`];
    }
    return isFile || named === undefined || named === parent
      ? []
      : [`“${title}” of another working folder was replaced, where another page is named.`];
  }
}
