export interface Space {
  id: string;
  key: string;
  name: string;
  homepageId: string;
  /** The owner of the API tokens has no access. */
  restricted: boolean;
}

export interface User {
  accountId: string;
  displayName: string;
}

/** Who the import's pages are by: the owner of the API tokens. */
export const importer: User = { accountId: 'u-importer', displayName: 'Markdown Import' };
/** Somebody who works in the wiki itself. */
export const editor: User = { accountId: 'u:mara-lind', displayName: 'Mara Lind' };

export interface Page {
  id: string;
  spaceId: string;
  parentId?: string;
  title: string;
  status: 'current' | 'trashed';
  /** Markdown, as published. */
  content: string;
  version: number;
  /** Of this version. */
  authorId: string;
  createdAt: number;
  updatedAt: number;
  /** The owner of the API tokens has no access. */
  restricted: boolean;
}

export interface NewPage {
  spaceId: string;
  parentId?: string;
  title: string;
  content: string;
  id?: string;
  authorId?: string;
  restricted?: boolean;
}

export class Spaces {
  readonly #spaces: Space[] = [];
  readonly #pages = new Map<string, Page>();
  readonly #now: () => number;
  readonly users: User[] = [importer, editor];
  #nextId = 200_001;

  constructor(now: () => number) {
    this.#now = now;
  }

  get spaces(): readonly Space[] {
    return this.#spaces;
  }

  get pages(): readonly Page[] {
    return [...this.#pages.values()].filter(({ status }) => status === 'current');
  }

  addSpace(space: Space): void {
    this.#spaces.push(space);
  }

  findSpaceById(id: string): Space | undefined {
    return this.#spaces.find((space) => space.id === id);
  }

  findSpaceByKey(key: string): Space | undefined {
    return this.#spaces.find((space) => space.key === key);
  }

  page(id: string): Page | undefined {
    const page = this.#pages.get(id);
    return page?.status === 'current' ? page : undefined;
  }

  /** Also one in the trash. */
  anyPage(id: string): Page | undefined {
    return this.#pages.get(id);
  }

  children(page: Page): Page[] {
    return this.pages.filter((child) => child.parentId === page.id);
  }

  /** The page that an import of this title under this parent would overwrite (section 2.1). */
  findPage(spaceId: string, parentId: string, title: string): Page | undefined {
    return this.pages.find(
      (page) => page.spaceId === spaceId && page.parentId === parentId && page.title === title,
    );
  }

  /** The same where a title is taken once in a space. */
  findTitled(spaceId: string, title: string): Page | undefined {
    return this.pages.find((page) => page.spaceId === spaceId && page.title === title);
  }

  createPage({ id, restricted = false, authorId = importer.accountId, ...page }: NewPage): Page {
    if (id !== undefined && this.#pages.has(id)) {
      throw new Error(`There is a page ${id} already.`);
    }
    const at = this.#now();
    const created: Page = {
      ...page,
      id: id ?? String(this.#nextId++),
      status: 'current',
      version: 1,
      authorId,
      createdAt: at,
      updatedAt: at,
      restricted,
    };
    this.#pages.set(created.id, created);
    return created;
  }

  /** A page that was under another parent is moved. */
  updatePage(page: Page, content: string, parentId?: string): void {
    this.#change(page, importer.accountId, { content, ...(parentId !== undefined && { parentId }) });
  }

  /** What somebody does to a page in the wiki itself: each makes a version. */
  edit(
    page: Page,
    change: Partial<Pick<Page, 'content' | 'title' | 'parentId' | 'spaceId'>>,
    authorId = editor.accountId,
  ): void {
    this.#change(page, authorId, change);
  }

  trash(page: Page): void {
    page.status = 'trashed';
  }

  deletePage(id: string): void {
    this.#pages.delete(id);
  }

  #change(page: Page, authorId: string, change: Partial<Page>): void {
    Object.assign(page, change, { authorId, version: page.version + 1, updatedAt: this.#now() });
  }
}
