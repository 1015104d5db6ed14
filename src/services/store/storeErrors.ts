import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../core/text/errors';
import { plainLine } from '../../core/text/plainLine';

export function lockedStoreError(cause: unknown): UserError {
  return new UserError(
    l10n.t(
      'Another window has kept the records of published pages locked for too long. What this window publishes meanwhile is written once they are free, if it is still open. Close the window that hangs.',
    ),
    { cause },
  );
}

export function memoryOnlyError(cause: unknown): UserError {
  return new UserError(
    l10n.t(
      'The records of published pages can’t be written: is the disk full or read-only? What this window publishes is remembered only until it is closed. Make room or allow writing, and reload the window.',
    ),
    { cause },
  );
}

export function noSqliteError(): UserError {
  return new UserError(
    l10n.t(
      'This editor has no database (node:sqlite), so nothing that is published is remembered. You are asked before a page is replaced.',
    ),
  );
}

export function damagedStoreError(setAside: string, cause: unknown): UserError {
  return new UserError(
    l10n.t(
      'The records of published pages were damaged. They were set aside as {0}, and new ones were begun. You are asked before a page is replaced.',
      plainLine(path.basename(setAside)),
    ),
    { cause },
  );
}

export function newerStoreError(cause: unknown): UserError {
  return new UserError(
    l10n.t(
      'Another window has a newer version of Publish to Wiki, which changed the records of published pages. This window can’t write them. Run Reload Window.',
    ),
    { cause },
  );
}

export function notRemovedError(file: string): UserError {
  return new UserError(
    l10n.t(
      'The records of published pages can’t be removed: the disk does not allow it, or another window hangs. Close all windows, and delete {0}.',
      file,
    ),
  );
}
