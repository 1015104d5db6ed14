import type { Memento } from 'vscode';
import type { FoundSpace } from '../../core/wiki/lookups';
import { readRemembered, type Choice, type Remembered } from '../../core/publish/remembered';

const mostRecent = 10;

/** What people chose before: for each file in the workspace's state, recent spaces and parents in the global one. */
export class Memory {
  /** A state that can't be written, on a full disk say, costs the memory and nothing else: `failed` gets the error. */
  constructor(
    private readonly workspaceState: Memento,
    private readonly globalState: Memento,
    private readonly failed: (error: unknown) => void,
  ) {}

  file(uri: string): Remembered | undefined {
    return readRemembered(this.workspaceState.get(fileKey(uri)));
  }

  async rememberFile(uri: string, remembered: Remembered): Promise<void> {
    await this.#update(this.workspaceState, fileKey(uri), remembered);
  }

  async forgetFile(uri: string): Promise<void> {
    await this.#update(this.workspaceState, fileKey(uri), undefined);
  }

  /** A folder's move moves all files in it. */
  async moveFiles(from: string, to: string): Promise<void> {
    const oldKey = fileKey(from);
    for (const key of this.workspaceState.keys()) {
      if (key === oldKey || key.startsWith(`${oldKey}/`)) {
        const newKey = fileKey(to) + key.slice(oldKey.length);
        await this.#update(this.workspaceState, newKey, this.workspaceState.get(key));
        await this.#update(this.workspaceState, key, undefined);
      }
    }
  }

  async rememberRecent({ endpoint, target }: Choice): Promise<void> {
    await Promise.all([
      this.#remember(spacesKey(endpoint), target.space),
      this.#remember(parentsKey(endpoint, target.space), target.parent),
    ]);
  }

  spaces(endpoint: string): readonly string[] {
    return this.#recent(spacesKey(endpoint));
  }

  parents(endpoint: string, space: string): readonly string[] {
    return this.#recent(parentsKey(endpoint, space));
  }

  /** The key that a space's id was found by. */
  spaceKey(site: string, id: string): string | undefined {
    const key = this.globalState.get<unknown>(spaceKeyKey(site, id));
    return typeof key === 'string' ? key : undefined;
  }

  async rememberSpaceKey(site: string, { id, key }: FoundSpace): Promise<void> {
    await this.globalState.update(spaceKeyKey(site, id), key);
  }

  /** The endpoint of the connection used last. */
  endpoint(): string | undefined {
    return this.globalState.get<string>('endpoint');
  }

  async rememberEndpoint(endpoint: string): Promise<void> {
    await this.#update(this.globalState, 'endpoint', endpoint);
  }

  #recent(key: string): readonly string[] {
    const stored = this.globalState.get<unknown>(key);
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : [];
  }

  async #remember(key: string, entry: string): Promise<void> {
    const others = this.#recent(key).filter((recent) => recent !== entry);
    await this.#update(this.globalState, key, [entry, ...others].slice(0, mostRecent));
  }

  async #update(state: Memento, key: string, value: unknown): Promise<void> {
    try {
      await state.update(key, value);
    } catch (error) {
      this.failed(error);
    }
  }
}

const fileKey = (uri: string): string => `file:${uri}`;
const spacesKey = (endpoint: string): string => `spaces:${endpoint}`;
const spaceKeyKey = (site: string, id: string): string => `spaceKey:${site} ${id}`;
const parentsKey = (endpoint: string, space: string): string => `parents:${endpoint} ${space}`;
