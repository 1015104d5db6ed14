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
 * Returns the pages of this title whose files are gone from the document’s working folder. A file of another
 * branch, remote, folder or drive may still exist.
 */
export async function pagesOfGoneFiles(
  file: FileIdentity,
  title: string,
  index: RecordIndex,
): Promise<readonly PageRecord[]> {
  // An untitled document leaves its page to nobody.
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
