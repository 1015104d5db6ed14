import path from 'node:path';
import { Store, type StoreOptions } from '../../../src/services/store/store.js';

export const migrations = [
  'CREATE TABLE notes (id TEXT PRIMARY KEY, text TEXT NOT NULL, revision INTEGER NOT NULL) STRICT',
];

/** A store of notes, and what it told. */
export interface Notes {
  readonly store: Store;
  readonly told: string[];
}

export function openNotes(file: string, options: Partial<StoreOptions> = {}): Notes {
  const told: string[] = [];
  const failed = (error: unknown): void => {
    told.push(String(error));
  };
  return { store: new Store({ file, migrations, failed, ...options }), told };
}

/** Returns the revision of the note. */
export function putNote(store: Store, id: string, text: string, gather = false): Promise<number> {
  return store.write(
    (db) => {
      const revision = db.nextRevision();
      db.run('INSERT OR REPLACE INTO notes VALUES (?, ?, ?)', id, text, revision);
      return revision;
    },
    { gather },
  );
}

export function textOf(store: Store, id: string): Promise<unknown> {
  return store.read((db) => db.get('SELECT text FROM notes WHERE id = ?', id)?.text);
}

export async function idsOf(store: Store): Promise<readonly string[]> {
  const rows = await store.read((db) => db.all('SELECT id FROM notes ORDER BY id'));
  return rows.map(({ id }) => String(id));
}

export const inStoreFolder = (folder: string): string => path.join(folder, 'global', 'wiki.db');
