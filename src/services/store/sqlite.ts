import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from './faults';

/** Opens a connection that never waits in SQLite, since that would block the window. */
export function openDatabase(file: string): DatabaseSync {
  const sqlite = loadSqlite();
  if (sqlite === undefined) {
    throw new StoreError('unusable');
  }
  return new sqlite.DatabaseSync(file, { timeout: 0 });
}

/**
 * Loads Node’s SQLite with the first record; undefined where it is missing. At activation it would cost time,
 * and extension hosts under a debugger crashed.
 */
export function loadSqlite(): typeof Sqlite | undefined {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning');
  // Node 22 calls the module experimental, which a window shows as an error of the extension.
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning);
  }
}
