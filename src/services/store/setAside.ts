import { existsSync, statSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { faultOf, StoreError } from './faults';
import { openDatabase } from './sqlite';

const isWindows = process.platform === 'win32';

/**
 * Renames a damaged database and its journal, and returns the new path. Undefined if the file is
 * intact, or another window has renamed it.
 */
export function setAside(file: string, isSurelyDamaged: boolean): string | undefined {
  // The lock lets one window at a time rename, and ends with its process. The lock file has no other use.
  const lock = openDatabase(`${file}.lock`);
  try {
    lock.exec('BEGIN EXCLUSIVE');
    if (!existsSync(file)) {
      return undefined;
    }
    return isFile(file) ? setFileAside(file, isSurelyDamaged) : rename(file);
  } finally {
    lock.close();
  }
}

/** Deletes the databases that were set aside as damaged: if a person removes all data, their records have to go, too. */
export function removeSetAside(file: string): void {
  const folder = path.dirname(file);
  for (const name of readdirSync(folder).filter((each) =>
    each.startsWith(`${path.basename(file)}.damaged-`),
  )) {
    rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

/** SQLite reports a folder as it does a missing permission, so callers ask this first. */
export function isFile(file: string): boolean {
  return statSync(file).isFile();
}

function setFileAside(file: string, isSurelyDamaged: boolean): string | undefined {
  const db = openDatabase(file);
  try {
    if (!isSurelyDamaged && isWhole(db)) {
      return undefined;
    }
    if (isWindows) {
      // Windows refuses to rename a file that any process has open, so no lock is needed.
      db.close();
    } else {
      lockIfPossible(db);
    }
    return rename(file);
  } finally {
    if (db.isOpen) {
      db.close();
    }
  }
}

/**
 * Throws while another window is in a transaction: the rename would separate its journal from the file. A
 * file too damaged to be locked is renamed all the same.
 */
function lockIfPossible(db: DatabaseSync): void {
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (faultOf(error) !== 'damaged') {
      throw error;
    }
  }
}

function isWhole(db: DatabaseSync): boolean {
  try {
    return db.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
  } catch (error) {
    if (faultOf(error) !== 'damaged') {
      throw error;
    }
    return false;
  }
}

function rename(file: string): string {
  const damaged = `${file}.damaged-`;
  let turn = 1;
  while (existsSync(`${damaged}${turn}`)) {
    turn++;
  }
  try {
    // The journal goes first: once the file is renamed, another window may create a new one
    // with a journal of the same name.
    if (existsSync(`${file}-journal`)) {
      renameSync(`${file}-journal`, `${damaged}${turn}-journal`);
    }
    renameSync(file, `${damaged}${turn}`);
  } catch (error) {
    throw new StoreError(isWindows ? 'busy' : 'unusable', { cause: error });
  }
  return `${damaged}${turn}`;
}
