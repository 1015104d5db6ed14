import { stat } from 'node:fs/promises';
import { sameFile, type FileIdentity, type PageRecord } from '../../core/publish/pageRecord';
import { codeOf } from '../export/system/disk';

/** Returns the records whose files no longer exist, if these are of one file only; with several it is not known which one moved. */
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

/** Whether a file exists, which is assumed for one on another computer. */
export async function isThere({ realPath }: FileIdentity): Promise<boolean> {
  return (
    realPath === undefined ||
    (await stat(realPath).then(
      () => true,
      (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(codeOf(error)),
    ))
  );
}

/** Whether the address of a file or folder is that of a folder or inside it. */
export function isWithin(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`);
}
