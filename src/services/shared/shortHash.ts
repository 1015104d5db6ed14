import { createHash } from 'node:crypto';

/** Returns the first 128 bits of a text's SHA-256, to use as a name or to compare with. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
