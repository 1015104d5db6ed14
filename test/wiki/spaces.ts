export interface Space {
  id: string;
  key: string;
  name: string;
  homepageId: string;
  /** The owner of the API tokens has no access. */
  restricted: boolean;
}

export interface Page {
  id: string;
  spaceId: string;
  parentId?: string;
  title: string;
  /** Markdown, as published. */
  content: string;
  version: number;
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
  restricted?: boolean;
}

export class Spaces {
  readonly #spaces: Space[] = [];
  readonly #pages = new Map<string, Page>();
  readonly #now: () => number;
  #nextId = 200_001;

  constructor(now: () => number) {
    this.#now = now;
  }

  get spaces(): readonly Space[] {
    return this.#spaces;
  }

  get pages(): readonly Page[] {
    return [...this.#pages.values()];
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

  createPage({ id, restricted = false, ...page }: NewPage): Page {
    const at = this.#now();
    const created: Page = {
      ...page,
      id: id ?? String(this.#nextId++),
      version: 1,
      createdAt: at,
      updatedAt: at,
      restricted,
    };
    this.#pages.set(created.id, created);
    return created;
  }

  updatePage(page: Page, content: string): void {
    page.content = content;
    page.version += 1;
    page.updatedAt = this.#now();
  }

  deletePage(id: string): void {
    this.#pages.delete(id);
  }
}
