import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from './faults';

/** SQLite never waits for a lock (`timeout: 0`), since that would block the window; `retryWhileBusy` waits instead. */
export function openDatabase(file: string): DatabaseSync {
  const sqlite = loadSqlite();
  if (sqlite === undefined) {
    throw new StoreError('unusable');
  }
  return new sqlite.DatabaseSync(file, { timeout: 0 });
}

/**
 * Returns undefined where Node has no SQLite. The module is loaded for the first record, not at activation: loading
 * takes time, and crashed extension hosts under a debugger.
 */
export function loadSqlite(): typeof Sqlite | undefined {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning');
  // Node 22 warns that the module is experimental, and VS Code shows the warning as an error of the extension.
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning);
  }
}
