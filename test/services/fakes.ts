import type { Memento, WorkspaceConfiguration } from 'vscode';

/** A state of VS Code's, kept as JSON as there. */
export class MemoryState implements Memento {
  readonly #stored = new Map<string, string>();

  keys(): readonly string[] {
    return [...this.#stored.keys()];
  }

  get<T>(key: string, otherwise?: T): T | undefined {
    const json = this.#stored.get(key);
    return json === undefined ? otherwise : (JSON.parse(json) as T);
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) {
      this.#stored.delete(key);
    } else {
      this.#stored.set(key, JSON.stringify(value));
    }
    return Promise.resolve();
  }
}

interface SecretChange {
  readonly key: string;
}

export class MemorySecrets {
  readonly stored = new Map<string, string>();
  readonly #listeners = new Set<(change: SecretChange) => unknown>();

  readonly onDidChange = (listener: (change: SecretChange) => unknown): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  keys(): Promise<string[]> {
    return Promise.resolve([...this.stored.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.stored.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.stored.set(key, value);
    this.#listeners.forEach((listener) => listener({ key }));
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.stored.delete(key);
    this.#listeners.forEach((listener) => listener({ key }));
    return Promise.resolve();
  }
}

type Values = Record<string, unknown>;

/** One section of the settings, with a value for each of the places that settings stand in. */
export function configuration(
  user: Values,
  { defaults = {}, workspace = {} }: { defaults?: Values; workspace?: Values } = {},
): Pick<WorkspaceConfiguration, 'get' | 'inspect' | 'update'> {
  return {
    get: (key: string) => (workspace[key] ?? user[key] ?? defaults[key]) as never,
    inspect: <T>(key: string) => ({
      key,
      defaultValue: defaults[key] as T,
      globalValue: user[key] as T,
      workspaceValue: workspace[key] as T,
      workspaceFolderValue: workspace[key] as T,
    }),
    update: (key, value, target) => {
      (target === true ? user : workspace)[key] = value;
      return Promise.resolve();
    },
  };
}
