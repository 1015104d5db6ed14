import * as l10n from '@vscode/l10n';
import type { Stats } from 'node:fs';
import { lstat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isMarkdownName } from '../../core/page/markdownName';
import { codeOf, realDisk } from '../../services/disk/disk';
import { whyNotInPlace } from '../../services/workspace/ownPlace';
import { writeWhole } from '../../services/disk/writeWhole';
import { UsageError } from '../environment/usageError';

export function refuseMarkdownName(file: string): void {
  if (isMarkdownName(file)) {
    throw new UsageError(l10n.t('{0} is the name of a Markdown file. Give the report another one.', file));
  }
}

/** Replaces the file, unless it is a device or a pipe: a pull request could have made it a link to another file. */
export async function writeOutputFile(file: string, text: string): Promise<void> {
  const whole = path.resolve(file);
  if ((await whyNotInPlace(path.dirname(whole), [process.cwd()])) !== undefined) {
    throw Object.assign(new Error('Its folder is a link.'), { code: 'ELOOP' });
  }
  await ((await isStream(whole)) ? writeFile(whole, text) : writeWhole(realDisk, whole, text, 0o666));
}

export async function fileExists(file: string): Promise<boolean> {
  return (await statsOf(file)) !== undefined;
}

/**
 * Devices and pipes such as /dev/stdout are written to, not replaced; Git stores none, so no repository can bring one.
 */
async function isStream(file: string): Promise<boolean> {
  const stats = await statsOf(file);
  // /dev/shm is a file system in memory, which has ordinary files and may hold a repository.
  return /^\/dev\/(?!shm\/)/.test(file) || stats?.isFIFO() === true || stats?.isCharacterDevice() === true;
}

async function statsOf(file: string): Promise<Stats | undefined> {
  try {
    return await lstat(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
