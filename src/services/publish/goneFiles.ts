import { stat } from 'node:fs/promises';
import { sameFile, type FileIdentity, type PageRecord } from '../../core/publish/pageRecord';
import { codeOf } from '../export/system/disk';

/** The records whose files are not where they were: of one file, or nobody knows of which. */
export async function movedFrom(records: readonly PageRecord[]): Promise<readonly PageRecord[]> {
  const gone: PageRecord[] = [];
  for (const record of records) {
    const there = await Promise.all(record.files.map(isThere));
    if (!there.includes(true)) {
      gone.push(record);
    }
  }
  const [first] = gone;
  const isOne = gone.every(({ files }) =>
    first?.files.some((file) => files.some((each) => sameFile(file, each))),
  );
  return isOne ? gone : [];
}

/** Nobody looks where the file system is not this computer's own. */
export async function isThere({ realPath }: FileIdentity): Promise<boolean> {
  return (
    realPath === undefined ||
    (await stat(realPath).then(
      () => true,
      (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(codeOf(error)),
    ))
  );
}

/** Addresses: of a file or folder, and of a folder around it or itself. */
export function isWithin(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`);
}
