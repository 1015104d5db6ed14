import { pairOf, type FolderAnswer } from './kinship';
import { membersOf } from '../text/json';
import { readFileIdentity, type FileIdentity } from './pageRecord';

/** A file that was seen with the text of a page that another file made. It does not own the page. */
export interface Sighting {
  readonly file: FileIdentity;
  readonly hashes: readonly string[];
  readonly seenAt: number;
}

/** The person's last answer about two folders whose files have the same text. */
export interface KeptFolderAnswer extends Pick<FolderAnswer, 'isOne'> {
  readonly pair: string;
  readonly answeredAt: number;
}

export function keptAnswer(
  file: FileIdentity,
  { by, isOne }: FolderAnswer,
  answeredAt: number,
): KeptFolderAnswer {
  return { pair: pairOf(file, by), isOne, answeredAt };
}

export function readSighting(stored: unknown): Sighting | undefined {
  const { file, hashes, seenAt } = membersOf<Sighting>(stored);
  const identity = readFileIdentity(file);
  return identity !== undefined && Array.isArray(hashes) && typeof seenAt === 'number'
    ? { file: identity, hashes: hashes.filter((hash) => typeof hash === 'string'), seenAt }
    : undefined;
}

export function readKeptAnswer(stored: unknown): KeptFolderAnswer | undefined {
  const { pair, isOne, answeredAt } = membersOf<KeptFolderAnswer>(stored);
  return typeof pair === 'string' && typeof isOne === 'boolean' && typeof answeredAt === 'number'
    ? { pair, isOne, answeredAt }
    : undefined;
}
