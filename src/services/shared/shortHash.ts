import { createHash } from 'node:crypto';

/** The first 128 bits of a text’s SHA-256: the name of a file that stands for the text. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
