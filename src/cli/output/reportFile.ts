import * as l10n from '@vscode/l10n';
import type { Stats } from 'node:fs';
import { lstat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isMarkdownName } from '../../core/page/markdownName';
import { codeOf, realDisk } from '../../services/disk/disk';
import { symlinkOutside } from '../../services/workspace/symlinkOutside';
import { writeWhole } from '../../services/disk/writeWhole';
import { UsageError } from '../environment/usageError';

/** Throws if a report must not have this name, since it would replace what may be published. */
export function refuseMarkdown(file: string): void {
  if (isMarkdownName(file)) {
    throw new UsageError(l10n.t('{0} is the name of a Markdown file. Give the report another one.', file));
  }
}

/**
 * Writes a report in place of what has its name: whoever wrote the folder may have made that a link to a file of the
 * person.
 */
export async function writeReport(file: string, text: string): Promise<void> {
  const whole = path.resolve(file);
  if ((await symlinkOutside(path.dirname(whole), [process.cwd()])) !== undefined) {
    throw Object.assign(new Error('Its folder is a link that leads out.'), { code: 'ELOOP' });
  }
  await ((await isStream(whole)) ? writeFile(whole, text) : writeWhole(realDisk, whole, text, 0o666));
}

export async function fileExists(file: string): Promise<boolean> {
  return (await statsOf(file)) !== undefined;
}

/** Whether it is a device or a pipe, which no repository can contain: it is written to, and not replaced. */
async function isStream(file: string): Promise<boolean> {
  const stats = await statsOf(file);
  // What is below /dev/shm is in memory, and may be a repository.
  return /^\/dev\/(?!shm\/)/.test(file) || stats?.isFIFO() === true || stats?.isCharacterDevice() === true;
}

/** Resolves with undefined if nothing is there. */
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
