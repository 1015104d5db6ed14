import type { Secrets } from '../../../src/services/export/store/sessionSecrets';

type Listener = Parameters<Secrets['onDidChange']>[0];

/** The plain case: one map, seen at once by whoever holds it. */
export function mapSecrets(map: Map<string, string>): Secrets {
  const listeners = new Set<Listener>();
  const changed = (key: string): Promise<void> => {
    for (const listener of listeners) {
      listener({ key });
    }
    return Promise.resolve();
  };
  return {
    get: (key) => Promise.resolve(map.get(key)),
    store: (key, value) => {
      map.set(key, value);
      return changed(key);
    },
    delete: (key) => {
      map.delete(key);
      return changed(key);
    },
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
}

export interface Desktop {
  open(): Secrets;
}

/**
 * Desktop windows: each reads and writes its own cache, and others see a write `lagMs` later.
 * Infinity is a storage that is written to so often that nothing ever leaves the window.
 */
export function laggingSecrets(lagMs: number): Desktop {
  const disk = new Map<string, string>();
  const windows = new Set<Map<string, string>>();
  const listeners = new Set<{ cache: Map<string, string>; listener: Listener }>();
  const spread = (from: Map<string, string>, key: string, value: string | undefined): Promise<void> => {
    set(from, key, value);
    if (lagMs === Infinity) {
      return Promise.resolve();
    }
    setTimeout(() => {
      set(disk, key, value);
      for (const cache of windows) {
        if (cache !== from) {
          set(cache, key, value);
        }
      }
      for (const { listener } of listeners) {
        listener({ key });
      }
    }, lagMs);
    return Promise.resolve();
  };
  return {
    open: () => {
      const cache = new Map(disk);
      windows.add(cache);
      return {
        get: (key) => Promise.resolve(cache.get(key)),
        store: (key, value) => spread(cache, key, value),
        delete: (key) => spread(cache, key, undefined),
        onDidChange: (listener) => {
          const entry = { cache, listener };
          listeners.add(entry);
          return { dispose: () => listeners.delete(entry) };
        },
      };
    },
  };
}

/** Browser windows: each loads the whole map once, and every write puts the whole map back. */
export function clobberingSecrets(): Desktop & { readonly stored: () => ReadonlyMap<string, string> } {
  let page = new Map<string, string>();
  return {
    stored: () => page,
    open: () => {
      const cache = new Map(page);
      const write = (key: string, value: string | undefined): Promise<void> => {
        set(cache, key, value);
        page = new Map(cache);
        return Promise.resolve();
      };
      return {
        get: (key) => Promise.resolve(cache.get(key)),
        store: write,
        delete: (key) => write(key, undefined),
        onDidChange: () => ({ dispose: () => undefined }),
      };
    },
  };
}

/** Each operation is done later. */
export function delayedSecrets(inner: Secrets, late: () => Promise<void>): Secrets {
  return {
    get: async (key) => late().then(() => inner.get(key)),
    store: async (key, value) => late().then(() => inner.store(key, value)),
    delete: async (key) => late().then(() => inner.delete(key)),
    onDidChange: inner.onDidChange,
  };
}

export type Fault = 'throws' | 'hangs' | 'empty';

/** A keyring that is locked, gone or forgetful, from the moment `faults` says so. */
export function faultySecrets(
  inner: Secrets,
  faults: { get?: Fault | undefined; store?: Fault | undefined; delete?: Fault | undefined },
): Secrets {
  const fault = <T>(kind: Fault | undefined, work: () => PromiseLike<T>): PromiseLike<T | undefined> => {
    if (kind === 'throws') {
      throw new Error('keyring: canary-in-an-error');
    }
    if (kind === 'hangs') {
      return new Promise(() => undefined);
    }
    return kind === 'empty' ? Promise.resolve(undefined) : work();
  };
  return {
    get: (key) => fault(faults.get, () => inner.get(key)),
    store: async (key, value) => fault(faults.store, () => inner.store(key, value)),
    delete: async (key) => fault(faults.delete, () => inner.delete(key)),
    onDidChange: inner.onDidChange,
  };
}

function set(map: Map<string, string>, key: string, value: string | undefined): void {
  if (value === undefined) {
    map.delete(key);
  } else {
    map.set(key, value);
  }
}
