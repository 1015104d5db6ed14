import * as l10n from '@vscode/l10n';
import { mkdirSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { unreadableText } from '../../core/page/unreadableReason';
import { loadSqlite } from '../../services/store/sqlite';
import { faultOf } from '../../services/store/faults';
import { UsageError } from '../environment/usageError';

/**
 * Throws a UsageError if another process has the lock; the returned function unlocks. The lock is a SQLite
 * transaction, since the operating system ends it when the process dies.
 */
export function lockFolder(folder: string): () => void {
  const sqlite = loadSqlite();
  if (sqlite === undefined) {
    throw new UsageError(l10n.t('This Node.js has no SQLite, which --state needs.'));
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'lock.db');
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isFile() === false) {
    throw new UsageError(unreadableText(file, { kind: 'notAFile' }));
  }
  if (there !== undefined && there.size > 0) {
    // What is in it means nothing, and SQLite locks only what it takes for a database, as an empty file.
    truncateSync(file);
  }
  const database = new sqlite.DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    database.close();
    if (faultOf(error) === 'busy') {
      throw new UsageError(l10n.t('Another publish works with the folder of --state. Nothing was sent.'), {
        cause: error,
      });
    }
    throw error;
  }
  return () => database.close();
}
