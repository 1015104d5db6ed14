import { hash } from 'node:crypto';

/** Returns the first 128 bits of a text's SHA-256, to use as a name or to compare with. */
export function shortHash(text: string): string {
  return hash('sha256', text).slice(0, 32);
}
