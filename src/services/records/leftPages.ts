import { folderOf, hasOtherRemote, sameDocument, type FileIdentity } from '../../core/records/fileIdentity';
import type { PageRecord } from '../../core/records/pageRecord';
import type { RecordIndex } from '../../core/records/recordIndex';
import { isThere } from '../workspace/goneFiles';

/**
 * Returns the pages with this title whose documents are gone from the document’s own working folder or workspace folder. What
 * may only be out of sight is not gone: a file of another branch, remote, folder or drive.
 */
export async function pagesLeftTo(
  file: FileIdentity,
  title: string,
  index: RecordIndex,
): Promise<readonly PageRecord[]> {
  // An untitled document leaves its page to nobody.
  const titled = index.ofTitle(title).filter((record) => record.file.realPath !== undefined);
  const left = titled.filter(
    ({ file: maker, published, claims = [] }) =>
      published !== undefined &&
      claims.length === 0 &&
      !sameDocument(maker, file) &&
      folderOf(maker) === folderOf(file) &&
      !hasOtherRemote(maker, file) &&
      maker.repository?.branch === file.repository?.branch,
  );
  const there = await Promise.all(left.map((record) => isThere(record.file)));
  return left.filter((_record, at) => there[at] !== true);
}
