import * as l10n from '@vscode/l10n';
import { mkdir, readdir, readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson, readAs } from '../core/text/json';
import { identifyProcess, liveness, ownerSchema, thisSystem } from '../services/export/system/process';
import { UsageError } from './usageError';

const name = /^lock\.(\d+)$/;
/** A lock that was not renewed for so long is abandoned, such as that of an ended container. */
const abandonedMs = 60_000;
const touchEveryMs = 10_000;

/**
 * Keeps all others from a folder until what it returns is called. A lock that was left behind is followed by one of the next
 * number, since a file that is removed and made again could be the one of somebody else.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = await numbersIn(folder);
  for (const number of before) {
    await refuseHeld(lockFile(folder, number));
  }
  const own = lockFile(folder, Math.max(0, ...before) + 1);
  const owner = await identifyProcess(thisSystem, process.pid, Date.now() - process.uptime() * 1000);
  await writeFile(own, JSON.stringify(owner), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? heldError(error) : error;
  });
  const touching = setInterval(() => void refreshTime(own), touchEveryMs);
  const release = async (): Promise<void> => {
    clearInterval(touching);
    await unlink(own).catch(() => undefined);
  };
  const others = (await numbersIn(folder)).map((number) => lockFile(folder, number));
  if (others.some((other) => other !== own && !before.includes(numberOf(other)))) {
    await release();
    throw heldError();
  }
  await Promise.all(before.map((number) => unlink(lockFile(folder, number)).catch(() => undefined)));
  return release;
}

async function refuseHeld(file: string): Promise<void> {
  const [text, touched] = await Promise.all([
    readFile(file, 'utf8').catch(() => undefined),
    stat(file).catch(() => undefined),
  ]);
  if (text === undefined || touched === undefined) {
    return;
  }
  const owner = readAs(ownerSchema, parseJson(text));
  const is = owner === undefined ? 'unknown' : await liveness(thisSystem, owner);
  const isAbandoned = Math.abs(Date.now() - touched.mtimeMs) > abandonedMs;
  if (is === 'alive' || (is === 'unknown' && !isAbandoned)) {
    throw heldError();
  }
}

function heldError(cause?: unknown): UsageError {
  return new UsageError(l10n.t('Another publish works with the folder of --state. Nothing was sent.'), {
    cause,
  });
}

async function refreshTime(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}

async function numbersIn(folder: string): Promise<readonly number[]> {
  return (await readdir(folder)).filter((each) => name.test(each)).map(numberOf);
}

const numberOf = (file: string): number => Number(path.basename(file).split('.')[1]);
const lockFile = (folder: string, number: number): string => path.join(folder, `lock.${number}`);
