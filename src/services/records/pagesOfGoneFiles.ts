import {
  workingFolderOf,
  hasOtherRemote,
  isSameDocument,
  type FileIdentity,
} from '../../core/records/fileIdentity';
import type { PageRecord } from '../../core/records/pageRecord';
import type { RecordIndex } from '../../core/records/recordIndex';
import { isAssumedToExist } from '../workspace/goneFiles';

/**
 * Returns the pages of this title whose files are gone, if these were in the document’s working folder and
 * branch. Elsewhere, a file may still exist.
 */
export async function findPagesOfGoneFiles(
  file: FileIdentity,
  title: string,
  index: RecordIndex,
): Promise<readonly PageRecord[]> {
  // A document without a real path, such as an untitled one, can’t be known to be gone.
  const titled = index.ofTitle(title).filter((record) => record.file.realPath !== undefined);
  const left = titled.filter(
    ({ file: maker, published, otherSends = [] }) =>
      published !== undefined &&
      otherSends.length === 0 &&
      !isSameDocument(maker, file) &&
      workingFolderOf(maker) === workingFolderOf(file) &&
      !hasOtherRemote(maker, file) &&
      maker.repository?.branch === file.repository?.branch,
  );
  const there = await Promise.all(left.map((record) => isAssumedToExist(record.file)));
  return left.filter((_record, at) => there[at] !== true);
}
