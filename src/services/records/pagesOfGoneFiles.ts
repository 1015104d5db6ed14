import {
  workingFolderOf,
  hasOtherRemote,
  isSameDocument,
  type FileIdentity,
} from '../../core/records/fileIdentity';
import type { PageRecord } from '../../core/records/pageRecord';
import type { KnownPages } from './pages';
import { isAssumedToExist } from '../workspace/goneFiles';

interface PagesOfGoneFiles {
  /** Of files that were on the document’s branch: it goes on with their pages. */
  readonly inheritedPages: readonly PageRecord[];
  /** Of files that were on another branch, where they may still exist. */
  readonly absentPages: readonly PageRecord[];
}

/** Returns the pages of this title whose files are gone from the document’s working folder. */
export async function findPagesOfGoneFiles(
  file: FileIdentity,
  title: string,
  index: KnownPages,
): Promise<PagesOfGoneFiles> {
  // A document without a real path, such as an untitled one, can’t be known to be gone.
  const titled = index.ofTitle(title).filter((record) => record.file.realPath !== undefined);
  const left = titled.filter(
    ({ file: owner, published, otherSends = [] }) =>
      published !== undefined &&
      otherSends.length === 0 &&
      !isSameDocument(owner, file) &&
      workingFolderOf(owner) === workingFolderOf(file) &&
      !hasOtherRemote(owner, file),
  );
  const there = await Promise.all(left.map((record) => isAssumedToExist(record.file)));
  const gone = left.filter((_record, at) => there[at] !== true);
  const isOnBranch = ({ file: { repository } }: PageRecord): boolean =>
    repository?.branch === file.repository?.branch;
  return {
    inheritedPages: gone.filter(isOnBranch),
    absentPages: gone.filter((record) => !isOnBranch(record)),
  };
}
