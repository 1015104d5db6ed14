import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer as bytesOf } from 'node:stream/consumers';
import { codeOf } from '../../services/disk/disk';
import { decodeText } from '../../services/workspace/diskWorkspace';
import { UsageError } from '../environment/usageError';

/**
 * `file`: “-” is standard input. Paths end with NUL if there is any, as from `git ls-files -z`, otherwise with
 * their line. Windows shells write UTF-16.
 */
export async function readPaths(file: string, folder: string): Promise<readonly string[]> {
  try {
    const bytes = file === '-' ? await bytesOf(process.stdin) : await readFile(path.resolve(folder, file));
    const text = decodeText(bytes, false) ?? '';
    const end = text.includes('\0') ? '\0' : /\r?\n/;
    return text.split(end).filter(Boolean);
  } catch (error) {
    throw new UsageError(l10n.t('{0} can’t be read ({1}).', file, codeOf(error)), { cause: error });
  }
}
