import { createHash } from 'node:crypto';

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What a file that stands for a text is named. */
export function nameOf(text: string): string {
  return hashOf(text).slice(0, 32);
}
