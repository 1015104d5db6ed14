import { pairOf, type FolderAnswer } from './kinship';
import { membersOf } from '../text/json';
import { readFileIdentity, type FileIdentity } from './pageRecord';

/** A file was seen with the text of a page that another one made. It owns nothing. */
export interface Sighting {
  readonly file: FileIdentity;
  /** The hashes of the texts that were seen. */
  readonly hashes: readonly string[];
  readonly seenAt: number;
}

/** What the person said last of two folders whose files have the same text. */
export interface SaidOfFolders extends Pick<FolderAnswer, 'isOne'> {
  readonly pair: string;
  readonly saidAt: number;
}

export function saidOf(file: FileIdentity, { by, isOne }: FolderAnswer, saidAt: number): SaidOfFolders {
  return { pair: pairOf(file, by), isOne, saidAt };
}

export function readSighting(stored: unknown): Sighting | undefined {
  const { file, hashes, seenAt } = membersOf<Sighting>(stored);
  const identity = readFileIdentity(file);
  return identity !== undefined && Array.isArray(hashes) && typeof seenAt === 'number'
    ? { file: identity, hashes: hashes.filter((hash) => typeof hash === 'string'), seenAt }
    : undefined;
}

export function readSaid(stored: unknown): SaidOfFolders | undefined {
  const { pair, isOne, saidAt } = membersOf<SaidOfFolders>(stored);
  return typeof pair === 'string' && typeof isOne === 'boolean' && typeof saidAt === 'number'
    ? { pair, isOne, saidAt }
    : undefined;
}
