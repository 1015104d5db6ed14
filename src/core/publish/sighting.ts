import * as v from 'valibot';
import { listOf } from '../text/json';
import { pairOf, type FolderAnswer } from './kinship';
import { fileIdentitySchema, type FileIdentity } from './pageRecord';

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

export const sightingSchema = v.object({
  file: fileIdentitySchema,
  hashes: listOf(v.string()),
  seenAt: v.number(),
});

export const keptAnswerSchema = v.object({
  pair: v.string(),
  isOne: v.boolean(),
  answeredAt: v.number(),
});
