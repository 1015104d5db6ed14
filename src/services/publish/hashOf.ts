import { createHash } from 'node:crypto';

/** Of a text, however its lines end: VS Code makes them alike when it opens a file. */
export function hashOf(content: string): string {
  return createHash('sha256').update(content.replace(/\r\n?/g, '\n')).digest('hex');
}

/** What a file that stands for a text is named. */
export function nameOf(text: string): string {
  return hashOf(text).slice(0, 32);
}
