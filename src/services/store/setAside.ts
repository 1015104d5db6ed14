import { existsSync, statSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { faultOf, StoreError } from './faults';
import { openDatabase } from './sqlite';

const isWindows = process.platform === 'win32';

/**
 * Gives what is at the path of a database another name, with its journal, and returns that name. One window at a time
 * does so, and looks again first: undefined if another one has done it, unless it is known to be damaged.
 */
export function setAside(file: string, isSurelyDamaged: boolean): string | undefined {
  // SQLite holds the lock, so that it ends with the process; the file has no other use.
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

/** What was set aside has texts too. */
export function removeSetAside(file: string): void {
  const folder = path.dirname(file);
  for (const name of readdirSync(folder).filter((each) =>
    each.startsWith(`${path.basename(file)}.damaged-`),
  )) {
    rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

/** SQLite can't tell what is no file from a path that it may not open. */
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
      // Nothing that is open can be renamed there, which is as good as a lock.
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

/** Nobody else is in a transaction then, whose journal would lose its file. */
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
    // Its journal goes first: as soon as the file is gone, another window begins a new one with a journal of that name.
    if (existsSync(`${file}-journal`)) {
      renameSync(`${file}-journal`, `${damaged}${turn}-journal`);
    }
    renameSync(file, `${damaged}${turn}`);
  } catch (error) {
    throw new StoreError(isWindows ? 'busy' : 'unusable', { cause: error });
  }
  return `${damaged}${turn}`;
}
